import { describe, expect, test } from 'vitest';
import { isInternalTeeTime, teeTimeStatus, type TeeTimeState } from './status.rules.ts';

describe('the status staff read', () => {
  test.each<[TeeTimeState, string, string, string]>([
    ['pending', '2026-11-20', '12:00', 'pending'],
    ['pending', '2026-11-01', '12:00', 'pending'],
    ['booked', '2026-11-20', '12:01', 'booked'],
    ['booked', '2026-11-21', '07:00', 'booked'],
    ['booked', '2026-11-20', '12:00', 'played'],
    ['booked', '2026-11-20', '11:59', 'played'],
    ['booked', '2026-11-20', '12:00:00', 'played'],
    ['booked', '2026-11-19', '18:00', 'played'],
    ['cancel_pending', '2026-11-20', '12:01', 'pending'],
    ['cancel_pending', '2026-11-01', '12:00', 'pending'],
    ['canceled', '2026-11-01', '12:00', 'canceled'],
    ['failed', '2026-11-01', '12:00', 'failed'],
  ])('%s for %s %s is, on 2026-11-20 at 12:00, %s', (state, play_date, play_time, status) =>
    expect(teeTimeStatus({ state, play_date, play_time }, { date: '2026-11-20', time: '12:00' })).toBe(
      status,
    ),
  );
});

describe('a tee time that no course system holds', () => {
  test.each([
    ['INTERNAL', false, true],
    ['internal ', false, true],
    ['', false, true],
    [null, false, true],
    ['TP-4711', false, false],
    ['INTERNAL-7', false, false],
    ['TP-4711', true, true],
  ])('confirmation %s at a course that is internal only (%s): %s', (confirmation, internal_only, internal) =>
    expect(isInternalTeeTime({ confirmation, internal_only })).toBe(internal),
  );
});
