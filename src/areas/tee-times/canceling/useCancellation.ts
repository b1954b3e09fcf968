import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { KeyTaken, mayBeDone, sendRaw, settledAnswer, SignedOut } from '../../../web/sending/send.ts';
import { submissionOf, type Followed } from '../../../web/sending/submission.ts';
import { useOperation } from '../../operations/useOperation.ts';
import { teeTimes } from '../tee-times.contract.ts';

export type Said = { valid: boolean; message: string; backend_message?: string | undefined };
type Asked = { refund: boolean; cancel: boolean; force_cancel: boolean; refund_amount?: number };
type State = { isWorking: boolean; said: Said | null; pending: Followed | null };
const IDLE: State = { isWorking: false, said: null, pending: null };

/** Cancels and refunds, once per submission; an outcome that is not known yet is followed to its end. */
export function useCancellation(id: number) {
  const [submission] = useState(() => submissionOf(`cancel ${id}`));
  const [state, setState] = useState<State>(() => ({ ...IDLE, pending: submission.followed() }));
  const queries = useQueryClient();
  const operation = useOperation(state.pending?.id ?? null);
  useEffect(() => {
    if (operation?.state !== 'settled') return;
    submission.end();
    void queries.invalidateQueries();
    setState({
      ...IDLE,
      said: settledAnswer(teeTimes.cancel, operation) ?? { valid: false, message: '' },
    });
  }, [operation, submission, queries]);

  async function process(asked: Asked): Promise<void> {
    if (state.isWorking) return;
    setState({ ...IDLE, isWorking: true });
    try {
      const sent = { body: { id, ...asked } };
      const { answer, pending } = await sendRaw(teeTimes.cancel, sent, { idempotencyKey: submission.key() });
      if (pending) {
        const { operation: begun, message } = pending;
        return setState({ ...IDLE, pending: submission.follow({ id: begun.id, message }) });
      }
      submission.end();
      // A refusal may have changed something all the same: what may be done is asked anew.
      if (!answer.valid) void queries.invalidateQueries({ queryKey: ['cancel options', id] });
      setState({ ...IDLE, said: answer });
    } catch (error) {
      if (error instanceof KeyTaken)
        return setState({ ...IDLE, pending: submission.followEarlier(error.operationId) });
      // Without a certain answer the next press has the same key: it can not refund a second time unseen.
      if (!mayBeDone(error)) submission.end();
      else void queries.invalidateQueries({ queryKey: ['cancel options', id] });
      const message = error instanceof Error ? error.message : String(error);
      setState({ ...IDLE, said: error instanceof SignedOut ? null : { valid: false, message } });
    }
  }
  return {
    isWorking: state.isWorking,
    said: state.said,
    pending: state.pending?.message ?? null,
    isDone: state.said?.valid === true,
    forget: () => setState(IDLE),
    process,
  };
}
