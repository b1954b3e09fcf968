import { addDays } from '../../src/contract/dates.ts';
import { SEED_COURSES } from './data/courses.ts';
import { insertRows, type SeedDb } from './insert.ts';
import { TROUBLED_COURSES } from './open-times.ts';
import type { SeededRandom } from './random.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu'];
const WEEKEND = ['Fri', 'Sat', 'Sun'];
const ALL_DAYS = [...WEEKDAYS, ...WEEKEND];
const INTERNAL_ONLY = new Set(['Goat Hill Park', 'Castle Creek']);
const INACTIVE = new Set(['Terra Lago North']);
const WITHOUT_RATE = new Set(['Coronado Municipal', 'Oceanside Municipal']);

/** The number of courses that are scraped every two minutes: those at Torrey Pines, and two more. */
const REALTIME = 4;
const standInId = (name: string, number: number): string =>
  TROUBLED_COURSES.has(name) ? `${number}-${TROUBLED_COURSES.get(name)}` : String(number);

export type SeedCourse = {
  id: number;
  name: string;
  region: 'coast' | 'desert';
  price: number;
  letters: string;
  internal_only: boolean;
  inactive: boolean;
};
export const seedCourses = (): SeedCourse[] =>
  SEED_COURSES.map(([name, , , , region, price, letters], i) => ({
    id: i + 1,
    name,
    region,
    price,
    letters,
    internal_only: INTERNAL_ONLY.has(name),
    inactive: INACTIVE.has(name),
  }));

export async function fillCourses(db: SeedDb): Promise<void> {
  const rows = SEED_COURSES.map(([course_name, address, city, postcode, region, price, letters], i) => ({
    id: i + 1,
    course_name,
    display_name: `${course_name} Golf Course`,
    address,
    city,
    postcode,
    subdivision: 'CA',
    country_alpha2: 'US',
    phone: `${region === 'desert' ? '760' : '619'}-555-01${String(i % 100).padStart(2, '0')}`,
    email: `proshop@${course_name
      .toLowerCase()
      .replace(/[^a-z]+/g, '-')
      .replace(/-$/, '')}.example`,
    rate_required: !WITHOUT_RATE.has(course_name),
    internal_only: INTERNAL_ONLY.has(course_name),
    inactive: INACTIVE.has(course_name),
    is_realtime: i < REALTIME,
    raw_cart_rate: 2_000,
    days_out_to_scrape: i < REALTIME ? 14 : 7,
    round_limit: i < REALTIME ? null : 60,
    description: `${course_name}, ${address}, ${city}.`,
    quality: 1 + (price > 80 ? 1 : 0) + (price > 110 ? 1 : 0) + (price > 150 ? 1 : 0) + (price > 200 ? 1 : 0),
    position: i + 1,
    raw_price_min: Math.round(price * 60),
    raw_price_max: Math.round(price * 150),
    distance_from_airport: String(5 + ((i * 7) % 40)),
    fore_up_id: i % 4 === 0 ? standInId(course_name, 19_000 + i) : null,
    golfnow_id: i % 4 === 1 ? standInId(course_name, 1_500 + i) : null,
    gs_id: i % 4 === 2 ? standInId(course_name, 7_000 + i) : null,
    gs_xid: i % 4 === 2 ? `${letters}${7_000 + i}` : null,
    club_prophet_id: i % 4 === 3 ? String(300 + i) : null,
  }));
  await insertRows(db, 'courses', rows);
}

export type SeedDateRange = {
  rate_id: number;
  kind: 'weekday' | 'weekend' | 'twilight' | 'holiday' | 'maintenance';
};
/** The terms of a rate that a tee time keeps from its booking on, in cents. */
export type SeedRate = {
  id: number;
  course_id: number;
  raw_rate: number;
  raw_wholesale_rate: number;
  raw_service_fee: number;
  raw_deposit: number;
  raw_non_refundable: number;
  raw_max_refund: number;
  raw_course_balance: number;
  cancel_hours: number;
  raw_commission: number;
  internal_memo: string;
  kind: SeedDateRange['kind'];
  type: 'RicGolfRate' | 'ApiGolfRate';
};

const KINDS = [
  { kind: 'weekday', share: 1, memo: 'Weekday' },
  { kind: 'weekend', share: 1.3, memo: 'Friday to Sunday' },
  { kind: 'twilight', share: 0.62, memo: 'Twilight' },
  { kind: 'holiday', share: 1.4, memo: 'Holiday' },
  { kind: 'maintenance', share: 0.7, memo: 'Maintenance, slower greens' },
] as const;
const toDollar = (cents: number): number => Math.round(cents / 100) * 100;

/** Creates five rates per course, whose date ranges cover every hour of every day from two years back to a year ahead. */
export async function fillRates(db: SeedDb, random: SeededRandom, today: string): Promise<SeedRate[]> {
  const rates: SeedRate[] = [];
  const rows: Parameters<typeof insertRows<'rates'>>[2] = [];
  const ranges: Parameters<typeof insertRows<'rate_date_ranges'>>[2] = [];
  const [from, to] = [addDays(today, -760), addDays(today, 400)];
  for (const course of seedCourses()) {
    const cancel_hours = random.pick([24, 24, 48, 48, 72]);
    const isApi = course.id % 6 === 0;
    for (const { kind, share, memo } of KINDS) {
      const raw_rate = toDollar(course.price * 100 * share);
      const rate: SeedRate = {
        id: rates.length + 1,
        course_id: course.id,
        raw_rate,
        kind,
        cancel_hours,
        type: isApi && kind === 'weekend' ? 'ApiGolfRate' : 'RicGolfRate',
        raw_wholesale_rate: toDollar(raw_rate * 0.82),
        raw_service_fee: course.price > 150 ? 1_000 : 500,
        raw_deposit: toDollar(raw_rate * 0.25),
        raw_non_refundable: course.price > 150 ? 2_000 : 1_000,
        raw_max_refund: 0,
        raw_course_balance: 0,
        raw_commission: course.price > 150 ? 800 : 400,
        internal_memo: `${memo} rate. Parties above four: ask the pro shop before you promise.`,
      };
      const { kind: _, ...terms } = rate;
      rates.push(rate);
      rows.push({
        ...terms,
        is_dynamic_greater: isApi && course.id % 12 === 0,
        raw_golfswitch_commission: 1_000,
        max_advance_days: 0,
        external_memo:
          kind === 'twilight'
            ? 'Tee off after 14:00; 18 holes not guaranteed.'
            : 'Cart and range balls included.',
        rate_sheet_note: memo,
      });
      ranges.push(rangeOf(rate, memo, from, to));
    }
  }
  // Last year's rate of the first course is added, archived and disabled, as an example.
  const old = rows.slice(0, 1).map((row) => ({ ...row, id: rates.length + 1, rate_sheet_note: 'Old' }));
  await insertRows(db, 'rates', [
    ...rows.map((row) => ({ ...row, archived: false, disabled: false })),
    ...old.map((row) => ({ ...row, archived: true, disabled: true })),
  ]);
  await insertRows(db, 'rate_date_ranges', ranges);
  return rates;
}

function rangeOf({ id, kind }: SeedRate, description: string, start: string, end: string) {
  const days = {
    weekday: WEEKDAYS,
    weekend: WEEKEND,
    twilight: ALL_DAYS,
    holiday: ['H'],
    maintenance: ['M'],
  }[kind];
  const [time_start, time_end] = kind === 'twilight' ? ['14:00', '19:00'] : ['', ''];
  return { golf_rate_id: id, start, end, time_start, time_end, description, rate_days: days };
}

const HOLIDAYS: [string, (year: number) => [string, string]][] = [
  ['New Year', (year) => [`${year}-01-01`, `${year}-01-01`]],
  ['Independence Day', (year) => [`${year}-07-04`, `${year}-07-04`]],
  ['Labor Day', (year) => onWeekday(`${year}-09-01`, 1)],
  ['Memorial Day', (year) => onWeekday(`${year}-05-25`, 1)],
  ['Presidents’ Day', (year) => onWeekday(`${year}-02-15`, 1)],
  [
    'Thanksgiving',
    (year) => [onWeekday(`${year}-11-22`, 4)[0], addDays(onWeekday(`${year}-11-22`, 4)[0], 1)],
  ],
  ['Christmas', (year) => [`${year}-12-24`, `${year}-12-25`]],
];

// Returns the first such weekday (1 is Monday) on or after a day.
function onWeekday(from: string, weekday: number): [string, string] {
  const shift = (weekday - new Date(`${from}T00:00:00Z`).getUTCDay() + 7) % 7;
  return [addDays(from, shift), addDays(from, shift)];
}

export async function fillHolidaysAndMaintenance(db: SeedDb, today: string): Promise<void> {
  const year = Number(today.slice(0, 4));
  const holidays = [year - 1, year, year + 1].flatMap((each) =>
    HOLIDAYS.map(([name, days]) => ({ name: `${name} ${each}`, days: days(each) })),
  );
  await insertRows(
    db,
    'holidays',
    holidays.map(({ name, days }, i) => ({ id: i + 1, name, start_date: days[0], end_date: days[1] })),
  );
  const courses = seedCourses();
  await insertRows(
    db,
    'holiday_courses',
    holidays.flatMap((_, i) => courses.map((course) => ({ holiday_id: i + 1, course_id: course.id }))),
  );
  const overseeding = courses
    .filter((course) => course.region === 'desert')
    .flatMap((course) =>
      [year - 1, year].map((each) => ({
        course_id: course.id,
        start_date: `${each}-09-${String(20 + (course.id % 8)).padStart(2, '0')}`,
        end_date: `${each}-10-${String(10 + (course.id % 9)).padStart(2, '0')}`,
        description: 'Overseeding, cart path only',
      })),
    );
  const aeration = courses
    .filter((course) => course.id % 3 === 0)
    .map((course) => ({
      course_id: course.id,
      start_date: addDays(today, 20 + course.id),
      end_date: addDays(today, 23 + course.id),
      description: 'Greens aerated',
    }));
  const torrey = {
    course_id: 1,
    start_date: addDays(today, 9),
    end_date: addDays(today, 11),
    description: 'Greens aerated',
  };
  await insertRows(db, 'maintenances', [torrey, ...overseeding, ...aeration]);
}

export async function fillRentalClubs(db: SeedDb): Promise<void> {
  const sets = [
    { brand: 'Callaway', description: 'Paradym set, steel', handed: 1, sex: 0, raw_charge: 6_500 },
    { brand: 'TaylorMade', description: 'Qi10 set, graphite', handed: 1, sex: 0, raw_charge: 6_500 },
    { brand: 'TaylorMade', description: 'Qi10 set, graphite', handed: 0, sex: 0, raw_charge: 6_500 },
    { brand: 'Cobra', description: 'Fly-XL set', handed: 1, sex: 1, raw_charge: 5_500 },
  ];
  const rows = seedCourses().flatMap((course) =>
    sets
      .slice(0, course.price > 70 ? 4 : 2)
      .map((set) => ({
        ...set,
        course_id: course.id,
        raw_rate: set.raw_charge,
        raw_cost: set.raw_charge - 2_000,
        quantity: 6,
        raw_commission: 500,
      })),
  );
  await insertRows(
    db,
    'rental_clubs',
    rows.map((row, i) => ({ id: i + 1, ...row })),
  );
}
