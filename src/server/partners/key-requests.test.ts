import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TooManyRequests } from '../http/errors.ts';
import { ApiKeyRequestCounter } from './key-requests.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a key asks so often in a minute, and again as time goes by; another key is not stopped by it', () => {
  // The key may use the requests of two seconds at once.
  const keys = new ApiKeyRequestCounter(1_800);
  keys.isGood('a', { key_id: 1, name: 'A' });
  keys.isGood('b', { key_id: 2, name: 'B' });
  for (let asked = 1; asked < 60; asked += 1) keys.spend('a');
  expect(() => keys.spend('a')).toThrow(TooManyRequests);
  expect(() => keys.spend('a')).toThrow('Please wait a second');
  keys.spend('b');
  vi.advanceTimersByTime(34);
  keys.spend('a');
  expect(() => keys.spend('a')).toThrow(TooManyRequests);
  vi.advanceTimersByTime(3_600_000);
  for (let asked = 0; asked < 60; asked += 1) keys.spend('a');
  expect(() => keys.spend('a')).toThrow(TooManyRequests);
});

test('what was asked is counted once, what was refused of it too', () => {
  const keys = new ApiKeyRequestCounter(2);
  keys.isGood('a', { key_id: 1, name: 'A' });
  keys.isGood('b', { key_id: 2, name: 'B' });
  for (let asked = 1; asked < 5; asked += 1) keys.spend('a');
  expect(() => keys.spend('a')).toThrow(TooManyRequests);
  expect(keys.counted()).toEqual([
    { key_id: 1, requests: 6, refused: 1 },
    { key_id: 2, requests: 1, refused: 0 },
  ]);
  expect(keys.counted()).toEqual([]);
});

test('a key that was never good is neither kept nor counted', () => {
  const keys = new ApiKeyRequestCounter(1);
  for (let asked = 0; asked < 10; asked += 1) keys.spend('stranger');
  expect(keys.counted()).toEqual([]);
});
