import { SEED_CITIES, FIRST_NAMES, LAST_NAMES } from './data/names.ts';
import { insertRows, type SeedDb } from './insert.ts';
import type { SeededRandom } from './random.ts';

export type SeedAgent = { id: number; name: string };
type HashPassword = (password: string) => Promise<string>;

const STAFF: [string, string, 'admin' | 'sdgr' | 'psgr' | 'hotels'][] = [
  ['admin@ric.example', 'Ruth Castellano', 'admin'],
  ['agent@ric.example', 'Maria Ortega', 'sdgr'],
  ['ben@ric.example', 'Ben Hale', 'sdgr'],
  ['tomas@ric.example', 'Tomás Rivera', 'sdgr'],
  ['june@ric.example', 'June Park', 'psgr'],
  ['walt@ric.example', 'Walt Henriksen', 'psgr'],
  ['nadia@ric.example', 'Nadia Farouk', 'psgr'],
  ['concierge@hotel-del.example', 'Claire Dubois', 'hotels'],
  ['golf@lodge-torrey.example', 'Sam Whitfield', 'hotels'],
  ['desk@desert-inn.example', 'Priya Raman', 'hotels'],
];
const PASSWORDS: Record<string, string> = {
  'admin@ric.example': 'fairway-admin',
  'agent@ric.example': 'fairway-agent',
};

/** Creates the demonstration company's staff; only the two published sign-ins have a known password. */
export async function fillStaff(db: SeedDb, hashPassword: HashPassword): Promise<SeedAgent[]> {
  const rows = [];
  for (const [i, [email, name, level]] of STAFF.entries()) {
    const password_hash = await hashPassword(PASSWORDS[email] ?? crypto.randomUUID() + crypto.randomUUID());
    rows.push({ id: i + 1, email, name, level, password_hash });
  }
  await insertRows(db, 'staff_users', rows);
  return rows.slice(1).map(({ id, name }) => ({ id, name }));
}

export const CUSTOMER_COUNT = 3500;
export const RECIPIENT_COUNT = 120;

/**
 * Creates customers and, with the ids after theirs, recipients of gift certificates. Documents and tests use customer 1.
 */
export async function fillCustomers(db: SeedDb, random: SeededRandom, madeAt: string): Promise<void> {
  const plain = (name: string) =>
    name
      .normalize('NFD')
      .replace(/[^a-z]/gi, '')
      .toLowerCase();
  const rows = Array.from({ length: CUSTOMER_COUNT + RECIPIENT_COUNT }, (_, i) => {
    const [first_name, last_name] =
      i === 0 ? ['Maximiliano', 'Alvarez-Whitcombe'] : [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
    const [city, subdivision, postcode] = random.pick(SEED_CITIES);
    const host = random.pick(['example.com', 'example.net', 'example.org']);
    return {
      id: i + 1,
      type: i < CUSTOMER_COUNT ? ('Customer' as const) : ('GiftCertificateRecipient' as const),
      first_name,
      last_name,
      city,
      subdivision,
      postcode,
      country_alpha2: 'US',
      email: i === 0 ? 'maxi@example.com' : `${plain(first_name)}.${plain(last_name)}${i}@${host}`,
      address: `${random.between(10, 9900)} ${random.pick(['Ocean', 'Fairway', 'Palm', 'Mesa', 'Canyon', 'Harbor'])} ${random.pick(['Dr', 'Ave', 'Ln', 'St'])}`,
      mobile_phone: i % 4 === 0 ? `619-555-${String((i * 37) % 10_000).padStart(4, '0')}` : null,
      legacy_address: i % 9 === 0 ? `PO Box ${100 + i}\n${city}, ${subdivision} ${postcode}` : null,
      primary_phone: `${random.pick(['619', '858', '760', '602', '702'])}-555-${String(random.below(10_000)).padStart(4, '0')}`,
      created_at: madeAt,
      updated_at: madeAt,
    };
  });
  await insertRows(db, 'customers', rows);
}

export async function fillHelpfulLinks(db: SeedDb): Promise<void> {
  const links = [
    ['Helpful', 'Weather, San Diego', 'https://forecast.weather.gov/MapClick.php?lat=32.7157&lon=-117.1617'],
    [
      'Helpful',
      'Weather, Palm Springs',
      'https://forecast.weather.gov/MapClick.php?lat=33.8303&lon=-116.5453',
    ],
    ['Helpful', 'USGA rules of golf', 'https://www.usga.org/rules-hub.html'],
    ['Helpful', 'Airport arrivals, San Diego', 'https://www.san.org/flights'],
    ['Hotel', 'Hotel del Coronado', 'https://hoteldel.com'],
    ['Hotel', 'The Lodge at Torrey Pines', 'https://www.lodgetorreypines.com'],
    ['Hotel', 'Omni La Costa', 'https://www.omnihotels.com/hotels/san-diego-la-costa'],
    ['PSGR', 'PGA West', 'https://www.pgawest.com'],
    ['PSGR', 'Desert Willow', 'https://www.desertwillow.com'],
    ['PSGR', 'Visit Greater Palm Springs', 'https://www.visitgreaterpalmsprings.com'],
  ] as const;
  const orders = new Map<string, number>();
  const rows = links.map(([type, description, url], i) => {
    const order = (orders.get(type) ?? 0) + 1;
    orders.set(type, order);
    return { id: i + 1, type, description, url, order };
  });
  await insertRows(db, 'helpful_links', rows);
}
