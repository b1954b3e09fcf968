import { expect, test } from 'vitest';
import { leaderboardBars } from './bars.rules.ts';

test('the worked company’s month, by value and then by name', () => {
  const rounds = leaderboardBars([
    ['Ruth', 2],
    ['Claire', 4],
    ['June', 2],
    ['Maria', 7],
  ]);
  expect(rounds.map(({ name, percent }) => [name, percent])).toEqual([
    ['Maria', 91],
    ['Claire', 52],
    ['June', 26],
    ['Ruth', 26],
  ]);
  const revenue = leaderboardBars([
    ['Claire', 12_000],
    ['June', 30_000],
    ['Maria', 92_000],
    ['Ruth', 38_000],
  ]);
  expect(revenue.map(({ name, percent }) => [name, percent])).toEqual([
    ['Maria', 91],
    ['Ruth', 38],
    ['June', 30],
    ['Claire', 12],
  ]);
});

test('a whole percent is not rounded up any further', () => {
  expect(leaderboardBars([['a', 100] as [string, number], ['b', 11]]).map(({ percent }) => percent)).toEqual([
    91, 10,
  ]);
});

test('nobody has no bar', () => expect(leaderboardBars([])).toEqual([]));
