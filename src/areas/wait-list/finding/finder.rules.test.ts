import { expect, test } from 'vitest';
import { spokenTime, spokenDay } from '../../../contract/spoken-times.ts';
import { parseTypedDays } from '../../../contract/typed/several-days.ts';
import { waitListFinder } from './finder.rules.ts';

// 2026-11-27 is a Friday.
const TODAY = '2026-11-27';
const OPEN_TIMES = [
  ['Torrey Pines South', '2026-11-28', 742],
  ['Torrey Pines South', '2026-12-05', 1942],
  ['Balboa Park', '2026-12-05', 742],
  ['Balboa Park', '2026-12-15', 700],
] as const;
const rows = OPEN_TIMES.map(([course_name, available_date, available_time], at) => ({
  id: at + 1,
  course: { id: 1, course_name },
  available_date,
  available_time,
  wordy_available_date: spokenDay(available_date),
  play_time_for_humans: spokenTime(available_time),
  spots: [4],
  holes: null,
  starting_side: 'Front',
  scraped_at: null,
  completed_at: null,
  is_stale: false,
  created_at: '2026-11-20T10:00:00Z',
  is_gone: false,
  waiting: 1,
}));
const callers = [
  { id: 1, open_times: [1], name: 'May Dec', email: 'may@caller.example', primary_phone: '(442) 555-1205' },
];
const reader = { today: TODAY, read: (typed: string) => parseTypedDays(typed, TODAY) };
const ids = (words: string) => waitListFinder(rows, callers, reader)(words).map(({ id }) => id);

test.each([
  ['12/5', [2, 3]],
  ['dec 5', [2, 3]],
  ['5 Dec', [2, 3]],
  ['12/5/26', [2, 3]],
  ['torrey dec 5', [2]],
  ['dec 5 2026 balboa', [3]],
  ['tomorrow', [1]],
  ['sat 12/5', [2, 3]],
  ['12/1-12/10', [2, 3]],
  ['dec 6 to dec 31', [4]],
  ['next week', [2, 3]],
  ['dec 6', []],
])('%s is read as days', (typed, found) => expect(ids(typed)).toEqual(found));

test.each([
  ['742', [1, 3]],
  ['7:42 pm', [2]],
  ['7.42', [1, 3]],
  ['1942', [2]],
  ['7 am', [4]],
  ['dec 5 742', [3]],
  ['7:42 am balboa 12/5', [3]],
  ['8 am', []],
])('%s is read as a time', (typed, found) => expect(ids(typed)).toEqual(found));

test.each([
  ['', [1, 2, 3, 4]],
  ['saturday', [1, 2, 3]],
  ['pines south', [1, 2]],
  ['7:42', [1, 2, 3]],
  ['may', [1]],
  ['555-1205', [1]],
  // 1205 is the end of a phone number, and also the fifth of December.
  ['1205', [1, 2, 3]],
  ['torrey - december 5th', [2]],
])('%s is still found as words', (typed, found) => expect(ids(typed)).toEqual(found));
