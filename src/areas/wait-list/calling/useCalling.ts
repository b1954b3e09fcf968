import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { areShortcutsOff, isKeyUsedByFocus } from '../../../web/keys/hotkey.ts';
import { unknownOutcomeError } from '../../../web/sending/not-known.ts';
import { mayHaveTakenEffect, sendCall, Stale } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { confirmTakeOver } from '../../claims/useClaim.ts';
import { useClaims } from '../../claims/useClaims.ts';
import { bookWaitingCustomerPath, waitingCustomerName } from '../entries.rules.ts';
import { CALL_OUTCOME_LABELS } from '../queue-words.rules.ts';
import {
  waitList,
  type LastPhoneCall,
  type CallOutcome,
  type WaitQueue,
  type QueueEntry,
} from '../wait-list.contract.ts';
import { nextToCall, otherClaim } from './next.rules.ts';
import { useActivePhoneCall } from './useActivePhoneCall.ts';

/**
 * After a new customer appears, keys are ignored this long, because a key pressed twice is meant for the previous customer only.
 */
const SETTLE_MS = 700;
const OUTCOME_KEYS: Record<string, CallOutcome> = { n: 'no_answer', l: 'calls_back', x: 'not_wanted' };

/** The last recorded outcome of a call, while the person can still undo it. */
type UndoableOutcome = { entry: QueueEntry; call: LastPhoneCall };
export type CallingState = ReturnType<typeof useCalling>;

/** Chooses the customer to call, and records the outcome of the call, each by one key. */
export function useCalling(queue: WaitQueue, again: () => Promise<unknown>) {
  const router = useRouter();
  const { error, busy, attempt } = useAttempt();
  const [chosenId, choose] = useState<number | null>(null);
  const [said, setUndoable] = useState<UndoableOutcome | null>(null);
  const settled = useRef(0);
  const entries = queue.availability_queues;
  // No customer can be called while the queue is closed, not even by a key.
  const isClosed = queue.queue_closed_at !== null;
  const claims = useClaims().data ?? [];
  const next = nextToCall(entries, claims);
  const { called, turn, begin, end } = useActivePhoneCall(entries, isClosed);
  const chosen = isClosed ? null : (entries.find(({ id }) => id === chosenId) ?? null);
  const caller = chosen ?? called ?? next ?? null;
  const isCalled = called !== null && called === caller;
  const offeredId = caller !== null && caller === next ? caller.id : null;
  const offered = useRef(offeredId);
  useEffect(() => {
    // Another person has begun to call the customer whom this screen offered, so that the next customer has just appeared.
    if (offered.current !== null && offeredId !== null && offered.current !== offeredId)
      settled.current = Date.now();
    offered.current = offeredId;
  }, [offeredId]);
  // If the answer to a press was lost, the next press sends the same request with the same last call, so that the server records
  // one call.
  const lost = useRef<{ entry: QueueEntry; outcome: CallOutcome } | null>(null);

  const isTooSoon = () => Date.now() - settled.current < SETTLE_MS;
  const note = (outcome: CallOutcome): void => {
    if (!caller || isTooSoon()) return;
    const otherAgent = otherClaim(caller, claims);
    const before = lost.current;
    const entry = before?.entry.id === caller.id && before.outcome === outcome ? before.entry : caller;
    void attempt(async () => {
      if (otherAgent && !(await confirmTakeOver(otherAgent))) return;
      lost.current = { entry, outcome };
      choose(entry.id);
      const body = { id: entry.id, outcome, seen_call_id: entry.last_call?.id ?? null };
      const call = await sendCall(waitList.outcome, { body }).catch(async (failed: unknown) => {
        if (!mayHaveTakenEffect(failed) || failed instanceof Stale) {
          // Another person recorded an outcome first, so that the next press is a call of its own.
          lost.current = null;
          settled.current = Date.now();
          choose(null);
        }
        await again();
        throw unknownOutcomeError(
          failed,
          `whether “${CALL_OUTCOME_LABELS[outcome]}” was saved for ${waitingCustomerName(entry)}`,
        );
      });
      lost.current = null;
      settled.current = Date.now();
      setUndoable({ entry, call });
      await again();
      choose(null);
      end();
    });
  };
  const call = (entry: QueueEntry): void => {
    if (entry.tee_time !== null || isClosed) return;
    choose(null);
    begin(entry);
  };
  /** Claims the customer, so that nobody else is offered the same one; releases the claim when pressed again. */
  const callOrStop = (): void => {
    if (!caller || isTooSoon()) return;
    settled.current = Date.now();
    if (isCalled) end();
    else call(caller);
  };
  const takeBack = (): void => {
    if (!said) return;
    void attempt(async () => {
      await sendCall(waitList.takeBack, { body: { id: said.entry.id, call_id: said.call.id } });
      await again();
      choose(said.entry.id);
      setUndoable(null);
    });
  };
  const book = (): void => {
    if (caller && caller.call_rank !== null)
      void router.navigate({ to: bookWaitingCustomerPath(queue, caller) });
  };
  useCallKeys((key) => {
    const outcome = OUTCOME_KEYS[key];
    if (outcome) note(outcome);
    else if (key === 'b') book();
    else if (key === 'c') callOrStop();
    return outcome !== undefined || key === 'b' || key === 'c';
  });
  const isChosen = chosen !== null && !isCalled;
  return {
    caller,
    isClosed,
    isChosen,
    isCalled,
    turn,
    said,
    error,
    busy,
    choose,
    call,
    callOrStop,
    note,
    takeBack,
  };
}

/**
 * Handles the keys of the whole screen. Ignores a key that is typed into a field, pressed in a dialog, held down, switched off, or
 * pressed second after `g`.
 */
function useCallKeys(press: (key: string) => boolean): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isElsewhere =
        event.defaultPrevented ||
        event.shiftKey ||
        event.repeat ||
        areShortcutsOff() ||
        isKeyUsedByFocus(event) ||
        document.querySelector('.dialog-layer');
      if (isElsewhere) return;
      if (press(event.key.toLowerCase())) event.preventDefault();
    };
    // The listener on the window runs after the keys of all screens, which listen on the document, so that a letter that navigates
    // records no outcome.
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
