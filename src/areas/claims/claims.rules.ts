import type { Claim } from './claims.contract.ts';

/** Describes a claim: `Maria Lopez is booking this`; the reader's own claim is in another tab. */
export function claimText({ doing, is_own, staff_name }: Claim): string {
  const what = doing === 'calling' ? 'calling this customer' : 'booking this';
  return is_own ? `You are ${what} in another tab` : `${staff_name} is ${what}`;
}

/** Describes a claim briefly, where there is little room: `Ben is calling`. */
export function shortClaimText({ doing, is_own, staff_name }: Claim, isThisTab: boolean): string {
  const what = doing === 'calling' ? 'calling' : 'booking this';
  if (!is_own) return `${staff_name.split(' ')[0] ?? ''} is ${what}`;
  return isThisTab ? `You are ${what}` : `You are ${what} in another tab`;
}

/** Formats a number of seconds as a clock: 160 is `2:40`. */
export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
