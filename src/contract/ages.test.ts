import { expect, test } from 'vitest';
import { timeAgoText } from './ages.ts';

const NOW = Date.parse('2026-12-05T12:00:00Z');

test.each([
  ['2026-12-05T12:00:03Z', '0 s ago'],
  ['2026-12-05T11:59:57Z', '3 s ago'],
  ['2026-12-05T11:59:00.001Z', '59 s ago'],
  ['2026-12-05T11:59:00Z', '1 min ago'],
  ['2026-12-05T11:00:01Z', '59 min ago'],
  ['2026-12-05T11:00:00Z', '1 h ago'],
  ['2026-12-04T12:00:01Z', '23 h ago'],
  ['2026-12-04T12:00:00Z', '1 day ago'],
  ['2026-12-01T12:00:00Z', '4 days ago'],
])('%s was %s', (instant, said) => expect(timeAgoText(instant, NOW)).toBe(said));
