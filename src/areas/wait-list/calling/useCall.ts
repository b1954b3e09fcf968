import { useState } from 'react';
import { useClaim } from '../../claims/useClaim.ts';
import type { QueueEntry } from '../wait-list.contract.ts';

/** A call, and the customer's last known outcome when it began: the next outcome ends it, whoever records it. */
type Begun = { id: number; last: number | null };
const lastOf = ({ last_call }: QueueEntry): number | null => last_call?.id ?? null;

/**
 * Holds the call that this tab makes: nobody else is offered that customer as the next to call. It ends with its outcome, with
 * the booking, with leaving, and five minutes after the last input. Null while nobody is called, or nobody may be.
 */
export function useCall(entries: readonly QueueEntry[], isClosed: boolean) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const called =
    begun && !isClosed
      ? entries.find(
          (entry) => entry.id === begun.id && entry.tee_time === null && lastOf(entry) === begun.last,
        )
      : undefined;
  const claim = useClaim({
    doing: 'calling',
    subjects: called ? [{ subject: 'queue_entry', subject_id: called.id }] : [],
    giveUp: () => setBegun(null),
  });
  return {
    called: called ?? null,
    turn: claim,
    begin: (entry: QueueEntry) => setBegun({ id: entry.id, last: lastOf(entry) }),
    end: () => setBegun(null),
  };
}
