import { expect, test } from 'vitest';
import { aCourse } from '../../../../test/support/factories.ts';
import { at, recordedScrapes } from '../../../../test/support/recorded-scrapes.ts';
import { scrapedWithoutTimes, scrapeTimedOut, scrapedTimes } from '../../../../test/support/scrapes.ts';

const { app, look, offered, dayOf } = recordedScrapes();

test('what is known of the day: outcome, cause, note and failures in a row', async () => {
  const { id } = await aCourse(app.db);
  await look(scrapeTimedOut(at('10:00')), { course_id: id });
  await look(scrapeTimedOut(at('10:02')), { course_id: id });
  expect(await dayOf(id)).toMatchObject({
    outcome: 'failed',
    cause: 'timed_out',
    note: 'The system did not answer in time.',
    failures: 2,
    completed_at: null,
    digest: null,
    next_look_at: '2030-05-20T23:59:00.000000Z',
  });
  const opens_at = '2030-05-25T13:00:00.000Z';
  await look({ outcome: 'not_released', opens_at, requests: 1, read_at: at('10:04') }, { course_id: id });
  expect(await dayOf(id)).toMatchObject({
    outcome: 'not_released',
    cause: null,
    note: '',
    failures: 0,
    released_at: null,
    opens_at: '2030-05-25T13:00:00.000000Z',
    completed_at: '2030-05-20T10:04:00.000000Z',
  });
  await look(scrapedTimes(at('10:06'), offered('07:00')), { course_id: id });
  expect(await dayOf(id)).toMatchObject({ opens_at: null, released_at: '2030-05-20T10:06:00.000000Z' });
});

test('the course at its system: when it told all, when it had times, when something was different', async () => {
  const { id } = await aCourse(app.db);
  await app.db
    .insertInto('course_sources')
    .values({ course_id: id, system: 'fore_up', course_ref: '1' })
    .execute();
  const source = async () =>
    await app.db
      .selectFrom('course_sources')
      .select(['completed_at', 'times_at', 'changed_at'])
      .where('course_id', '=', id)
      .executeTakeFirstOrThrow();
  const clock = (text: string) => `2030-05-20T${text}:00.000000Z`;
  await look(scrapedTimes(at('10:00'), offered('07:00')), { course_id: id });
  expect(await source()).toEqual({
    completed_at: clock('10:00'),
    times_at: clock('10:00'),
    changed_at: clock('10:00'),
  });
  await look(scrapedTimes(at('10:02'), offered('07:00')), { course_id: id });
  expect(await source()).toEqual({
    completed_at: clock('10:02'),
    times_at: clock('10:02'),
    changed_at: clock('10:00'),
  });
  await look(scrapedWithoutTimes(at('10:04')), { course_id: id });
  await look(scrapeTimedOut(at('10:06')), { course_id: id });
  expect(await source()).toEqual({
    completed_at: clock('10:04'),
    times_at: clock('10:02'),
    changed_at: clock('10:04'),
  });
});
