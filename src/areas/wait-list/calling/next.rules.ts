import type { Turn } from '../../turns/turns.contract.ts';
import type { QueueEntry } from '../wait-list.contract.ts';

/** Somebody else's turn at a waiting customer, whom they call or book for, in whichever queue. */
export const theirTurn = <T extends Turn>(
  { lost_lead }: Pick<QueueEntry, 'lost_lead'>,
  turns: readonly T[],
): T | undefined =>
  turns.find(
    ({ subject, subject_id, is_own }) => subject === 'lead' && subject_id === lost_lead.id && !is_own,
  );

/** Whom to call next: the first in the order of the calls whom nobody else calls or books for just now. */
export const nextToCall = (entries: readonly QueueEntry[], turns: readonly Turn[]): QueueEntry | undefined =>
  entries.find((entry) => entry.call_rank !== null && !theirTurn(entry, turns));
