import { requireSafeCents } from '../money.ts';

/**
 * Returns a percentage of an amount in cents. The percentage is in hundredths of a percent (10 % is 1000); the result
 * is rounded half up once.
 */
export function percentOfCents(cents: number, hundredthsOfPercent: number): number {
  const doubled =
    2n * BigInt(requireSafeCents(cents)) * BigInt(requireSafeCents(hundredthsOfPercent)) + 10_000n;
  const below = doubled < 0n && doubled % 20_000n !== 0n ? 1n : 0n;
  return requireSafeCents(Number(doubled / 20_000n - below));
}
