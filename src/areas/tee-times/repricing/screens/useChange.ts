import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Sent } from '../../../../contract/call.ts';
import type { TypedCard } from '../../../../contract/cards.ts';
import { asError } from '../../../../web/sending/as-error.ts';
import { notKnown } from '../../../../web/sending/not-known.ts';
import {
  KeyTaken,
  mayBeDone,
  refusalIn,
  sendRaw,
  settledAnswer,
  SignedOut,
} from '../../../../web/sending/send.ts';
import { isEarlier, submissionOf, type Followed } from '../../../../web/sending/submission.ts';
import { useOperation } from '../../../operations/useOperation.ts';
import { roundChanges } from '../round-changes.contract.ts';
import { QUOTE } from './useQuote.ts';

type Body = Sent<typeof roundChanges.change>['body'];
const LATER_FAILED = new Error('The change was not made, and nothing was charged.');

type State = { isWorking: boolean; done: string | null; pending: Followed | null; error: Error | null };
const IDLE: State = { isWorking: false, done: null, pending: null, error: null };

/** Changes a round once per submission: one key until there is a certain answer, a 202 followed to its end. */
export function useChange(id: number) {
  const [submission] = useState(() => submissionOf(`change ${id}`));
  const [state, setState] = useState<State>(() => ({ ...IDLE, pending: submission.followed() }));
  const queries = useQueryClient();
  const operation = useOperation(state.pending?.id ?? null);
  const end = (next: Partial<State>): void => {
    submission.end();
    setState({ ...IDLE, ...next });
    void queries.invalidateQueries();
  };
  useEffect(() => {
    if (operation?.state !== 'settled') return;
    const answer = settledAnswer(roundChanges.change, operation);
    end(
      answer
        ? {
            done: isEarlier(state.pending)
              ? `This was your earlier change: ${answer.message}`
              : answer.message,
          }
        : { error: refusalIn(operation.answer_status, operation.answer) ?? LATER_FAILED },
    );
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once it is settled
  }, [operation]);

  const refuse = (error: unknown): void =>
    setState({ ...IDLE, error: error instanceof SignedOut ? null : asError(error) });

  /** `readCard` throws where the gateway's fields give none: nothing is sent then, and a press before it keeps its key. */
  async function change(asked: Omit<Body, 'credit_card'>, readCard: () => Promise<TypedCard | null>) {
    if (state.isWorking || state.pending) return;
    setState({ ...IDLE, isWorking: true });
    const credit_card = await readCard().catch(asError);
    if (credit_card instanceof Error) refuse(credit_card);
    else await submit({ ...asked, credit_card });
  }
  async function submit(body: Body): Promise<void> {
    try {
      const { answer, pending } = await sendRaw(
        roundChanges.change,
        { body },
        { idempotencyKey: submission.key() },
      );
      if (!pending) return end({ done: answer.message });
      const { operation: begun, message } = pending;
      setState({ ...IDLE, pending: submission.follow({ id: begun.id, message }) });
    } catch (error) {
      if (error instanceof KeyTaken)
        return setState({ ...IDLE, pending: submission.followEarlier(error.operationId) });
      // Without a certain answer the next press has the same key: it can not charge a second time unseen.
      if (!mayBeDone(error)) submission.end();
      const said = notKnown(error, 'whether the round was changed');
      // The price may be another one by now. Where no answer came it stays as it was sent: it may be pressed again.
      if (said === error) void queries.invalidateQueries({ queryKey: [QUOTE, id] });
      refuse(said);
    }
  }
  return { ...state, change, forget: () => setState(IDLE) };
}
