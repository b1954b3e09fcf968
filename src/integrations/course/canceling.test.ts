import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COURSE_SYSTEMS, CancellationOutcomeUnknown, type CourseSystemName } from './course-system.ts';
import { combineCourseSystems } from './course-systems.ts';
import { openCourseSystems, simulatorAdapters } from './open-course-systems.ts';
import { startBuiltInCourseSystem, type BuiltInCourseSystem } from './simulator/built-in-course-system.ts';
import { TEST_REQUEST_POLICY } from './simulator/reading.testing.ts';

let folder: string;
let server: BuiltInCourseSystem;
const start = async () => {
  server = await startBuiltInCourseSystem({ file: join(folder, 'courses.jsonl'), answerLateMs: 2500 });
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ric-course-'));
  await start();
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function cancelAt(url: string, system: CourseSystemName, confirmation: string, course_ref = '19320') {
  const adapter = simulatorAdapters(url)[system];
  const course = { system, course_ref, time_zone: 'America/Los_Angeles' };
  return combineCourseSystems(
    { [system]: { adapter, manners: TEST_REQUEST_POLICY } },
    folder,
  ).cancelReservation({ course, confirmation, play_date: '2031-05-04', signal: AbortSignal.timeout(1000) });
}

describe.each(COURSE_SYSTEMS)('%s', (system) => {
  const cancel = (confirmation: string) => cancelAt(server.url, system, confirmation);

  test('cancels, and cancels again, once in its book and over a restart', async () => {
    expect(await cancel('TP 4711/a')).toEqual({ state: 'canceled' });
    expect(await cancel('TP 4711/a')).toEqual({ state: 'canceled' });
    await server.close();
    await start();
    expect(await cancel('TP 4711/a')).toEqual({ state: 'canceled' });
    expect(server.cancellations()).toMatchObject([{ system, confirmation: 'TP 4711/a' }]);
  });

  test.each([
    ['4711-R', 'Reservation can no longer be canceled online.'],
    ['4711-n', /no reservation with this confirmation/i],
  ])('%s is refused with a message', async (confirmation, message) => {
    const refused = await cancel(confirmation);
    expect(refused).toEqual({
      state: 'refused',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
    expect(server.cancellations()).toEqual([]);
  });

  test.each([
    ['4711-T', 0],
    ['4711-U', 1],
  ])('%s is never answered', async (confirmation, canceled) => {
    await expect(cancel(confirmation)).rejects.toBeInstanceOf(CancellationOutcomeUnknown);
    expect(server.cancellations()).toHaveLength(canceled);
  });

  test.each(['4711-L', '4711-E'])(
    '%s is unknown at first and canceled when asked again',
    async (confirmation) => {
      await expect(cancel(confirmation)).rejects.toBeInstanceOf(CancellationOutcomeUnknown);
      expect(await cancel(confirmation)).toEqual({ state: 'canceled' });
      expect(server.cancellations()).toHaveLength(1);
    },
  );

  test('nobody there, or something else there, is unknown', async () => {
    await expect(cancelAt('http://127.0.0.1:9', system, '1')).rejects.toBeInstanceOf(
      CancellationOutcomeUnknown,
    );
    await expect(cancelAt(`${server.url}/elsewhere`, system, '1')).rejects.toBeInstanceOf(
      CancellationOutcomeUnknown,
    );
  });
});

test('a reservation at foreUP is looked for on every tee sheet of the facility', async () => {
  expect(await cancelAt(server.url, 'fore_up', '4711', '19000-two_sheets')).toEqual({ state: 'canceled' });
  expect(await cancelAt(server.url, 'fore_up', '4712', '19000.1')).toEqual({ state: 'canceled' });
});

test('GolfNow and Club Prophet cancel in the name of a customer only', async () => {
  const { courses, close } = await openCourseSystems(
    {
      demo: false,
      url: undefined,
      tryMs: 1000,
      contact: 'desk@ric.example',
      foreUp: null,
      golfswitch: null,
      golfNow: { apiUrl: `${server.url}/golfnow`, userName: 'u', password: 'p', channel: '1' },
      clubProphet: null,
    },
    { dataDir: folder },
  );
  const answer = await courses.cancelReservation({
    course: { system: 'golfnow', course_ref: '1501', time_zone: 'America/Los_Angeles' },
    confirmation: '1',
    play_date: '2031-05-04',
    signal: AbortSignal.timeout(1000),
  });
  expect(answer).toEqual({
    state: 'refused',
    message: 'RIC has no customer at GolfNow to cancel as. Call the course.',
  });
  expect(server.requests()).toEqual([]);
  await close();
});
