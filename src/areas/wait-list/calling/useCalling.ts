import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { notKnown } from '../../../web/sending/not-known.ts';
import { mayBeDone, send, Stale } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { bookPath, nameOf } from '../entries.rules.ts';
import { OUTCOME_WORDS } from '../said.rules.ts';
import { waitList, type LastCall, type Outcome, type Queue, type QueueEntry } from '../wait-list.contract.ts';

/** Who presses a key twice means one caller: what is pressed so soon after an outcome is not meant for the next. */
const SETTLE_MS = 700;
const OUTCOME_KEYS: Record<string, Outcome> = { n: 'no_answer', l: 'calls_back', x: 'not_wanted' };

/** The last outcome, as it can be taken back. */
type Said = { entry: QueueEntry; call: LastCall };
export type Calling = ReturnType<typeof useCalling>;

/** Who is being called, and what came of it, each with one key. */
export function useCalling(queue: Queue, again: () => Promise<unknown>) {
  const router = useRouter();
  const { error, busy, attempt } = useAttempt();
  const [chosenId, choose] = useState<number | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const settled = useRef(0);
  const entries = queue.availability_queues;
  // Nobody is called from a closed queue, by no key either.
  const isClosed = queue.queue_closed_at !== null;
  const chosen = isClosed ? null : (entries.find(({ id }) => id === chosenId) ?? null);
  const caller = chosen ?? entries.find(({ call_rank }) => call_rank === 1) ?? null;
  // A press whose answer was lost is sent again as it was: what was seen then is what makes it one call.
  const lost = useRef<{ entry: QueueEntry; outcome: Outcome } | null>(null);

  const note = (outcome: Outcome): void => {
    if (!caller || Date.now() - settled.current < SETTLE_MS) return;
    const before = lost.current;
    const entry = before?.entry.id === caller.id && before.outcome === outcome ? before.entry : caller;
    void attempt(async () => {
      lost.current = { entry, outcome };
      choose(entry.id);
      const body = { id: entry.id, outcome, seen_call_id: entry.last_call?.id ?? null };
      const call = await send(waitList.outcome, { body }).catch(async (failed: unknown) => {
        if (!mayBeDone(failed) || failed instanceof Stale) {
          // Somebody else was first: from what they took down on, the next press is a call of its own.
          lost.current = null;
          settled.current = Date.now();
          choose(null);
        }
        await again();
        throw notKnown(failed, `whether “${OUTCOME_WORDS[outcome]}” was saved for ${nameOf(entry)}`);
      });
      lost.current = null;
      settled.current = Date.now();
      setSaid({ entry, call });
      await again();
      choose(null);
    });
  };
  const takeBack = (): void => {
    if (!said) return;
    void attempt(async () => {
      await send(waitList.takeBack, { body: { id: said.entry.id, call_id: said.call.id } });
      await again();
      choose(said.entry.id);
      setSaid(null);
    });
  };
  const book = (): void => {
    if (caller && caller.call_rank !== null) void router.navigate({ to: bookPath(queue, caller) });
  };
  useCallKeys((key) => {
    const outcome = OUTCOME_KEYS[key];
    if (outcome) note(outcome);
    else if (key === 'b') book();
    return outcome !== undefined || key === 'b';
  });
  return { caller, isClosed, isChosen: chosen !== null, choose, note, takeBack, said, error, busy };
}

/** Keys of the whole screen, but where something is typed, in a dialog, or held down. */
function useCallKeys(press: (key: string) => boolean): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      const isElsewhere =
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.shiftKey ||
        event.repeat ||
        document.querySelector('.dialog-layer');
      const isTyping =
        target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
      if (isElsewhere || isTyping) return;
      if (press(event.key.toLowerCase())) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
