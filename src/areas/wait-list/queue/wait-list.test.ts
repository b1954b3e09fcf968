import { describe, expect, test } from 'vitest';
import { aCourse, aCustomer, anOpenTime } from '../../../../test/support/factories.ts';
import { WAIT_LIST_NOW, waitListSetup } from '../../../../test/support/waiting.ts';
import { foreUpAvailability } from '../../availability/open-times.contract.ts';
import { waitListFinder } from '../finding/finder.rules.ts';
import { waitList } from '../wait-list.contract.ts';

const { app, at: company, waits, openTime, aBooking, queueOf, listed, close } = waitListSetup();

describe('the wait list', () => {
  test('has what is shown of a queue, with the last look at its day', async () => {
    const open = await openTime({ available_time: 752, created_at: '2030-05-20T10:00:00Z' });
    await app.db
      .insertInto('course_days')
      .values({
        course_id: company.course.id,
        day: '2030-06-01',
        next_look_at: WAIT_LIST_NOW,
        looked_at: '2030-05-30T11:59:00Z',
      })
      .onConflict((of) => of.doNothing())
      .execute();
    await waits(open);
    await waits(open);
    expect(await listed(open.id)).toEqual({
      id: open.id,
      course: { id: company.course.id, course_name: 'Torrey Pines South' },
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
    await waits(other, { customer_id: gone.id, unwanted_at: WAIT_LIST_NOW });
    const [rows, callers] = [
      await app.ok(waitList.queues, {}, company.agent),
      await app.ok(waitList.callers, {}, company.agent),
    ];
    const ids = (words: string) =>
      waitListFinder(rows, callers, { today: '2030-05-30', read: () => null })(words).map(({ id }) => id);
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
        .values({ course_id: company.course.id, day, ...looks, next_look_at })
        .execute();
      const query = { filters: { available_date: day } };
      const rows = [
        (await app.ok(foreUpAvailability.index, { query }, company.agent))[0],
        await listed(open.id),
        await queueOf(open.id),
      ];
      return rows.map((row) => [row?.is_stale, row?.completed_at]);
    };
    const at = '2030-05-30T11:00:00.000000Z';
    // A scrape an hour ago is on schedule for one course, and overdue for another.
    expect(await stale('2030-05-30T12:00:00Z')).toEqual(Array(3).fill([false, at]));
    expect(await stale('2030-05-30T11:30:00Z')).toEqual(Array(3).fill([true, at]));
  });

  test('keeps a time that is gone until it has passed', async () => {
    const open = await openTime({ missed_at: WAIT_LIST_NOW, gone_at: WAIT_LIST_NOW });
    await waits(open);
    expect(await listed(open.id)).toMatchObject({ is_gone: true });
    app.setClock('2030-06-01T14:42:00Z');
    company.agent = await app.signedIn('agent');
    expect(await listed(open.id)).toBeUndefined();
  });

  test.each<[string, (open: { id: number }) => Promise<unknown>]>([
    ['nobody is in', () => Promise.resolve()],
    ['all are booked in', async (open) => waits(open, { tee_time_id: await aBooking() })],
    ['nobody wants any more', (open) => waits(open, { unwanted_at: WAIT_LIST_NOW })],
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
    const ids = (await app.ok(waitList.queues, {}, company.agent)).map(({ id }) => id);
    expect(ids.filter((id) => made.some((open) => open.id === id))).toEqual(
      made.map(({ id }) => id).reverse(),
    );
  });
});
