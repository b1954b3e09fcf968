import { beforeEach, expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { TooManyRequests } from '../http/errors.ts';
import {
  requireRateLimitLeft,
  deleteFullRateLimits,
  giveBackToRateLimit,
  takeFromRateLimit,
  type RateLimitRule,
} from './allowances.ts';

const app = testApp();
const TEN: RateLimitRule = { what: 'balls', times: 10, inSeconds: 60, says: 'That is many.' };
const START = Date.parse('2026-11-20T18:00:00Z');
const at = (seconds: number) => new Date(START + seconds * 1000);
const take = (seconds: number, times = 1, who = 'pat') =>
  takeFromRateLimit(app.db, TEN, { who, now: at(seconds), times }).then(
    () => 'taken',
    (error: unknown) => (error instanceof TooManyRequests ? error.seconds : String(error)),
  );

beforeEach(async () => {
  await app.db.deleteFrom('allowances').execute();
});

test('is all at once, and then one after the other as time goes by', async () => {
  for (let one = 0; one < 10; one += 1) expect(await take(0)).toBe('taken');
  expect(await take(0)).toBe(6);
  expect(await take(5)).toBe(1);
  expect(await take(6)).toBe('taken');
  expect(await take(6)).toBe(6);
  expect(await take(6, 3)).toBe(18);
  expect(await take(600, 10)).toBe('taken');
  expect(await take(600, 1, 'sam')).toBe('taken');
});

test('says in words how long it takes', async () => {
  await take(0, 10);
  await expect(takeFromRateLimit(app.db, TEN, { who: 'pat', now: at(0), times: 10 })).rejects.toThrow(
    'That is many. Please wait a minute and try again.',
  );
});

test('never gives more than there is, at the first time either', async () => {
  expect(await take(0, 11)).not.toBe('taken');
  expect(await app.db.selectFrom('allowances').selectAll().execute()).toEqual([]);
});

test('is no larger for those who take at once', async () => {
  const taken = await Promise.all(Array.from({ length: 40 }, () => take(0)));
  expect(taken.filter((one) => one === 'taken')).toHaveLength(10);
});

test('is whole again when what was taken is given back, or nothing came of it', async () => {
  await take(0, 10);
  await giveBackToRateLimit(app.db, TEN, 'pat');
  expect(await take(0)).toBe('taken');
  await expect(
    app.db.transaction().execute(async (db) => {
      await takeFromRateLimit(db, TEN, { who: 'sam', now: at(0), times: 10 });
      throw new Error('nothing came of it');
    }),
  ).rejects.toThrow('nothing came of it');
  expect(await take(0, 10, 'sam')).toBe('taken');
});

test('says whether something is left, and takes nothing', async () => {
  const check = (seconds: number) =>
    requireRateLimitLeft(app.db, TEN, { who: 'pat', now: at(seconds) }).then(
      () => 'left',
      (error: unknown) => (error instanceof TooManyRequests ? error.seconds : String(error)),
    );
  await take(0, 9);
  for (let one = 0; one < 3; one += 1) expect(await check(0)).toBe('left');
  await take(0);
  expect(await check(0)).toBe(6);
  expect(await check(6)).toBe('left');
  expect(await check(-3600)).toBe('left');
});

test('is whole where the clock was set back', async () => {
  await take(3600, 10);
  expect(await take(0, 10)).toBe('taken');
});

test('is forgotten an hour after it is whole again, not before', async () => {
  await take(0, 10);
  const kept = async () => (await app.db.selectFrom('allowances').select('who').execute()).length;
  await deleteFullRateLimits(app.db, at(3600));
  expect(await kept()).toBe(1);
  await deleteFullRateLimits(app.db, at(3661));
  expect(await kept()).toBe(0);
});
