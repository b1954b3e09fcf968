import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { send } from '../../web/sending/send.ts';
import { claims, type Claim } from './claims.contract.ts';
import { CLAIMS_QUERY_KEY } from './useFollowedClaims.ts';

/** A claim, and when it expires without further input, by this browser's clock. */
export type ExpiringClaim = Claim & { endsAt: number };

const holdersHere = new Set<string>();
/** Creates a new holder of claims, which this tab knows as its own. */
export function newHolder(): string {
  const holder = crypto.randomUUID();
  holdersHere.add(holder);
  return holder;
}
export const isOfThisTab = ({ holder }: Claim): boolean => holdersHere.has(holder);

// A long list has a mark on every row, so a row that comes into view does not load them again.
const FRESH_MS = 30_000;

/** Loads the present claims: who books what, or calls whom. */
export const useClaims = (enabled = true) =>
  useQuery({
    queryKey: CLAIMS_QUERY_KEY,
    staleTime: FRESH_MS,
    enabled,
    queryFn: async ({ signal }): Promise<ExpiringClaim[]> => {
      const open = await send(claims.index, {}, { background: true, signal });
      return open.map((claim) => ({ ...claim, endsAt: Date.now() + claim.seconds_left * 1000 }));
    },
  });

/** Returns the whole seconds until then, counted down on the screen. */
export function useSecondsTo(endsAt: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.round((endsAt - now) / 1000));
}
