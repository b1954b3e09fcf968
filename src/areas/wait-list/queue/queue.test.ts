import type { Insertable } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type Headers } from '../../../../test/support/app.ts';
import { aCourse, aCustomer, anOpenTime, aRate, aTeeTime } from '../../../../test/support/factories.ts';
import type { Tables } from '../../../server/database/tables.ts';
import { foreUpAvailability } from '../../availability/open-times.contract.ts';
import { rowFinder } from '../finding/finder.rules.ts';
import { queueSentence } from '../queue-words.rules.ts';
import { waitList } from '../wait-list.contract.ts';

const app = testApp();
let agent: Headers;
let course: { id: number; course_name: string };
const NOON = '2030-05-30T12:00:00.000Z';

beforeAll(async () => {
  course = await aCourse(app.db, { course_name: 'Torrey Pines South' });
});
beforeEach(async () => {
  app.setClock(NOON);
  agent = await app.signedIn('agent');
});

type Lead = Partial<Insertable<Tables['lost_leads']>>;
/** Creates a customer who waits for an open time. */
async function waits(open: { id: number }, given: Lead = {}) {
  const customer = await aCustomer(app.db, { primary_phone: '619-555-0143', postcode: '92037' });
  const lead = await app.db
    .insertInto('lost_leads')
    .values({
      course_id: course.id,
      customer_id: customer.id,
      players: 2,
      lead_date: '2030-06-01',
      play_time: '07:50',
      created_at: '2030-05-24T12:00:00Z',
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const entry = await app.db
    .insertInto('availability_queues')
    .values({ fore_up_availability_id: open.id, lost_lead_id: lead.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { entry_id: entry.id, lead_id: lead.id, customer };
}
const openTime = (given: Partial<Insertable<Tables['fore_up_availabilities']>> = {}) =>
  anOpenTime(app.db, { course_id: course.id, ...given });
const queueOf = (id: number) => app.ok(waitList.index, { query: { id } }, agent);
const listed = async (id: number) => (await app.ok(waitList.queues, {}, agent)).find((row) => row.id === id);
const close = (id: number) => app.ok(waitList.close, { query: { id } }, agent);
const reopen = (id: number) => app.ok(waitList.reopen, { body: { id } }, agent);

describe('the wait list', () => {
  test('has what is shown of a queue, with the last look at its day', async () => {
    const open = await openTime({ available_time: 752, created_at: '2030-05-20T10:00:00Z' });
    await app.db
      .insertInto('course_days')
      .values({
        course_id: course.id,
        day: '2030-06-01',
        next_look_at: NOON,
        looked_at: '2030-05-30T11:59:00Z',
      })
      .onConflict((of) => of.doNothing())
      .execute();
    await waits(open);
    await waits(open);
    expect(await listed(open.id)).toEqual({
      id: open.id,
      course: { id: course.id, course_name: 'Torrey Pines South' },
      available_date: '2030-06-01',
      wordy_available_date: 'Saturday, June 1st',
      available_time: 752,
      play_time_for_humans: '7:52 AM',
      spots: [2, 4],
      holes: null,
      starting_side: expect.any(String),
      scraped_at: '2030-05-30T11:59:00.000000Z',
      completed_at: null,
      is_stale: false,
      created_at: '2030-05-20T10:00:00.000000Z',
      is_gone: false,
      waiting: 2,
    });
  });

  test('is found by who waits: names, however the apostrophe is typed, e-mails and phones', async () => {
    const open = await openTime();
    const other = await openTime();
    const named = { first_name: 'Siobhan', last_name: 'O’Hara', email: 'so@caller.example' };
    const customer = await aCustomer(app.db, { ...named, primary_phone: '(442) 555-0190' });
    await waits(open, { customer_id: customer.id });
    await waits(other);
    const gone = await aCustomer(app.db, { last_name: 'Unwanted' });
    await waits(other, { customer_id: gone.id, unwanted_at: NOON });
    const [rows, callers] = [
      await app.ok(waitList.queues, {}, agent),
      await app.ok(waitList.callers, {}, agent),
    ];
    const ids = (words: string) =>
      rowFinder(rows, callers, { today: '2030-05-30', read: () => null })(words).map(({ id }) => id);
    for (const words of [
      "o'hara siob",
      'O’HARA',
      'so@caller',
      '442555',
      '(442) 555-0190',
      '442-555',
      'south o’hara',
    ])
      expect([words, ids(words)]).toEqual([words, [open.id]]);
    for (const words of ['o’hara north', '442999', 'unwanted'])
      expect([words, ids(words)]).toEqual([words, []]);
  });

  test('and its queue tell a time that nobody has looked at as the list of open times does, by its course’s plan', async () => {
    const day = '2030-06-02';
    const open = await openTime({ available_date: day, starts_at: `${day}T14:42:00Z` });
    await waits(open, { lead_date: day });
    const looks = { looked_at: '2030-05-30T11:00:00Z', completed_at: '2030-05-30T11:00:00Z' };
    const stale = async (next_look_at: string) => {
      await app.db.deleteFrom('course_days').where('day', '=', day).execute();
      await app.db
        .insertInto('course_days')
        .values({ course_id: course.id, day, ...looks, next_look_at })
        .execute();
      const query = { filters: { available_date: day } };
      const rows = [
        (await app.ok(foreUpAvailability.index, { query }, agent))[0],
        await listed(open.id),
        await queueOf(open.id),
      ];
      return rows.map((row) => [row?.is_stale, row?.completed_at]);
    };
    const at = '2030-05-30T11:00:00.000000Z';
    // An hour ago is within the plan of one course, and late for another.
    expect(await stale('2030-05-30T12:00:00Z')).toEqual(Array(3).fill([false, at]));
    expect(await stale('2030-05-30T11:30:00Z')).toEqual(Array(3).fill([true, at]));
  });

  test('keeps a time that is gone until it has passed', async () => {
    const open = await openTime({ missed_at: NOON, gone_at: NOON });
    await waits(open);
    expect(await listed(open.id)).toMatchObject({ is_gone: true });
    app.setClock('2030-06-01T14:42:00Z');
    agent = await app.signedIn('agent');
    expect(await listed(open.id)).toBeUndefined();
  });

  test.each<[string, (open: { id: number }) => Promise<unknown>]>([
    ['nobody is in', () => Promise.resolve()],
    ['all are booked in', async (open) => waits(open, { tee_time_id: await aBooking() })],
    ['nobody wants any more', (open) => waits(open, { unwanted_at: NOON })],
    ['is closed', async (open) => (await waits(open), close(open.id))],
  ])('has no queue that %s', async (_, prepare) => {
    const open = await openTime();
    await prepare(open);
    expect(await listed(open.id)).toBeUndefined();
  });

  test('has no queue of an inactive course', async () => {
    const other = await aCourse(app.db, { inactive: true });
    const open = await anOpenTime(app.db, { course_id: other.id });
    await waits(open);
    expect(await listed(open.id)).toBeUndefined();
  });

  test('is in the order of date, then time', async () => {
    const made = [
      await openTime({ available_date: '2031-01-02', available_time: 700 }),
      await openTime({ available_date: '2031-01-01', available_time: 1330 }),
      await openTime({ available_date: '2031-01-01', available_time: 905 }),
    ];
    for (const open of made) await waits(open);
    const ids = (await app.ok(waitList.queues, {}, agent)).map(({ id }) => id);
    expect(ids.filter((id) => made.some((open) => open.id === id))).toEqual(
      made.map(({ id }) => id).reverse(),
    );
  });
});

async function aBooking() {
  const customer = await aCustomer(app.db);
  return (await aTeeTime(app.db, { course_id: course.id, customer_id: customer.id })).id;
}

describe('a queue', () => {
  test('says what its sentence needs, and who waits', async () => {
    const rate = await aRate(app.db, course.id, { raw_rate: 25_300, raw_service_fee: 500 });
    const open = await openTime({ available_time: 752, rate_id: rate.id });
    const { entry_id, lead_id, customer } = await waits(open, { players: 4, card_token: 'tok_secret' });
    const answer = await app.call(waitList.index, { query: { id: open.id } }, agent);
    expect(JSON.stringify(answer)).not.toContain('tok_secret');
    expect(answer.body).toMatchObject({
      id: open.id,
      course: { course_name: 'Torrey Pines South' },
      available_date: '2030-06-01',
      wordy_available_date: 'Saturday, June 1st',
      play_time_for_humans: '7:52 AM',
      available_time: 752,
      spots: [2, 4],
      slots: 4,
      raw_suggested: 25_800,
      is_gone: false,
      is_past: false,
      queue_closed_at: null,
      availability_queues: [
        {
          id: entry_id,
          customer: { ...customer, primary_phone: '619-555-0143', postcode: '92037' },
          lost_lead: {
            id: lead_id,
            created_at: '2030-05-24T12:00:00.000000Z',
            players: 4,
            lead_date: '2030-06-01',
            play_time: '07:50',
            course_id: course.id,
          },
          tee_time: null,
          queue_position: 1,
          call_rank: 1,
          why: 'the whole time, wanted 07:50, 6 days, card left, $1,032',
          raw_worth: 103_200,
          has_card: true,
          last_call: null,
        },
      ],
    });
  });

  test('has nobody’s missing values: they are empty', async () => {
    const open = await openTime();
    await waits(open, { customer_id: null });
    const nobody = { id: null, first_name: '', last_name: '', email: '', primary_phone: '', postcode: '' };
    expect((await queueOf(open.id)).availability_queues[0]?.customer).toEqual(nobody);
  });

  test('counts its places by the leads’ age, whoever is called first, and says who cannot be booked', async () => {
    const open = await openTime();
    const young = await waits(open, { players: 4, created_at: '2030-05-30T10:00:00Z' });
    const old = await waits(open, { players: 2, created_at: '2030-05-01T10:00:00Z' });
    const three = await waits(open, { players: 3, created_at: '2030-05-02T10:00:00Z' });
    const tee_time_id = await aBooking();
    const booked = await waits(open, { created_at: '2030-05-03T10:00:00Z', tee_time_id });
    const { availability_queues: all } = await queueOf(open.id);
    expect(all.map((each) => [each.id, each.queue_position, each.call_rank, each.why])).toEqual([
      [young.entry_id, 4, 1, 'the whole time, wanted 07:50'],
      [old.entry_id, 1, 2, 'fits, wanted 07:50, 29 days'],
      [three.entry_id, 2, null, '3 players do not fit: 2 or 4'],
      [booked.entry_id, 3, null, 'booked Torrey Pines South that day'],
    ]);
    expect(all.find(({ id }) => id === booked.entry_id)?.tee_time).toEqual({ id: tee_time_id });
  });

  test.each([
    ['is gone', { missed_at: NOON, gone_at: NOON }, 'this time is no longer open'],
    ['has passed', { starts_at: NOON }, 'this time has passed'],
    ['takes no party', { spots: [] }, '2 players do not fit'],
  ])('whose time %s has nobody to call', async (_, given, why) => {
    const open = await openTime(given);
    await waits(open);
    const queue = await queueOf(open.id);
    expect(queue.availability_queues).toMatchObject([{ call_rank: null, why }]);
    expect(queue.slots).toBe('spots' in given ? 0 : 4);
  });

  test('names the day’s other times that a waiting party could take, nearest first', async () => {
    const day = '2030-07-01';
    const at = (available_time: number, more: Parameters<typeof openTime>[0] = {}) =>
      openTime({
        available_date: day,
        available_time,
        starts_at: `${day}T${String(14 + (available_time - 700) / 100)}:00:00Z`,
        ...more,
      });
    const open = await at(800);
    const far = await at(1000);
    const near = await at(900);
    const beside = await at(800, { starting_side: 'Back' });
    await at(900, { spots: [1] });
    await at(900, { holes: 9 });
    await at(900, { missed_at: NOON, gone_at: NOON });
    await waits(open);
    const { same_day, same_day_count } = await queueOf(open.id);
    expect(same_day).toMatchObject([
      { id: beside.id, available_time: 800, starting_side: 'Back' },
      { id: near.id, available_time: 900 },
      { id: far.id, available_time: 1000 },
    ]);
    expect(same_day_count).toBe(3);
    for (let minute = 10; minute < 20; minute++)
      await at(900 + minute, { starts_at: `${day}T17:${minute}:00Z` });
    const more = await queueOf(open.id);
    expect([more.same_day.length, more.same_day_count]).toEqual([12, 13]);
  });

  test('says how many times are usual on that weekday, of the days ahead that were told whole', async () => {
    const open = await openTime({ available_date: '2030-08-03', starts_at: '2030-08-03T14:42:00Z' });
    expect((await queueOf(open.id)).usual_count).toBeNull();
    const told = { course_id: course.id, next_look_at: NOON, completed_at: NOON };
    await app.db
      .insertInto('course_days')
      .values([
        { ...told, day: '2030-08-03', open_count: 58 },
        { ...told, day: '2030-07-27', open_count: 60 },
        { ...told, day: '2030-08-10', open_count: 63 },
        { ...told, day: '2030-08-04', open_count: 9 },
        { ...told, day: '2030-05-25', open_count: 1 },
        { ...told, day: '2030-08-17', open_count: 0, completed_at: null },
      ])
      .execute();
    expect(await queueOf(open.id)).toMatchObject({ open_count: 58, usual_count: 62 });
  });

  test('that is closed calls nobody, and opened again calls them as before', async () => {
    const day = '2032-06-01';
    const open = await openTime({ available_date: day, starts_at: `${day}T14:42:00Z` });
    await waits(open, { lead_date: day });
    const before = (await queueOf(open.id)).availability_queues;
    await close(open.id);
    const closed = await queueOf(open.id);
    expect(closed.availability_queues).toMatchObject([{ call_rank: null, why: 'this queue is closed' }]);
    expect(queueSentence(closed)).toBe(
      'Torrey Pines South has 4 slots open on Tuesday, June 1st at 7:42 AM; this queue is closed',
    );
    await reopen(open.id);
    expect((await queueOf(open.id)).availability_queues).toEqual(before);
  });

  test.each([
    [[4, 2], 'has 4 slots open on Saturday, June 1st at 7:42 AM, for parties of 2 or 4'],
    [[4], 'has 4 slots open on Saturday, June 1st at 7:42 AM, for parties of 4'],
    [[], 'has 0 slots open on Saturday, June 1st at 7:42 AM'],
  ])('of a time for parties of %j says them', async (spots, said) => {
    const open = await openTime({ spots });
    expect(queueSentence(await queueOf(open.id))).toBe(`Torrey Pines South ${said}`);
  });

  test('that does not exist is not found', async () => {
    for (const called of [waitList.index, waitList.close])
      expect(await app.call(called, { query: { id: 424_242 } }, agent)).toMatchObject({
        status: 404,
        body: { message: 'This queue does not exist.' },
      });
    expect((await app.call(waitList.reopen, { body: { id: 424_242 } }, agent)).status).toBe(404);
  });
});

describe('closing', () => {
  const entriesOf = (id: number) =>
    app.db
      .selectFrom('audit_entries')
      .select(['action', 'made_by'])
      .where('subject', '=', 'fore_up_availability')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute();

  test('takes a queue off the wait list once, is recorded, and can be undone', async () => {
    const open = await openTime();
    const { entry_id } = await waits(open, { card_token: 'tok', card_last4: '4242' });
    await close(open.id);
    const { queue_closed_at, queue_closed_by } = await queueOf(open.id);
    expect(queue_closed_at).toBe('2030-05-30T12:00:00.000000Z');
    expect(queue_closed_by).toMatch(/^Agent/);
    app.setClock('2030-05-30T12:05:00Z');
    await app.ok(waitList.close, { query: { id: open.id } }, await app.signedIn('admin'));
    expect(await queueOf(open.id)).toMatchObject({ queue_closed_at, queue_closed_by });
    expect(await app.ok(waitList.fetchCard, { params: { queueId: entry_id } }, agent)).toEqual({});
    await reopen(open.id);
    await reopen(open.id);
    expect(await queueOf(open.id)).toMatchObject({ queue_closed_at: null, queue_closed_by: null });
    expect(await listed(open.id)).toBeDefined();
    const made_by = queue_closed_by ?? '';
    expect(await entriesOf(open.id)).toEqual([
      { action: 'closed the queue', made_by },
      { action: 'opened the queue again', made_by },
    ]);
  });

  test('keeps who comes meanwhile out, and opening lets them in', async () => {
    const open = await openTime({ available_date: '2031-06-07', starts_at: '2031-06-07T14:42:00Z' });
    await waits(open, { lead_date: '2031-06-07' });
    await close(open.id);
    const customer = await aCustomer(app.db);
    await app.db
      .insertInto('lost_leads')
      .values({
        course_id: course.id,
        customer_id: customer.id,
        players: 4,
        lead_date: '2031-06-07',
        play_time: '08:00',
      })
      .execute();
    await reopen(open.id);
    const { availability_queues: all } = await queueOf(open.id);
    expect(all.map(({ lost_lead }) => lost_lead.players)).toEqual([4, 2]);
  });

  test('by two people at once is recorded once', async () => {
    const open = await openTime();
    await Promise.all([close(open.id), close(open.id), close(open.id)]);
    expect(await entriesOf(open.id)).toHaveLength(1);
  });
});
