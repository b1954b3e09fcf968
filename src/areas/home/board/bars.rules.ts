import { compareByFold } from '../../../contract/names/fold.ts';
/** A bar of the leaderboard: an agent's name, the value, and the width in whole percent. */
export type LeaderboardBar = { name: string; value: number; percent: number };

/**
 * Returns the bars of a leaderboard, the largest first, then by name. The full width is 110 percent of the largest value; percents
 * are rounded up.
 */
export function leaderboardBars(values: [name: string, value: number][]): LeaderboardBar[] {
  const largest = Math.max(0, ...values.map(([, value]) => value));
  return values
    .map(([name, value]) => ({ name, value, percent: Math.ceil((1000 * value) / (11 * largest)) }))
    .toSorted((a, b) => b.value - a.value || compareByFold(a.name, b.name));
}
