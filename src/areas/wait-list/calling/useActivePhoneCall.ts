import { useState } from 'react';
import { useClaim } from '../../claims/useClaim.ts';
import type { QueueEntry } from '../wait-list.contract.ts';

/**
 * A telephone call in progress: the queue entry, and its customer's last outcome when the call began. A later outcome ends the
 * call, whoever records it.
 */
type Begun = { id: number; last: number | null };
const lastOf = ({ last_call }: QueueEntry): number | null => last_call?.id ?? null;

/**
 * Holds the claim for the telephone call that this browser tab makes, so that nobody else is offered that customer. The call ends
 * when its outcome is recorded, when the customer books, when the screen is left, and five minutes after the last input. `called`
 * is null while nobody is called, and while the queue is closed.
 */
export function useActivePhoneCall(entries: readonly QueueEntry[], isClosed: boolean) {
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
