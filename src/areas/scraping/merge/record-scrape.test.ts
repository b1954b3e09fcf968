import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aCourse, aCustomer, aRate } from '../../../../test/support/factories.ts';
import { at, DAY, recordedScrapes } from '../../../../test/support/recorded-scrapes.ts';
import {
  aPriceOffer,
  anOfferedTime,
  scrapedWithoutTimes,
  scrapeTimedOut,
  scrapedNotReleased,
  scrapedTimes,
} from '../../../../test/support/scrapes.ts';
import { workedTable } from '../../../../test/support/worked-table.ts';
import type { DayScrapeResult, OpenTime } from '../../../integrations/course/course-system.ts';

const { app, course, look, offered, stored, dayOf } = recordedScrapes();

/** Returns the open times of the day that HTTP calls may show, and which of them are new. */
async function shown(course_id = course.id) {
  const { rows } = await sql<{ time: string; is_new: boolean; id: number }>`
    select a.id, to_char(make_time(a.available_time / 100, a.available_time % 100, 0), 'HH24:MI') as time,
      coalesce(a.new_at = d.completed_at, false) as is_new
    from fore_up_availabilities a join course_days d on d.course_id = a.course_id and d.day = a.available_date
    where a.course_id = ${course_id} and a.available_date = ${DAY}::date and a.gone_at is null
    order by 2`.execute(app.db);
  return rows;
}

function readSaid(clock: string, said: string): DayScrapeResult {
  if (said === 'not released') return scrapedNotReleased(at(clock));
  if (said === 'failed') return scrapeTimedOut(at(clock));
  if (said.startsWith('none')) return scrapedWithoutTimes(at(clock), said === 'none');
  return scrapedTimes(at(clock), offered(said.replace(', cut', '')), !said.endsWith('cut'));
}

test('a day, look by look, as docs/algorithms/open-times.md has it', async () => {
  const ids = new Map<string, number>();
  for (const row of workedTable('open-times', 'A day, look by look')) {
    const recorded = await look(readSaid(row.title, row.cell('the system says')));
    const times = await shown();
    expect({
      look: row.title,
      written: String(recorded?.changed),
      open: times.map(({ time }) => time).join(' '),
      new: times
        .filter(({ is_new }) => is_new)
        .map(({ time }) => time)
        .join(' '),
    }).toEqual({
      look: row.title,
      written: row.cell('rows written'),
      open: row.cell('open'),
      new: row.cell('new'),
    });
    for (const { time, id } of times) expect(ids.set(time, ids.get(time) ?? id).get(time)).toBe(id);
  }
});

test('of a minute with an odd row nothing is taken away, until a look reads all of its rows', async () => {
  const course = (await aCourse(app.db)).id;
  const odd = { count: 1, of: 3, why: 'one of its prices is below 0', minutes: ['07:10'] };
  const told = (clock: string, times: OpenTime[]) =>
    look(scrapedTimes(at(clock), times), { course_id: course });
  const toldOdd = (clock: string, times: OpenTime[]) =>
    look({ ...scrapedTimes(at(clock), times), odd } as DayScrapeResult, { course_id: course });
  const open = async () => (await shown(course)).map(({ time }) => time);
  const spotsAt = async (time: number) =>
    (await stored(course)).find(({ available_time }) => available_time === time)?.spots;

  await told('10:00', [...offered('07:00'), ...offered('07:10', { spots: [1, 2, 3] })]);
  for (const clock of ['10:02', '10:04', '10:06']) await toldOdd(clock, offered('07:00'));
  expect(await open()).toEqual(['07:00', '07:10']);
  expect(await dayOf(course)).toMatchObject({ open_count: 2, cause: 'odd_rows', digest: null });
  // The unreadable row of a minute may hold a party size that is missing from the readable rows, so known party sizes stay and new
  // ones are added.
  await toldOdd('10:08', [...offered('07:00'), ...offered('07:10', { spots: [2, 4] })]);
  expect(await spotsAt(710)).toEqual([1, 2, 3, 4]);
  await told('10:10', [...offered('07:00'), ...offered('07:10', { spots: [2] })]);
  expect(await spotsAt(710)).toEqual([2]);

  // A time that is no longer listed counts as missed, although the rest is listed as in the scrape with the unreadable row.
  await toldOdd('10:12', offered('07:00'));
  await told('10:14', offered('07:00'));
  expect(await open()).toEqual(['07:00', '07:10']);
  await told('10:16', offered('07:00'));
  expect(await open()).toEqual(['07:00']);
});

describe('what a look costs', () => {
  test('one that found the same touches no row of times', async () => {
    const { id } = await aCourse(app.db);
    const versions = async () =>
      (
        await sql`select id, xmin::text, ctid::text from fore_up_availabilities where course_id = ${id}`.execute(
          app.db,
        )
      ).rows;
    expect(await look(scrapedTimes(at('10:00'), offered('07:00 07:10')), { course_id: id })).toEqual({
      changed: 2,
    });
    const before = await versions();
    expect(await look(scrapedTimes(at('10:02'), offered('07:10 07:00')), { course_id: id })).toEqual({
      changed: 0,
    });
    expect(await versions()).toEqual(before);
    expect(await dayOf(id)).toMatchObject({
      looked_at: '2030-05-20T10:02:00.000000Z',
      completed_at: '2030-05-20T10:02:00.000000Z',
      changed_at: '2030-05-20T10:00:00.000000Z',
      outcome: 'times',
      open_count: 2,
    });
  });

  test('only what differs is written', async () => {
    const { id } = await aCourse(app.db);
    await look(scrapedTimes(at('10:00'), offered('07:00 07:10 07:20')), { course_id: id });
    const before = await stored(id);
    const [first, second] = offered('07:00 07:20');
    const cheaper = anOfferedTime(DAY, '07:10', { offers: [aPriceOffer(7_000)] });
    const read = scrapedTimes(at('10:02'), [first!, cheaper, second!]);
    expect(await look(read, { course_id: id })).toEqual({ changed: 1 });
    const after = await stored(id);
    expect(after.filter(({ updated_at }, row) => updated_at !== before[row]?.updated_at)).toEqual([
      { ...before[1], offers: [aPriceOffer(7_000)], updated_at: expect.any(String) },
    ]);
  });
});

describe('identity', () => {
  test('sides and holes are times of their own, unknown holes too', async () => {
    const { id } = await aCourse(app.db);
    const same = [
      ...offered('07:00'),
      ...offered('07:00', { holes: 9 }),
      ...offered('07:00', { holes: null }),
      ...offered('07:00', { starting_side: 'Back' }),
    ];
    expect(await look(scrapedTimes(at('10:00'), same), { course_id: id })).toEqual({ changed: 4 });
    expect(await look(scrapedTimes(at('10:02'), same.toReversed()), { course_id: id })).toEqual({
      changed: 0,
    });
    expect((await stored(id)).map(({ holes, starting_side }) => [holes, starting_side])).toEqual(
      expect.arrayContaining([
        [9, ''],
        [18, ''],
        [18, 'Back'],
        [null, ''],
      ]),
    );
  });

  test('the instant follows a changed time zone, under the same id', async () => {
    const { id } = await aCourse(app.db);
    await look(scrapedTimes(at('10:00'), offered('07:00')), { course_id: id });
    const moved = scrapedTimes(at('10:02'), [anOfferedTime(DAY, '07:00', { time_zone: 'America/Phoenix' })]);
    const [before] = await stored(id);
    expect(before?.starts_at).toBe('2030-06-01T14:00:00.000000Z');
    // In June, Phoenix and San Diego have the same time.
    expect(await look(moved, { course_id: id })).toEqual({ changed: 0 });
    const denver = scrapedTimes(at('10:04'), [anOfferedTime(DAY, '07:00', { time_zone: 'America/Denver' })]);
    expect(await look(denver, { course_id: id })).toEqual({ changed: 1 });
    expect(await stored(id)).toMatchObject([{ id: before?.id, starts_at: '2030-06-01T13:00:00.000000Z' }]);
  });
});

test('an older look that comes late changes nothing', async () => {
  const { id } = await aCourse(app.db);
  await look(scrapedTimes(at('10:00'), offered('07:00')), { course_id: id });
  const before = [await dayOf(id), await stored(id)];
  for (const late of [
    scrapedWithoutTimes(at('09:58')),
    scrapeTimedOut(at('09:58')),
    scrapedTimes(at('09:58'), offered('07:00')),
  ])
    expect(await look(late, { course_id: id })).toEqual({ changed: 0 });
  expect([await dayOf(id), await stored(id)]).toEqual(before);
});

test('a time that has passed is not missed, and no longer counted', async () => {
  const { id } = await aCourse(app.db);
  const onDay = (clock: string) => `${DAY}T${clock}:00.000Z`;
  const two = [...offered('07:00 08:00'), ...offered('07:00', { holes: 9 })];
  await look(scrapedTimes(onDay('13:00'), two), { course_id: id });
  const of = (holes: number, open_count: number) => ({ holes, starting_side: '', open_count });
  expect(await dayOf(id)).toMatchObject({ open_count: 3, kinds: [of(18, 2), of(9, 1)] });
  // The scrape lists the same times again, but the nine-hole time has begun in between.
  expect(await look(scrapedTimes(onDay('14:00'), two), { course_id: id })).toEqual({ changed: 0 });
  expect(await dayOf(id)).toMatchObject({ open_count: 1, kinds: [of(18, 1)] });
  expect(await look(scrapedTimes(onDay('14:01'), offered('08:00')), { course_id: id })).toEqual({
    changed: 0,
  });
  expect(await dayOf(id)).toMatchObject({ open_count: 1 });
  expect(await look(scrapedWithoutTimes(onDay('14:03')), { course_id: id })).toEqual({ changed: 1 });
});

test('a course that was deleted meanwhile has nothing recorded', async () => {
  expect(await look(scrapedTimes(at('10:00'), offered('07:00')), { course_id: 424242 })).toEqual({
    changed: 0,
  });
  expect(await look(scrapeTimedOut(at('10:00')), { course_id: 424242 })).toEqual({ changed: 0 });
});

test('a new row has the rate that covers it, and who waits for it is in its queue', async () => {
  const { id } = await aCourse(app.db);
  const morning = await aRate(app.db, id, {}, { time_start: '06:00', time_end: '07:05' });
  const customer = await aCustomer(app.db);
  const lead = await app.db
    .insertInto('lost_leads')
    .values({ course_id: id, customer_id: customer.id, players: 4, lead_date: DAY, play_time: '07:00' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await look(scrapedTimes(at('10:00'), offered('07:00 07:10', { spots: [1, 2] })), { course_id: id });
  expect((await stored(id)).map(({ rate_id }) => rate_id)).toEqual([morning.id, null]);
  const queued = async () =>
    (
      await app.db
        .selectFrom('availability_queues')
        .innerJoin('fore_up_availabilities as a', 'a.id', 'fore_up_availability_id')
        .select('a.available_time')
        .where('lost_lead_id', '=', lead.id)
        .orderBy('a.available_time')
        .execute()
    ).map(({ available_time }) => available_time);
  expect(await queued()).toEqual([]);
  // A party of four fits one of the two times; later it no longer does, and the queue entry stays.
  const both = [...offered('07:00'), ...offered('07:10', { spots: [1, 2] })];
  await look(scrapedTimes(at('10:02'), both), { course_id: id });
  expect(await queued()).toEqual([700]);
  await look(scrapedTimes(at('10:04'), offered('07:00 07:10', { spots: [1] })), { course_id: id });
  expect(await queued()).toEqual([700]);
});
