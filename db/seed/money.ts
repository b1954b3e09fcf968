import { addDays, formatMonthDay } from '../../src/contract/dates.ts';
import { insertRows, type SeedDb } from './insert.ts';
import { CUSTOMER_COUNT, RECIPIENT_COUNT } from './people.ts';
import type { SeededRandom } from './random.ts';

/** A discount in its shortest form: code, dollars (true) or percent, amount in cents or hundredths of a percent. */
type DiscountLine = [
  string,
  boolean,
  number,
  {
    min?: number;
    max?: number;
    players?: [number, number];
    days?: [number, number];
    enabled?: boolean;
    stack?: boolean;
    courses?: number[];
  }?,
];
const DISCOUNTS: DiscountLine[] = [
  ['FALL50', true, 5_000, { stack: true }],
  ['LOCALS10', false, 1_000, { max: 6_000 }],
  ['TWILIGHT15', false, 1_500, { max: 4_000 }],
  ['FOURSOME', true, 4_000, { players: [4, 0] }],
  ['WELCOME20', true, 2_000, { stack: true }],
  ['DESERT12', false, 1_200, { courses: [29, 30, 31, 32, 33, 34, 35, 36, 37, 38] }],
  ['TORREY25', true, 2_500, { courses: [1, 2] }],
  ['HOTEL5', false, 500, { min: 500, stack: true }],
  ['PAIRS', false, 800, { players: [2, 2] }],
  ['SUMMER', true, 3_000, { days: [-200, -80] }],
  ['PAUSED', true, 10_000, { enabled: false }],
  ['STAFF', false, 5_000, { max: 20_000 }],
];

export async function fillDiscounts(db: SeedDb, today: string): Promise<void> {
  const rows = DISCOUNTS.map(([code, is_dollars, raw_amount, terms = {}], i) => ({
    id: i + 1,
    code,
    is_dollars,
    raw_amount,
    start_date: addDays(today, terms.days?.[0] ?? -760),
    end_date: addDays(today, terms.days?.[1] ?? 420),
    raw_min_discount: terms.min ?? 0,
    raw_max_discount: terms.max ?? 0,
    gift_certificate_stack: terms.stack ?? false,
    enabled: terms.enabled ?? true,
    min_players: terms.players?.[0] ?? 0,
    max_players: terms.players?.[1] ?? 0,
  }));
  await insertRows(db, 'discounts', rows);
  await insertRows(
    db,
    'discount_courses',
    DISCOUNTS.flatMap(([, , , terms], i) =>
      (terms?.courses ?? []).map((course_id) => ({ discount_id: i + 1, course_id })),
    ),
  );
}

/** A gift certificate while tee times are generated that spend from it: `left` is its balance in cents. */
export type SeedCertificate = { id: number; value: number; left: number; sold_at: string };
const CERTIFICATES = 220;
/**
 * The serial of a gift certificate that is valid at every course and never spent in the generated data, because documents
 * and tests book with it.
 */
export const UNSPENT_SERIAL = 'GC-DEMO-1000';
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Generates the sold gift certificates; they are stored once the generated tee times have spent from them. */
export function makeSoldCertificates(random: SeededRandom, now: number): SeedCertificate[] {
  return Array.from({ length: CERTIFICATES }, (_, i) => {
    const value = i === 0 ? 10_000 : random.pick([5_000, 10_000, 15_000, 20_000, 25_000, 50_000]);
    const sold_at = new Date(now - (i === 0 ? 20 : random.between(1, 700)) * 86_400_000).toISOString();
    return { id: i + 1, value, left: value, sold_at };
  });
}

const SALE_PERCENT = 1_000;
const MEMOS: Record<number, string> = {
  2: 'Bought by phone, card on file',
  5: 'Raffle prize of the Lodge',
  8: 'Birthday on the 14th: mail a week before',
};

export async function fillCertificates(
  db: SeedDb,
  random: SeededRandom,
  certificates: SeedCertificate[],
): Promise<void> {
  const part = () => Array.from({ length: 4 }, () => SIGNS[random.below(SIGNS.length)]).join('');
  const rows = certificates.map(({ id, value, left, sold_at }) => ({
    id,
    serial: id === 1 ? UNSPENT_SERIAL : `GC-${part()}-${part()}`,
    raw_value: value,
    raw_price: value,
    raw_balance: left,
    who_from: 'With love',
    email_delivery: id % 3 === 0,
    mail_recipient: true,
    greeting: 'Enjoy a round on us!',
    internal_memo: MEMOS[id % 11] ?? '',
    course_id: id % 25 === 0 ? 1 : null,
    customer_id: random.between(2, CUSTOMER_COUNT),
    recipient_id: CUSTOMER_COUNT + random.between(1, RECIPIENT_COUNT),
    created_at: sold_at,
    updated_at: sold_at,
  }));
  await insertRows(db, 'gift_certificates', rows);
  await db.updateTable('gift_certificate_sale_configurations').set({ raw_discount: SALE_PERCENT }).execute();
}

export async function fillStaffMessage(db: SeedDb, today: string): Promise<void> {
  const [from, to] = [addDays(today, 9), addDays(today, 11)].map(formatMonthDay);
  const message = `Torrey Pines South: greens aerated ${from} to ${to}, tell callers before booking.`;
  await db.updateTable('ric_messages').set({ message, updated_by: 'Ruth Castellano' }).execute();
}
