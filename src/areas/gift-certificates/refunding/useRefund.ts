import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asError } from '../../../web/sending/as-error.ts';
import { notKnown } from '../../../web/sending/not-known.ts';
import {
  KeyTaken,
  mayBeDone,
  refusalIn,
  sendRaw,
  settledAnswer,
  SignedOut,
} from '../../../web/sending/send.ts';
import { submissionOf, type Followed } from '../../../web/sending/submission.ts';
import { useOperation } from '../../operations/useOperation.ts';
import { certificateSales } from '../selling/selling.contract.ts';

const LATER_FAILED = new Error('The refund was not made.');
type State = { isWorking: boolean; done: string | null; pending: Followed | null; error: Error | null };
const IDLE: State = { isWorking: false, done: null, pending: null, error: null };

/** Refunds a certificate once per submission: one key until there is a certain answer, a 202 followed to its end. */
export function useRefund(id: number) {
  const [submission] = useState(() => submissionOf(`certificate refund ${id}`));
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
    const answer = settledAnswer(certificateSales.refund, operation);
    end(
      answer
        ? { done: answer.message }
        : { error: refusalIn(operation.answer_status, operation.answer) ?? LATER_FAILED },
    );
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once it is settled
  }, [operation]);

  async function refund(updated_at: string): Promise<void> {
    if (state.isWorking || state.pending) return;
    setState({ ...IDLE, isWorking: true });
    try {
      const { answer, pending } = await sendRaw(
        certificateSales.refund,
        { body: { id, updated_at } },
        { idempotencyKey: submission.key() },
      );
      if (!pending) return end({ done: answer.message });
      const { operation: begun, message } = pending;
      setState({ ...IDLE, pending: submission.follow({ id: begun.id, message }) });
    } catch (error) {
      if (error instanceof KeyTaken)
        return setState({ ...IDLE, pending: submission.followEarlier(error.operationId) });
      // Without a certain answer the next press has the same key: it can not refund a second time unseen.
      if (!mayBeDone(error)) submission.end();
      setState({
        ...IDLE,
        error: error instanceof SignedOut ? null : asError(notKnown(error, 'whether it was refunded')),
      });
    }
  }
  return { ...state, refund };
}
