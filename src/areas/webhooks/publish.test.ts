import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { aPartnerWithoutKey } from '../../../test/support/partners.ts';
import { aWebhookEndpoint } from '../../../test/support/an-endpoint.ts';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aBookingBody, aCard, bookTeeTime, sendBooking } from '../../../test/support/bookings.ts';
import { aCertificate, aCourse, aCustomer, anOpenTime } from '../../../test/support/factories.ts';
import { anOfferedTime, scrapedTimes } from '../../../test/support/scrapes.ts';
import { runTransaction } from '../../server/database/transact.ts';
import { recordScrape } from '../scraping/merge/record-scrape.steps.ts';
import { reconcileOnce } from '../../../test/support/reconcile.ts';
import { roundChanges } from '../tee-times/repricing/round-changes.contract.ts';
import { teeTimes } from '../tee-times/tee-times.contract.ts';
import { queueLead, queueLeadsForOpenTimes } from '../wait-list/matching/matching.queries.ts';
import { EVENT_DATA_SCHEMAS, EVENT_KINDS, type EventKind } from './events.contract.ts';
import { publishCertificate, publishTeeTime } from './publish.queries.ts';

const app = testApp();
let admin: HeaderFields;
let course: number;
let partner: number;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  course = (await aCourse(app.db)).id;
  partner = (await aPartnerWithoutKey(app.db)).id;
  await aWebhookEndpoint(app.db, partner);
});
beforeEach(() => app.db.deleteFrom('webhook_events').execute());

/** Returns the events that were written, each parsed by its contract. */
async function told() {
  const { rows } = await sql<{ kind: EventKind; subject: string; api_user_id: number; payload: unknown }>`
    select v.kind, v.subject, v.api_user_id, v.payload
    from webhook_events v join webhook_deliveries d on d.event_id = v.id order by d.id`.execute(app.db);
  return rows.map(({ kind, payload, ...event }) => {
    const data = EVENT_DATA_SCHEMAS[kind].parse(payload);
    // Only the fields that the contract declares are sent.
    expect(data).toEqual(payload);
    return { kind, ...event, data };
  });
}
const kinds = async () => (await told()).map(({ kind }) => kind);
const makeTheirs = (id: number, api_user_id = partner) =>
  app.db.updateTable('tee_times').set({ api_user_id }).where('id', '=', id).execute();
const theirs = async (given: Record<string, unknown> = {}) => {
  const teeTime = await bookTeeTime(app, admin, { course, credit_card: aCard(), ...given });
  await makeTheirs(teeTime.id);
  return teeTime;
};

test('a booking, once it is settled and not before', async () => {
  const body = aBookingBody({ course, credit_card: aCard('timeout_after') });
  expect((await sendBooking(app, body, admin)).status).toBe(202);
  const { confirmation } = body.booking.tee_time;
  const { id } = await app.db
    .selectFrom('tee_times')
    .select('id')
    .where('confirmation', '=', confirmation)
    .executeTakeFirstOrThrow();
  await makeTheirs(id);
  expect(await told()).toEqual([]);
  await expect
    .poll(async () => (await reconcileOnce(app.context), await told()), { timeout: 30_000 })
    .toEqual([
      {
        kind: 'tee_time.booked',
        subject: `tee_time ${id}`,
        api_user_id: partner,
        data: {
          id,
          confirmation,
          state: 'booked',
          course_id: course,
          play_date: '2030-06-01',
          play_time: '07:42',
          players: 4,
          raw_total: 41_200,
          raw_paid: 41_200,
        },
      },
    ]);
});

test('a cancellation and its refund, in this order', async () => {
  const { id } = await theirs();
  const body = { id, cancel: true, refund: true, force_cancel: true, refund_amount: 30_000 };
  await app.ok(teeTimes.cancel, { body }, admin);
  expect(await told()).toMatchObject([
    { kind: 'tee_time.canceled', data: { id, state: 'canceled', raw_paid: 41_200 } },
    { kind: 'tee_time.refunded', data: { id, state: 'canceled', raw_paid: 11_200, raw_refunded: 30_000 } },
  ]);
});

test('a change, by an edit and with its price; not an edit of words', async () => {
  const { id } = await theirs();
  const edit = (tee_time: object) => app.ok(teeTimes.update, { body: { id, tee_time } }, admin);
  await edit({ notes: 'They come late' });
  expect(await told()).toEqual([]);
  await edit({ players: 3 });
  expect(await told()).toMatchObject([{ kind: 'tee_time.changed', data: { id, players: 3 } }]);
  const other = await theirs();
  const round = { play_date: '2030-06-02', play_time: '08:00', players: 5, course: { id: course } };
  const settled = { difference: 'settle', shown_difference: 10_300, credit_card: aCard() } as const;
  const body = { id: other.id, ...round, terms: 'frozen', ...settled } as const;
  await app.ok(roundChanges.change, { body }, admin);
  expect((await told()).slice(1)).toMatchObject([
    {
      kind: 'tee_time.changed',
      data: { id: other.id, play_date: '2030-06-02', play_time: '08:00', players: 5, raw_paid: 51_500 },
    },
  ]);
});

test('a certificate that is spent, given back, and sold', async () => {
  const recipient_id = (await aCustomer(app.db, { type: 'GiftCertificateRecipient' })).id;
  const customer_id = (await aCustomer(app.db)).id;
  const { id, serial } = await aCertificate(app.db, { customer_id, recipient_id, api_user_id: partner });
  const { raw_balance } = await app.db
    .selectFrom('gift_certificates')
    .select('raw_balance')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const booked = await bookTeeTime(app, admin, { course, gift_cert_serial: serial, credit_card: aCard() });
  const spent = booked.totals.certificate;
  expect(await told()).toMatchObject([
    { kind: 'certificate.spent', data: { id, serial, raw_amount: spent, raw_balance: raw_balance - spent } },
  ]);
  const body = { id: booked.id, cancel: true, refund: true, force_cancel: true };
  await app.ok(teeTimes.cancel, { body }, admin);
  expect((await told())[1]).toMatchObject({ kind: 'certificate.given_back', data: { raw_amount: spent } });
  await publishCertificate(app.db, 'certificate.sold', id);
  expect((await told())[2]).toMatchObject({ kind: 'certificate.sold', subject: `certificate ${id}` });
});

const DAY = '2030-06-01';
const look = (clock: string, times: string, course_id = course) =>
  recordScrape(app.context, {
    course_id,
    day: DAY,
    next_look_at: `2030-05-20T23:59:00.000Z`,
    read: scrapedTimes(
      `2030-05-20T${clock}:00.000Z`,
      times
        .split(' ')
        .filter(Boolean)
        .map((time) => anOfferedTime(DAY, time)),
      true,
    ),
  });
async function grant(api_user_id: number, api_action_id: number, course_id: number) {
  const group = await app.db
    .insertInto('course_groups')
    .values({ group_name: `G ${api_user_id} ${api_action_id} ${course_id}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const course_group_id = group.id;
  await app.db.insertInto('course_group_users').values({ course_group_id, api_user_id }).execute();
  await app.db.insertInto('course_group_actions').values({ course_group_id, api_action_id }).execute();
  await app.db.insertInto('course_group_courses').values({ course_group_id, course_id }).execute();
}

test('open times that come and go: one event for a look, to who may search that course', async () => {
  const [other, deaf] = [await aPartnerWithoutKey(app.db), await aPartnerWithoutKey(app.db)];
  await aWebhookEndpoint(app.db, other.id);
  await aWebhookEndpoint(app.db, deaf.id, { kinds: ['tee_time.booked'] });
  const here = (await aCourse(app.db)).id;
  await grant(partner, 2, here);
  await grant(other.id, 1, here);
  await grant(deaf.id, 2, here);
  await look('10:00', '07:00 07:10', here);
  const rows = await app.db
    .selectFrom('fore_up_availabilities')
    .select(['id', 'available_time'])
    .where('course_id', '=', here)
    .orderBy('available_time')
    .execute();
  const [seven = 0, ten = 0] = rows.map(({ id }) => id);
  const place = (id: number, play_time: string) => ({ id, play_time, starting_side: '', holes: 18 });
  const spots = [2, 3, 4];
  expect(await told()).toEqual([
    {
      kind: 'open_times.changed',
      subject: `open_times ${here} ${DAY}`,
      api_user_id: partner,
      data: {
        course_id: here,
        play_date: DAY,
        gone: [],
        new: [
          { ...place(seven, '07:00'), spots },
          { ...place(ten, '07:10'), spots },
        ],
      },
    },
  ]);
  await look('10:05', '07:00', here); // missed once, so not gone yet
  expect(await told()).toHaveLength(1);
  await look('10:10', '07:00 09:00', here);
  expect((await told())[1]).toMatchObject({
    data: { new: [{ play_time: '09:00' }], gone: [place(ten, '07:10')] },
  });
  await look('10:15', '07:00 09:00', here);
  expect(await told()).toHaveLength(2);
  // An open time that comes back keeps its id.
  await look('10:40', '07:00 07:10 09:00', here);
  expect((await told())[2]).toMatchObject({ data: { new: [place(ten, '07:10')], gone: [] } });
});

/** Creates a tee time that staff booked by phone, which no course system knows. */
const byPhone = (course_id: number, play_time: string, players: number) =>
  bookTeeTime(app, admin, {
    course: course_id,
    credit_card: aCard(),
    tee_time: { play_date: DAY, play_time, players, confirmation: 'INTERNAL' },
  });

test('an open time is told with what is left of it, and not at all where nothing is', async () => {
  const here = (await aCourse(app.db)).id;
  await grant(partner, 2, here);
  await byPhone(here, '07:00', 1);
  await byPhone(here, '07:10', 3);
  await look('10:00', '07:00 07:10', here);
  expect(await told()).toMatchObject([{ data: { new: [{ play_time: '07:00', spots: [2, 3] }] } }]);
  const full = (await aCourse(app.db)).id;
  await grant(partner, 2, full);
  await byPhone(full, '07:00', 4);
  await look('10:00', '07:00', full);
  expect(await told()).toHaveLength(1);
});

test('a lead that finds open times, once for all of them', async () => {
  const place = (await aCourse(app.db)).id;
  const customer_id = (await aCustomer(app.db)).id;
  const lead = (api_user_id: number | null) =>
    app.db
      .insertInto('lost_leads')
      .values({ course_id: place, customer_id, players: 2, lead_date: DAY, play_time: '08:00', api_user_id })
      .returning('id')
      .executeTakeFirstOrThrow();
  const at = { course_id: place, available_date: DAY, holes: 18, spots: [2, 4] };
  const [a, b] = [
    await anOpenTime(app.db, { ...at, available_time: 800 }),
    await anOpenTime(app.db, { ...at, available_time: 842 }),
  ];
  const [first] = [await lead(partner), await lead(null)];
  expect(await runTransaction(app.db, (db) => queueLeadsForOpenTimes(db, place, [a.id, b.id]))).toBe(4);
  expect(await told()).toMatchObject([
    {
      kind: 'lead.matched',
      subject: `lead ${first.id}`,
      data: {
        id: first.id,
        course_id: place,
        lead_date: DAY,
        players: 2,
        open_times: [
          { id: a.id, play_time: '08:00', holes: 18, spots: [2, 4] },
          { id: b.id, play_time: '08:42', holes: 18, spots: [2, 4] },
        ],
      },
    },
  ]);
  // Staff may ask the course about an open time that is full now, but partners get no event about it.
  await byPhone(place, '08:00', 3);
  const late = await lead(partner);
  expect(await runTransaction(app.db, (db) => queueLead(db, late.id))).toBe(2);
  expect((await told())[1]).toMatchObject({ data: { open_times: [{ id: b.id }] } });
  await byPhone(place, '08:42', 3);
  const later = await lead(partner);
  expect(await runTransaction(app.db, (db) => queueLead(db, later.id))).toBe(2);
  expect(await told()).toHaveLength(2);
});

test('nobody is told of the desk’s own, of another partner’s, nor at an endpoint that is off or wants other kinds', async () => {
  const silent = await aPartnerWithoutKey(app.db);
  await aWebhookEndpoint(app.db, silent.id, { is_on: false });
  await aWebhookEndpoint(app.db, silent.id, { kinds: ['lead.matched'] });
  const own = await bookTeeTime(app, admin, { course, credit_card: aCard() });
  const theirOwn = await bookTeeTime(app, admin, { course, credit_card: aCard() });
  await makeTheirs(theirOwn.id, silent.id);
  for (const { id } of [own, theirOwn]) {
    for (const kind of EVENT_KINDS) if (kind === 'tee_time.changed') await publishTeeTime(app.db, kind, id);
    await app.ok(teeTimes.cancel, { body: { id, cancel: true, refund: true, force_cancel: true } }, admin);
  }
  expect(await kinds()).toEqual([]);
  // No event is written at all, not even one without deliveries.
  expect(await app.db.selectFrom('webhook_events').selectAll().execute()).toEqual([]);
});

test('what is undone is not told', async () => {
  const { id } = await theirs();
  const undone = app.db.transaction().execute(async (db) => {
    await publishTeeTime(db, 'tee_time.changed', id);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await told()).toEqual([]);
});
