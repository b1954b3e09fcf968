import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sendCall } from '../../web/sending/send.ts';
import { claims, type Claim } from './claims.contract.ts';
import { CLAIMS_QUERY_KEY } from './useLiveClaims.ts';

/** A claim, with the instant at which it expires without further input, by this browser's clock. */
export type ExpiringClaim = Claim & { endsAt: number };

const holdersHere = new Set<string>();
/** Creates the id under which this tab holds a claim, and remembers the id as this tab's own. */
export function newHolder(): string {
  const holder = crypto.randomUUID();
  holdersHere.add(holder);
  return holder;
}
export const isOfThisTab = ({ holder }: Claim): boolean => holdersHere.has(holder);

// A long list shows a claim mark in every row, so a row that comes into view does not load the claims again.
const FRESH_MS = 30_000;

/** Loads the open claims: who books what, or calls whom. */
export const useClaims = (enabled = true) =>
  useQuery({
    queryKey: CLAIMS_QUERY_KEY,
    staleTime: FRESH_MS,
    enabled,
    queryFn: async ({ signal }): Promise<ExpiringClaim[]> => {
      const open = await sendCall(claims.index, {}, { background: true, signal });
      return open.map((claim) => ({ ...claim, endsAt: Date.now() + claim.seconds_left * 1000 }));
    },
  });

/** Returns the whole seconds until an instant, updated every second. */
export function useSecondsUntil(endsAt: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.round((endsAt - now) / 1000));
}
