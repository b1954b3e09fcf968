import { describe, expect, test } from 'vitest';
import { aRate } from '../../../../test/support/factories.ts';
import { WAIT_LIST_NOW, waitListSetup } from '../../../../test/support/waiting.ts';
import { queueSentence } from '../queue-words.rules.ts';
import { waitList } from '../wait-list.contract.ts';

const { app, at: company, waits, openTime, aBooking, queueOf, close, reopen } = waitListSetup();

describe('a queue', () => {
  test('says what its sentence needs, and who waits', async () => {
    const rate = await aRate(app.db, company.course.id, { raw_rate: 25_300, raw_service_fee: 500 });
    const open = await openTime({ available_time: 752, rate_id: rate.id });
    const { entry_id, lead_id, customer } = await waits(open, { players: 4, card_token: 'tok_secret' });
    const answer = await app.call(waitList.index, { query: { id: open.id } }, company.agent);
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
            course_id: company.course.id,
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
    ['is gone', { missed_at: WAIT_LIST_NOW, gone_at: WAIT_LIST_NOW }, 'this time is no longer open'],
    ['has passed', { starts_at: WAIT_LIST_NOW }, 'this time has passed'],
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
    await at(900, { missed_at: WAIT_LIST_NOW, gone_at: WAIT_LIST_NOW });
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
    const told = { course_id: company.course.id, next_look_at: WAIT_LIST_NOW, completed_at: WAIT_LIST_NOW };
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
      expect(await app.call(called, { query: { id: 424_242 } }, company.agent)).toMatchObject({
        status: 404,
        body: { message: 'This queue does not exist.' },
      });
    expect((await app.call(waitList.reopen, { body: { id: 424_242 } }, company.agent)).status).toBe(404);
  });
});
