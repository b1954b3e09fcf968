import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db } from '../../src/server/process/context.ts';
import type { Tables } from '../../src/server/database/tables.ts';
import { hashPassword } from '../../src/server/access/passwords.ts';

type Row<T extends keyof Tables> = Partial<Insertable<Tables[T]>>;
let made = 0;
const next = () => (made += 1);

/** The password of every staff user that the factories create. */
export const TEST_PASSWORD = 'a password for tests';
let hash: Promise<string> | undefined;

/** Creates a staff user of level sdgr, who signs in with PASSWORD. */
export async function aStaffUser(db: Db, given: Row<'staff_users'> = {}) {
  const number = next();
  hash ??= hashPassword(TEST_PASSWORD);
  return db
    .insertInto('staff_users')
    .values({
      email: `agent${number}@ric.example`,
      name: `Agent ${number}`,
      level: 'sdgr',
      password_hash: await hash,
      ...given,
    })
    .returning(['id', 'email', 'name', 'level'])
    .executeTakeFirstOrThrow();
}

/** Creates a course that books through a course system and needs no rate. */
export function aCourse(db: Db, given: Row<'courses'> = {}) {
  const number = next();
  return db
    .insertInto('courses')
    .values({
      course_name: `Course ${number}`,
      email: `course${number}@course.example`,
      rate_required: false,
      fore_up_id: String(1000 + number),
      ...given,
    })
    .returning(['id', 'course_name'])
    .executeTakeFirstOrThrow();
}

/** Creates a course's own rate ($100.00, wholesale $60.00) with one date range over every day of 2020 to 2040. */
export async function aRate(
  db: Db,
  course_id: number,
  given: Row<'rates'> = {},
  range: Row<'rate_date_ranges'> = {},
) {
  const rate = await db
    .insertInto('rates')
    .values({ course_id, type: 'RicGolfRate', raw_rate: 10_000, raw_wholesale_rate: 6_000, ...given })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('rate_date_ranges')
    .values({
      golf_rate_id: rate.id,
      start: '2020-01-01',
      end: '2040-12-31',
      rate_days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
      ...range,
    })
    .execute();
  return rate;
}

export function aCustomer(db: Db, given: Row<'customers'> = {}) {
  const number = next();
  return db
    .insertInto('customers')
    .values({
      first_name: `First${number}`,
      last_name: `Last${number}`,
      email: `customer${number}@customer.example`,
      ...given,
    })
    .returning(['id', 'first_name', 'last_name', 'email'])
    .executeTakeFirstOrThrow();
}

/** Creates a gift certificate of $100.00 together with its sale in the ledger; `raw_value` sets another amount. */
export function aCertificate(db: Db, given: Row<'gift_certificates'> = {}) {
  const raw_value = given.raw_value ?? 10_000;
  return db.transaction().execute(async (trx) => {
    const certificate = await trx
      .insertInto('gift_certificates')
      .values({ serial: `GC-${next()}`, ...given, raw_value, raw_price: raw_value, raw_balance: raw_value })
      .returning(['id', 'serial'])
      .executeTakeFirstOrThrow();
    if (raw_value === 0) return certificate;
    const gift_certificate_id = certificate.id;
    const sale = await trx
      .insertInto('ledger_transactions')
      .values({ kind: 'certificate_sale', gift_certificate_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const entry = { ledger_transaction_id: sale.id, gift_certificate_id };
    await trx
      .insertInto('ledger_entries')
      .values([
        { ...entry, account: 'certificate_sale', raw_amount: raw_value },
        { ...entry, account: 'gift_certificate', raw_amount: -raw_value },
      ])
      .execute();
    return certificate;
  });
}

/** Creates a discount of $10.00 that is valid everywhere from 2020 to 2040. */
export function aDiscount(db: Db, given: Row<'discounts'> = {}) {
  return db
    .insertInto('discounts')
    .values({
      code: `CODE${next()}`,
      start_date: '2020-01-01',
      end_date: '2040-12-31',
      is_dollars: true,
      raw_amount: 1_000,
      ...given,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
}

/** Creates a set of rental clubs at $50.00. */
export function aRentalClub(db: Db, course_id: number, given: Row<'rental_clubs'> = {}) {
  return db
    .insertInto('rental_clubs')
    .values({
      course_id,
      brand: `Brand ${next()}`,
      raw_cost: 2_000,
      raw_rate: 3_000,
      raw_charge: 5_000,
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/**
 * Creates a tee time booked without a card at $100.00, on account, with its ledger entries, so that the ledger checks pass.
 */
export async function aTeeTime(db: Db, given: Row<'tee_times'> & { course_id: number; customer_id: number }) {
  const raw_charge = given.raw_charge ?? 10_000;
  const teeTime = await db
    .insertInto('tee_times')
    .values({
      state: 'booked',
      source: 'internal',
      agent: 'Agent',
      play_date: '2030-06-01',
      play_time: '08:00',
      players: 2,
      players_booked: 2,
      confirmation: 'INTERNAL',
      raw_charge,
      raw_total: raw_charge,
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const tee_time_id = teeTime.id;
  const booking = await db
    .insertInto('ledger_transactions')
    .values({ kind: 'booking', tee_time_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const entry = { ledger_transaction_id: booking.id, tee_time_id };
  await db
    .insertInto('ledger_entries')
    .values([
      { ...entry, account: 'on_account', raw_amount: raw_charge },
      { ...entry, account: 'tee_time', raw_amount: -raw_charge },
    ])
    .execute();
  return teeTime;
}

/** Creates an open time, at 07:42 on the first tee by default; each one has its own starting side. */
export const anOpenTime = (
  db: Db,
  { course_id, ...given }: Row<'fore_up_availabilities'> & { course_id: number },
) =>
  db
    .insertInto('fore_up_availabilities')
    .values({
      course_id,
      available_date: '2030-06-01',
      available_time: 742,
      spots: [2, 4],
      starting_side: randomUUID(),
      starts_at: `${given.available_date ?? '2030-06-01'}T14:42:00Z`,
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

/** Creates a queue entry: a customer who waits for an open time, with a stored card by default. */
export async function aQueueEntry(
  db: Db,
  course_id: number,
  given: { lead?: Row<'lost_leads'>; lead_date?: string; queue_closed_at?: Date } = {},
) {
  const { queue_closed_at, lead_date = '2030-06-01' } = given;
  const open = await anOpenTime(db, { course_id, available_date: lead_date });
  const lead = await db
    .insertInto('lost_leads')
    .values({
      course_id,
      players: 2,
      lead_date,
      play_time: '07:42',
      card_token: randomUUID(),
      card_last4: '4242',
      card_expmo: '12',
      card_expyr: '2035',
      ...given.lead,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const entry = await db
    .insertInto('availability_queues')
    .values({
      fore_up_availability_id: open.id,
      lost_lead_id: lead.id,
      ...(queue_closed_at && { created_at: queue_closed_at }),
    })
    .returning(['id', 'lost_lead_id', 'fore_up_availability_id'])
    .executeTakeFirstOrThrow();
  // A closed queue accepts no entries, so the queue is closed afterwards.
  if (queue_closed_at)
    await db
      .updateTable('fore_up_availabilities')
      .set({ queue_closed_at })
      .where('id', '=', open.id)
      .execute();
  return entry;
}

/**
 * Creates a report schedule: the rate sheet, mailed to its owner every day at 08:00, and due since the day before yesterday
 * by default.
 */
export async function aReportSchedule(
  db: Db,
  { owner_id, ...given }: Row<'report_schedules'> & { owner_id: number },
  recipients = [owner_id],
) {
  const schedule = await db
    .insertInto('report_schedules')
    .values({
      owner_id,
      report: 'rate-sheet',
      repeats: 'daily',
      hour: 8,
      next_run_at: new Date(Date.now() - 2 * 86_400_000),
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('report_schedule_recipients')
    .values(recipients.map((staff_user_id) => ({ report_schedule_id: schedule.id, staff_user_id })))
    .execute();
  return schedule;
}
