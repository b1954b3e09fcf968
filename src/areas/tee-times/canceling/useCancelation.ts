import { useEffect, useRef, useState } from 'react';
import { mayBeDone, sendRaw, settledAnswer, SignedOut } from '../../../web/send.ts';
import { useOperation } from '../../operations/useOperation.ts';
import { teeTimes } from '../tee-times.contract.ts';

export type Said = { valid: boolean; message: string; backend_message?: string | undefined };
type Asked = { refund: boolean; cancel: boolean; force_cancel: boolean; refund_amount?: number };
type State = { isWorking: boolean; said: Said | null; pending: { id: string; message: string } | null };
const IDLE: State = { isWorking: false, said: null, pending: null };

/** Cancels and refunds, once per submission; an outcome that is not known yet is followed to its end. */
export function useCancelation(id: number) {
  const [state, setState] = useState<State>(IDLE);
  const key = useRef<string | null>(null);
  const operation = useOperation(state.pending?.id ?? null);
  useEffect(() => {
    if (operation?.state !== 'settled') return;
    setState({
      ...IDLE,
      said: settledAnswer(teeTimes.cancel, operation) ?? { valid: false, message: '' },
    });
  }, [operation]);

  async function process(asked: Asked): Promise<void> {
    if (state.isWorking) return;
    setState({ ...IDLE, isWorking: true });
    key.current ??= crypto.randomUUID();
    try {
      const sent = { body: { id, ...asked } };
      const { answer, pending } = await sendRaw(teeTimes.cancel, sent, { idempotencyKey: key.current });
      key.current = null;
      if (pending) setState({ ...IDLE, pending: { id: pending.operation.id, message: pending.message } });
      else setState({ ...IDLE, said: answer });
    } catch (error) {
      // Without a certain answer the same submission keeps its key: trying again can not refund twice.
      if (!mayBeDone(error)) key.current = null;
      const message = error instanceof Error ? error.message : String(error);
      setState({ ...IDLE, said: error instanceof SignedOut ? null : { valid: false, message } });
    }
  }
  return {
    isWorking: state.isWorking,
    said: state.said,
    pending: state.pending?.message ?? null,
    isDone: state.said?.valid === true,
    process,
  };
}
