import { describe, expect, test } from 'vitest';
import { workedTable, type WorkedTableRow } from '../../../../test/support/worked-table.ts';
import {
  whyNotOffered,
  rankCallers,
  partySizesText,
  largestParty,
  type WaitingCaller,
  type OfferedTime,
} from './rank.rules.ts';

const NOW = new Date('2026-12-01T12:00:00Z');
const MS = { day: 86_400_000, hour: 3_600_000 };

/** Parses a text such as `6 days ago` into an instant; null for an empty text. */
function instantOf(ago: string): string | null {
  const [, count, unit] = /^(\d+) (day|hour)s? ago$/.exec(ago) ?? [];
  if (!count) return null;
  return new Date(NOW.getTime() - Number(count) * (unit === 'day' ? MS.day : MS.hour)).toISOString();
}

function callerOf({ title, cell }: WorkedTableRow): WaitingCaller & { name: string } {
  const players = Number(cell('players'));
  const other = cell('other');
  const [, booked, course_name = ''] = /^(booked|booking) (.*)$/.exec(other) ?? [];
  return {
    name: title,
    players,
    play_time: cell('wanted'),
    created_at: instantOf(cell('asked')) ?? '',
    queue_position: 0,
    has_card: other === 'card left',
    raw_worth: players * 25_300,
    booked: booked ? { course_name, isPending: booked === 'booking' } : null,
    isUnwanted: other === 'unwanted',
    called_at: instantOf(cell('called')),
  };
}

describe.each([
  ['Places for 2 or 4', [4, 2]],
  ['Places for 1 to 4', [1, 2, 3, 4]],
])('%s', (heading, spots) => {
  const rows = workedTable('matchmaker', heading);
  const offered = { time: 752, spots, isGone: false, isPast: false, isClosed: false };
  const byAge = rows.map(callerOf).sort((one, other) => (one.created_at < other.created_at ? -1 : 1));
  const ranked = rankCallers(
    offered,
    byAge.map((caller, at) => ({ ...caller, queue_position: at + 1 })),
    NOW,
  );

  test.each(rows.map((row) => [row.title, row] as const))('%s', (name, { cell }) => {
    const one = ranked.find((each) => each.name === name);
    expect([String(one?.call_rank ?? ''), one?.why]).toEqual([cell('rank'), cell('why')]);
  });

  test('stand as the table has them', () =>
    expect(ranked.map(({ name }) => name)).toEqual(rows.map(({ title }) => title)));
});

const caller: WaitingCaller = {
  players: 2,
  play_time: '07:42',
  created_at: NOW.toISOString(),
  queue_position: 1,
  has_card: false,
  raw_worth: null,
  booked: null,
  isUnwanted: false,
  called_at: null,
};
const open: OfferedTime = { time: 742, spots: [1, 2], isGone: false, isPast: false, isClosed: false };

test.each<[string, Partial<OfferedTime>, string]>([
  ['is gone', { isGone: true }, 'this time is no longer open'],
  ['has passed', { isPast: true, isGone: true }, 'this time has passed'],
  ['nobody new may wait for', { isClosed: true }, 'this queue is closed'],
  ['takes nobody', { spots: [] }, '2 players do not fit'],
])('nobody is called for a time that %s', (_, given, why) =>
  expect(whyNotOffered({ ...open, ...given }, caller)).toBe(why),
);

test('without a rate there is no worth, and cents are said where there are any', () => {
  const whyOf = (raw_worth: number | null) => rankCallers(open, [{ ...caller, raw_worth }], NOW)[0]?.why;
  expect(whyOf(null)).toBe('the whole time, wanted 07:42');
  expect(whyOf(101_250)).toBe('the whole time, wanted 07:42, $1,012.50');
  expect(whyOf(0)).toBe('the whole time, wanted 07:42, $0');
});

test('two who were called recently: the longest ago first, and the queue position decides what nothing else does', () => {
  const at = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();
  const order = (callers: WaitingCaller[]) =>
    rankCallers(open, callers, NOW).map((one) => one.queue_position);
  const called = (queue_position: number, minutes: number) => ({
    ...caller,
    queue_position,
    called_at: at(minutes),
  });
  expect(order([called(1, 5), called(2, 100), called(3, 50)])).toEqual([2, 3, 1]);
  expect(order([2, 3, 1].map((queue_position) => ({ ...caller, queue_position })))).toEqual([1, 2, 3]);
});

test('party sizes as they are said', () => {
  expect([[], [2], [4, 2], [3, 1, 2]].map((spots) => partySizesText(spots))).toEqual([
    '',
    '2',
    '2 or 4',
    '1, 2 or 3',
  ]);
  expect([[], [1, 4, 2]].map((spots) => largestParty(spots))).toEqual([0, 4]);
});
