import fc from 'fast-check';
import { sumNewestChangedDays } from '../../src/areas/sales/sales-days.queries.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import { runTransaction } from '../../src/server/database/transact.ts';
import type { HeaderFields, TestApp } from './app.ts';
import { changePlayers, refundQuarters } from './changed-bookings.ts';
import { aRentalClub, aCourse, aCustomer, aDiscount, aStaffUser } from './factories.ts';
import { addWorkedBooking, postLedgerEntries } from './worked-bookings.ts';
import { sellCertificate } from './worked-company.ts';

export const HISTORY_TIME_ZONE = 'America/Los_Angeles';
// The days around the two nights on which the clock changes, and around the ends of their months.
export const HISTORY_DAYS = ['2026-02-28', '2026-03-01', '2026-03-07', '2026-03-08', '2026-03-09'].concat([
  '2026-10-31',
  '2026-11-01',
  '2026-11-02',
]);

/** One of these days. */
export const anyHistoryDay = fc.constantFrom(...HISTORY_DAYS);
type Of<A> = A extends fc.Arbitrary<infer T> ? T : never;
type Act = () => Promise<unknown>;

// Every minute of 30 hours: around each midnight, and around the repeated or missing hour.
const aMoment = fc
  .tuple(anyHistoryDay, fc.integer({ min: 0, max: 30 * 60 }))
  .map(([day, minutes]) => new Date(Date.parse(`${day}T05:00:00Z`) + minutes * 60_000).toISOString());
const which = fc.nat(1_000);
const share = fc.integer({ min: 1, max: 4 });
const aBooking = fc.record({
  created: aMoment,
  course: fc.integer({ min: 1, max: 4 }),
  players: fc.integer({ min: 1, max: 8 }),
  source: fc.constantFrom('internal' as const, 'external' as const, 'misc' as const),
  agent: fc.option(fc.nat(3)),
  charge: fc.integer({ min: 1, max: 90_000 }),
  clubs: fc.nat(2),
  spends: fc.option(which),
  isCard: fc.boolean(),
  declined: fc.boolean(),
});
const anEdit = fc.record({
  which,
  players: fc.option(fc.integer({ min: 1, max: 8 })),
  course: fc.option(fc.nat(3)),
  customer: fc.nat(2),
});
const aChange = fc.record({ players: fc.integer({ min: 1, max: 8 }), byCard: fc.boolean() });
const aSale = fc.record({
  sold: aMoment,
  value: fc.constantFrom(5_000, 10_000, 10_000, 10_001, 25_000),
  off: fc.nat(2_000),
});

type Histories = {
  prepare: () => Promise<HeaderFields>;
  anAct: fc.Arbitrary<Act>;
  /** Sells and spends a certificate on each of the days, and cancels the last of these bookings. */
  actEachDay: () => Promise<void>;
};

/** Random acts in a company, one after the other: bookings, edits, changes, cancellations, refunds, certificates. */
export function randomActs(app: TestApp): Histories {
  let agent: HeaderFields;
  const staff: { id: number; name: string }[] = [];
  const customers: number[] = [];
  const certificates: { id: number; serial: string }[] = [];
  const booked: number[] = [];
  let company: Parameters<typeof addWorkedBooking>[1];

  const prepare = async () => {
    app.setClock('2026-12-03T18:00:00Z');
    agent = await app.signedIn('agent');
    const { db } = app;
    for (const [name, level] of [
      ['Ruth', 'admin'],
      ['Sam Lee', 'sdgr'],
      ['Sam Lee', 'psgr'],
      ['Desk', 'hotels'],
    ] as const)
      staff.push(await aStaffUser(db, { name, level }));
    const courses = [
      await aCourse(db, { course_name: 'Aviara' }),
      await aCourse(db),
      await aCourse(db),
      await aCourse(db),
    ].map(({ id }) => id);
    for (let n = 0; n < 3; n += 1) customers.push((await aCustomer(db)).id);
    const club = await aRentalClub(db, courses[0] ?? 0);
    const discount = await aDiscount(db);
    company = { courses, rates: [], club: club.id, discount: discount.id, by: staff[0]?.id ?? 0 };
    return agent;
  };

  async function bookIt({ spends, agent: who, declined, ...given }: Of<typeof aBooking>): Promise<void> {
    const isDeclined = declined && given.isCard;
    const spent = isDeclined || spends === null ? undefined : await spendable(spends, given.charge);
    const by = who === null ? undefined : staff[who];
    const { id } = await addWorkedBooking(app.db, company, {
      ...given,
      play: ['2030-06-01', '08:00'],
      noRate: true,
      declined: isDeclined,
      ...(by ? { staff: by } : { agent: given.source === 'misc' ? 'Golf Tours' : 'Site' }),
      ...(spent && { certificate: spent }),
    });
    if (!isDeclined) booked.push(id);
  }

  /** The spendable part of a certificate: up to half of the charge, within its balance. */
  async function spendable(at: number, charge: number): Promise<[{ id: number }, number] | undefined> {
    const certificate = certificates[at % Math.max(certificates.length, 1)];
    if (!certificate) return undefined;
    const { raw_balance } = await app.db
      .selectFrom('gift_certificates')
      .select('raw_balance')
      .where('id', '=', certificate.id)
      .executeTakeFirstOrThrow();
    const cents = Math.min(raw_balance, Math.floor(charge / 2));
    return cents > 0 ? [certificate, cents] : undefined;
  }

  const oneOf = (ids: number[], at: number): number | undefined => ids[at % Math.max(ids.length, 1)];

  /** Edits by the calls that staff use. */
  async function editIt({ which: at, players, course, customer }: Of<typeof anEdit>): Promise<void> {
    const id = oneOf(booked, at);
    const customer_id = customers[customer];
    const { courses } = company;
    if (id === undefined || customer_id === undefined) return;
    const tee_time = {
      ...(players !== null && { players }),
      ...(course !== null && { course: { id: courses[course] ?? 0 } }),
    };
    await app.ok(teeTimes.update, { body: { id, tee_time, gift_certificate: null, discount: null } }, agent);
    await app.ok(teeTimes.updateCustomer, { body: { id, customer_id } }, agent);
  }

  async function cancelIt(id: number, quarters: number): Promise<void> {
    const { db } = app;
    await refundQuarters(db, id, quarters);
    const { raw_total, raw_open, is_card } = await db
      .updateTable('tee_times')
      .set({ state: 'canceled', canceled_at: '2026-12-02T19:00:00Z' })
      .where('id', '=', id)
      .returning(['raw_total', 'raw_open', 'is_card'])
      .executeTakeFirstOrThrow();
    booked.splice(booked.indexOf(id), 1);
    const owed = is_card ? raw_open : raw_total;
    if (owed === 0) return;
    await postLedgerEntries(db, { kind: 'release', tee_time_id: id, created_at: '2026-12-02T19:00:00Z' }, [
      { account: 'tee_time', raw_amount: owed },
      { account: 'on_account', raw_amount: -owed },
    ]);
  }

  let sold = 0;
  async function sellIt({ off, value, ...sale }: Of<typeof aSale>): Promise<void> {
    sold += 1;
    const price = value - off;
    certificates.push(await sellCertificate(app.db, { serial: `GC-P${sold}`, value, price, ...sale }));
  }

  /** Refunds the whole price of an unspent one. */
  async function giveBack(at: number): Promise<void> {
    const { db } = app;
    const found = await db
      .selectFrom('gift_certificates')
      .select(['id', 'raw_value', 'raw_price', 'raw_balance'])
      .where(
        'id',
        '=',
        oneOf(
          certificates.map(({ id }) => id),
          at,
        ) ?? 0,
      )
      .executeTakeFirst();
    if (!found || found.raw_balance < found.raw_value) return;
    const { id, raw_value, raw_price } = found;
    const gift_certificate_id = id;
    await postLedgerEntries(db, { kind: 'refund', gift_certificate_id, created_at: '2026-12-02T18:00:00Z' }, [
      { account: 'card', raw_amount: -raw_price, gift_certificate_id },
      { account: 'discount', raw_amount: raw_price - raw_value, gift_certificate_id },
      { account: 'gift_certificate', raw_amount: raw_value, gift_certificate_id },
    ]);
    await db
      .updateTable('gift_certificates')
      .set({ raw_price: 0, raw_balance: 0, refunded_at: '2026-12-02T18:00:00Z' })
      .where('id', '=', id)
      .execute();
  }

  const withBooked = (at: number, work: (id: number) => Promise<void>): Act => {
    return async () => {
      const id = oneOf(booked, at);
      if (id !== undefined) await work(id);
    };
  };
  const anAct: fc.Arbitrary<Act> = fc.oneof(
    { weight: 6, arbitrary: aBooking.map((given) => () => bookIt(given)) },
    { weight: 3, arbitrary: anEdit.map((edit) => () => editIt(edit)) },
    {
      weight: 2,
      arbitrary: fc.tuple(which, fc.nat(4)).map(([at, part]) => withBooked(at, (id) => cancelIt(id, part))),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(which, share)
        .map(([at, part]) => withBooked(at, (id) => refundQuarters(app.db, id, part))),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(which, aChange)
        .map(([at, to]) => withBooked(at, (id) => changePlayers(app.db, id, to))),
    },
    { weight: 2, arbitrary: aSale.map((sale) => () => sellIt(sale)) },
    { weight: 1, arbitrary: which.map((at) => () => giveBack(at)) },
    // The server's own job, sometimes: changed days are counted again.
    {
      weight: 2,
      arbitrary: fc.constant(() =>
        runTransaction(app.db, (db) => sumNewestChangedDays(db, HISTORY_TIME_ZONE)),
      ),
    },
  );

  async function actEachDay(): Promise<void> {
    const plain = { course: 1, players: 2, source: 'internal', agent: 0, charge: 20_000, clubs: 0 } as const;
    for (const day of HISTORY_DAYS) {
      const created = `${day}T20:00:00Z`;
      // oxlint-disable-next-line no-await-in-loop -- each booking spends the certificate sold before it
      await sellIt({ sold: created, value: 10_000, off: 0 });
      const spends = certificates.length - 1;
      // oxlint-disable-next-line no-await-in-loop -- the days one after the other
      await bookIt({ ...plain, created, spends, isCard: true, declined: false });
    }
    const last = booked.at(-1);
    if (last !== undefined) await cancelIt(last, 4);
  }

  return { prepare, anAct, actEachDay };
}
