import { randomUUID } from 'node:crypto';
import {
  bookingEntries,
  refundEntries,
  type BookedPrice,
  type NewLedgerEntry,
} from '../../src/areas/payments/ledger.queries.ts';
import type { TeeTimes } from '../../src/server/database/tables.ts';
import type { Db } from '../../src/server/process/context.ts';
import { aCustomer } from './factories.ts';

type Terms = {
  rate_type: string;
  raw_rate: number;
  raw_wholesale_rate: number;
  raw_commission: number;
  is_commission_dollars: boolean;
} & Partial<
  Record<
    | 'raw_service_fee'
    | 'raw_deposit'
    | 'raw_non_refundable'
    | 'raw_golfswitch_commission'
    | 'raw_course_balance'
    | 'cancel_hours',
    number
  >
>;

// prettier-ignore
export const COURSE_TERMS: Terms[] = [
  { rate_type: 'RicGolfRate', raw_rate: 100_00, raw_service_fee: 5_00, raw_deposit: 25_00, raw_wholesale_rate: 80_00, raw_non_refundable: 20_00, cancel_hours: 24, raw_commission: 4_00, is_commission_dollars: true },
  { rate_type: 'ApiGolfRate', raw_rate: 200_00, raw_wholesale_rate: 160_00, raw_commission: 5_00, is_commission_dollars: false, raw_golfswitch_commission: 10_00, cancel_hours: 48 },
  { rate_type: 'RicGolfRate', raw_rate: 120_00, raw_deposit: 30_00, raw_course_balance: 90_00, raw_wholesale_rate: 0, raw_commission: 10_00, is_commission_dollars: false, cancel_hours: 72 },
];
type Cause = {
  kind: 'booking' | 'change' | 'refund' | 'release' | 'certificate_sale';
  created_at: string;
  tee_time_id?: number;
  gift_certificate_id?: number;
  payment_attempt_id?: string;
};

export async function postLedgerEntries(db: Db, cause: Cause, entries: NewLedgerEntry[]): Promise<void> {
  const { id } = await db
    .insertInto('ledger_transactions')
    .values(cause)
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = entries
    .filter(({ raw_amount }) => raw_amount !== 0)
    .map((entry) => ({
      ...entry,
      ledger_transaction_id: id,
      tee_time_id: cause.tee_time_id ?? null,
      created_at: cause.created_at,
    }));
  await db.insertInto('ledger_entries').values(rows).execute();
}

type Company = { courses: number[]; rates: number[]; club: number; discount: number; by: number };
export type WorkedBooking = {
  created: string;
  course: number;
  play: [date: string, time: string];
  players: number;
  booked?: number;
  source?: 'internal' | 'external' | 'misc';
  agent?: string;
  staff?: { id: number; name: string };
  charge: number;
  clubs?: number;
  discount?: number;
  certificate?: [of: { id: number }, cents: number];
  isCard: boolean;
  confirmation?: string;
  noRate?: boolean;
  canceled?: string;
  refunded?: [at: string, card: number, certificate: number];
  declined?: boolean;
};

const priceOf = (
  { charge, clubs = 0, discount = 0, certificate, isCard }: WorkedBooking,
  company: Company,
) => {
  const gift = certificate?.[1] ?? 0;
  const rental = clubs * 65_00;
  return {
    raw_charge: charge,
    raw_rental_amount: rental,
    raw_discount_amount: discount,
    raw_gift_certificate_amount: gift,
    raw_total: charge + rental - discount - gift,
    is_card: isCard,
    gift_certificate_id: certificate?.[0].id ?? null,
    golf_discount_id: discount ? company.discount : null,
  };
};

const stateOf = ({ declined, canceled }: WorkedBooking): TeeTimes['state'] => {
  if (declined) return 'failed';
  return canceled ? 'canceled' : 'booked';
};

const termsOf = ({ noRate, course, players }: WorkedBooking, { rates }: Company) => {
  const terms = noRate ? undefined : COURSE_TERMS[course - 1];
  if (!terms) return {};
  return { ...terms, golf_rate_id: rates[course - 1] ?? null, raw_cost: terms.raw_wholesale_rate * players };
};

/** Returns the current state of a booking: its later events, and the terms that apply. */
function standingOf(given: WorkedBooking, company: Company) {
  const { isCard, canceled = null, declined = false } = given;
  const paid = priceOf(given, company).raw_total - (given.refunded?.[1] ?? 0);
  return {
    ...termsOf(given, company),
    raw_paid: isCard && !declined ? paid : 0,
    state: stateOf(given),
    canceled_at: canceled,
  };
}

export async function addWorkedBooking(db: Db, company: Company, given: WorkedBooking) {
  const { created, players } = given;
  const price = priceOf(given, company);
  const customer = await aCustomer(db, { primary_phone: '619-555-0143', postcode: '02134' });
  const { id } = await db
    .insertInto('tee_times')
    .values({
      ...price,
      ...standingOf(given, company),
      source: given.source ?? 'internal',
      agent: given.staff?.name ?? given.agent ?? '',
      staff_user_id: given.staff?.id ?? null,
      customer_id: customer.id,
      course_id: company.courses[given.course - 1] ?? 0,
      play_date: given.play[0],
      play_time: given.play[1],
      players,
      players_booked: given.booked ?? players,
      confirmation: given.confirmation ?? `RES-${created.slice(5, 16)}`,
      created_at: created,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const set = { rental_club_id: company.club, raw_charge: 65_00, raw_cost: 45_00, raw_commission: 5_00 };
  if (given.clubs)
    await db
      .insertInto('tee_time_rental_clubs')
      .values({ tee_time_id: id, quantity: given.clubs, ...set })
      .execute();
  await keepBooks(db, { id, price, by: company.by }, given);
  return { id };
}

type Booked = { id: number; price: BookedPrice; by: number };

/** Adds the booking's entries to the gateway's records, the ledger and the gift certificate. */
async function keepBooks(db: Db, { id, price, by }: Booked, given: WorkedBooking): Promise<void> {
  const { created, isCard, declined = false, certificate, refunded, canceled } = given;
  const attempted = isCard
    ? await attempt(db, { id, by, kind: 'charge', cents: price.raw_total, declined })
    : null;
  if (declined) return;
  const charged = attempted && { payment_attempt_id: attempted };
  await postLedgerEntries(
    db,
    { kind: 'booking', tee_time_id: id, created_at: created, ...charged },
    bookingEntries(price),
  );
  if (refunded) {
    const [when, card, back] = refunded;
    const payment_attempt_id = await attempt(db, { id, by, kind: 'refund', cents: card, of: attempted });
    await postLedgerEntries(
      db,
      { kind: 'refund', tee_time_id: id, created_at: when, payment_attempt_id },
      refundEntries({ card, certificate: back, gift_certificate_id: price.gift_certificate_id }),
    );
  }
  if (canceled && !isCard)
    await postLedgerEntries(db, { kind: 'release', tee_time_id: id, created_at: canceled }, [
      { account: 'tee_time', raw_amount: price.raw_total },
      { account: 'on_account', raw_amount: -price.raw_total },
    ]);
  if (certificate) {
    const [{ id: gift }, cents] = certificate;
    const { raw_balance } = await db
      .selectFrom('gift_certificates')
      .select('raw_balance')
      .where('id', '=', gift)
      .executeTakeFirstOrThrow();
    const left = raw_balance - cents + (refunded?.[2] ?? 0);
    await db.updateTable('gift_certificates').set({ raw_balance: left }).where('id', '=', gift).execute();
  }
}

type Attempt = {
  id: number;
  by: number;
  kind: 'charge' | 'refund';
  cents: number;
  declined?: boolean;
  of?: string | null;
};

async function attempt(
  db: Db,
  { id, by, kind, cents, declined = false, of = null }: Attempt,
): Promise<string> {
  const operation = randomUUID();
  const attempt = randomUUID();
  await db
    .insertInto('operations')
    .values({
      id: operation,
      kind: kind === 'charge' ? 'book' : 'cancel',
      staff_user_id: by,
      idempotency_key: operation,
      fingerprint: 'worked',
      state: 'settled',
      tee_time_id: id,
    })
    .execute();
  await db
    .insertInto('payment_attempts')
    .values({
      id: attempt,
      operation_id: operation,
      kind,
      gateway: 'built-in',
      raw_amount: cents,
      state: declined ? 'declined' : 'succeeded',
      charge_attempt_id: of,
    })
    .execute();
  await db
    .insertInto('payment_allocations')
    .values({ payment_attempt_id: attempt, tee_time_id: id, raw_amount: cents })
    .execute();
  return attempt;
}
