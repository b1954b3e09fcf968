import { describe, expect, test } from 'vitest';
import { bookTeeTimeAddress, typedTeeTimeText, parseTypedTeeTime, likelyTeeTimes } from './booking.rules.ts';

// 2026-11-20 is a Friday.
const TODAY = '2026-11-20';
const COURSES = [
  [1, 'Balboa Park'],
  [2, 'Balboa Park 9'],
  [3, 'The Park at El Cajón'],
  [4, 'Torrey Pines North'],
  [5, 'Torrey Pines South'],
] as const;
const NONE = new Map<number, number>();
const rounds = (typed: string, booked = NONE) => {
  const said = parseTypedTeeTime(typed, COURSES, TODAY);
  return said ? likelyTeeTimes(said, booked) : [];
};
const said = (typed: string) =>
  rounds(typed).map(({ course_id, play_date, play_time, players }) =>
    [course_id, play_date, play_time ?? '', players ?? ''].join(' ').trim(),
  );

test('a text of more words than any round needs is not read as one, which bounds the work', () => {
  const courses = [[1, 'a']] as const;
  const typed = (words: number) => parseTypedTeeTime(`${'a '.repeat(words)}sat 742`, courses, TODAY);
  expect(typed(14)).not.toBeNull();
  expect(typed(15)).toBeNull();
});

describe('a round as it is said', () => {
  test.each([
    ['south sat 742 4', ['5 2026-11-21 07:42 4']],
    ['South, Sat, 7:42, 4', ['5 2026-11-21 07:42 4']],
    ['south sat 7.42 4', ['5 2026-11-21 07:42 4']],
    ['south 12/5 7.42 pm', ['5 2026-12-05 19:42']],
    ['torrey so tomorrow noon 2', ['5 2026-11-21 12:00 2']],
    ['torrey sat 742 4', ['4 2026-11-21 07:42 4', '5 2026-11-21 07:42 4']],
    ['south 1205 742pm 4p', ['5 2026-12-05 19:42 4']],
    ['south 12/5 7:42 pm 4 players', ['5 2026-12-05 19:42 4']],
    ['south sat dec 5 742 4', ['5 2026-12-05 07:42 4']],
    ['south 5 dec 742', ['5 2026-12-05 07:42']],
    ['south 5 742 4', ['5 2026-12-05 07:42 4']],
    ['south +3', ['5 2026-11-23']],
    ['south sat 4', ['5 2026-11-21  4']],
    ['south sat 7', ['5 2026-11-21 07:00']],
    ['balboa park 9 sat 742 4', ['2 2026-11-21 07:42 4']],
    ['balboa park 9 742 4', ['1 2026-12-09 07:42 4', '2 2026-12-09 07:42 4']],
    ['cajon sat', ['3 2026-11-21']],
    ['park sat', ['1 2026-11-21', '2 2026-11-21', '3 2026-11-21']],
  ])('%j is %j', (typed, rounds) => expect(said(typed)).toEqual(rounds));

  test.each([
    '',
    'south',
    'sat',
    'sat 742 4',
    'smith sat 742',
    'south smith',
    'south sat 742 4 4',
    'south sat 742 0',
    'south sat 742 145',
    'south sat 2560',
    'south sat 7.425',
    'south sat 24.99',
    'south sat midnight',
  ])('%j is none', (typed) => expect(said(typed)).toEqual([]));
});

describe('where several courses may be meant', () => {
  const ids = (typed: string, booked: [number, number][] = []) =>
    rounds(typed, new Map(booked)).map(({ course_id }) => course_id);
  test('is first where most was booked lately', () => {
    expect(ids('torrey sat')).toEqual([4, 5]);
    expect(ids('torrey sat', [[5, 1]])).toEqual([5, 4]);
    expect(
      ids('park sat', [
        [3, 9],
        [2, 4],
      ]),
    ).toEqual([3, 2, 1]);
  });
  test('then where the name begins so, then by name', () => {
    expect(ids('the sat')).toEqual([3]);
    expect(ids('t sat')).toEqual([3, 4, 5]);
    expect(ids('p sat')).toEqual([1, 2, 3]);
    expect(ids('p sat', [[5, 2]])).toEqual([5, 1, 2]);
  });
  test('is the course of exactly that name before all others', () => {
    expect(ids('balboa park sat', [[2, 50]])).toEqual([1, 2]);
  });
});

test('is read with what was said, and opens the booking engine with it', () => {
  const [round] = rounds('south sat 742 4');
  if (!round) throw new Error('no round');
  expect(typedTeeTimeText(round)).toBe('Torrey Pines South, Sat, Nov 21 2026, 07:42, 4 players');
  expect(bookTeeTimeAddress(round)).toBe(
    '/ibe?providedCourseId=5&providedDateString=2026-11-21&providedTimeString=07%3A42&providedPlayers=4&providedPriced=true',
  );
  const { play_time: _time, players: _players, ...day } = round;
  expect(typedTeeTimeText(day)).toBe('Torrey Pines South, Sat, Nov 21 2026');
  expect(bookTeeTimeAddress(day)).toBe(
    '/ibe?providedCourseId=5&providedDateString=2026-11-21&providedPriced=true',
  );
});
