import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startBuiltInCourseSystem, type BuiltInCourseSystem } from './built-in-course-system.ts';
import { CourseSystemUnknown } from './course-system.ts';
import { httpCourseSystems } from './http-course-system.ts';

let folder: string;
let server: BuiltInCourseSystem;
const start = async () => {
  server = await startBuiltInCourseSystem({ file: join(folder, 'courses.jsonl'), answerLateMs: 4000 });
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ric-course-'));
  await start();
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const cancel = (confirmation: string, course_ref = '19320') =>
  httpCourseSystems(server.url).cancelReservation({
    system: 'fore_up',
    course_ref,
    confirmation,
    signal: AbortSignal.timeout(1500),
  });

test('cancels, and cancels again, once in its book and over a restart', async () => {
  expect(await cancel('TP 4711/a')).toEqual({ state: 'canceled' });
  expect(await cancel('TP 4711/a')).toEqual({ state: 'canceled' });
  await server.close();
  await start();
  expect(await cancel('TP 4711/a')).toEqual({ state: 'canceled' });
  expect(server.cancellations()).toMatchObject([
    { system: 'fore_up', course_ref: '19320', confirmation: 'TP 4711/a' },
  ]);
  await cancel('TP 4711/a', '1');
  expect(server.cancellations()).toHaveLength(2);
});

test.each([
  ['4711-R', 'Reservation can no longer be canceled online.'],
  ['4711-n', 'No reservation with this confirmation number was found.'],
])('%s is refused with a message', async (confirmation, message) => {
  expect(await cancel(confirmation)).toEqual({ state: 'refused', message });
  expect(server.cancellations()).toEqual([]);
});

test.each([
  ['4711-T', 0],
  ['4711-U', 1],
])('%s is never answered', async (confirmation, canceled) => {
  await expect(cancel(confirmation)).rejects.toBeInstanceOf(CourseSystemUnknown);
  await expect(cancel(confirmation)).rejects.toBeInstanceOf(CourseSystemUnknown);
  expect(server.cancellations()).toHaveLength(canceled);
});

test.each(['4711-L', '4711-E'])(
  '%s is unknown at first and canceled when asked again',
  async (confirmation) => {
    await expect(cancel(confirmation)).rejects.toBeInstanceOf(CourseSystemUnknown);
    expect(await cancel(confirmation)).toEqual({ state: 'canceled' });
    expect(server.cancellations()).toHaveLength(1);
  },
);

test('nobody there, or something else there, is unknown', async () => {
  const at = (url: string) =>
    httpCourseSystems(url).cancelReservation({
      system: 'golfnow',
      course_ref: '1',
      confirmation: '1',
      signal: AbortSignal.timeout(1500),
    });
  await expect(at('http://127.0.0.1:9')).rejects.toBeInstanceOf(CourseSystemUnknown);
  await expect(at(`${server.url}/elsewhere`)).rejects.toBeInstanceOf(CourseSystemUnknown);
});
