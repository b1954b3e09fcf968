import type { Claim } from '../../claims/claims.contract.ts';
import type { QueueEntry } from '../wait-list.contract.ts';

/** Returns the claim by which another person calls or books a waiting customer, in any queue. */
export const otherClaim = <T extends Claim>(
  { lost_lead }: Pick<QueueEntry, 'lost_lead'>,
  claims: readonly T[],
): T | undefined =>
  claims.find(
    ({ subject, subject_id, is_own }) => subject === 'lead' && subject_id === lost_lead.id && !is_own,
  );

/** Returns the customer to call next: the first in the calling order on whom nobody else has a claim. */
export const nextToCall = (
  entries: readonly QueueEntry[],
  claims: readonly Claim[],
): QueueEntry | undefined => entries.find((entry) => entry.call_rank !== null && !otherClaim(entry, claims));
