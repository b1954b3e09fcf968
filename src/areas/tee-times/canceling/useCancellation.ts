import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import {
  FieldErrors,
  KeyTaken,
  mayBeDone,
  sendRaw,
  settledAnswer,
  SignedOut,
  Stale,
  type Raw,
} from '../../../web/sending/send.ts';
import { submissionOf, type Followed } from '../../../web/sending/submission.ts';
import { useOperation } from '../../operations/useOperation.ts';
import { teeTimes, type CancellationResult, type RefundChoice } from '../tee-times.contract.ts';

export type Said = Pick<CancellationResult, 'valid' | 'message' | 'backend_message' | 'waits'>;
type Asked = {
  refund: boolean;
  cancel: boolean;
  force_cancel: boolean;
  refund_amount?: number;
  refund_choice?: RefundChoice;
  reason?: string;
};
type State = {
  isWorking: boolean;
  said: Said | null;
  pending: Followed | null;
  /** What is wrong with what was typed, by its field. */
  errors: Record<string, string[]>;
};
const IDLE: State = { isWorking: false, said: null, pending: null, errors: {} };

const NOT_KNOWN = 'It is not known whether it was done. Press again: it is done once.';

/** Cancels and refunds a tee time, or asks for it where an admin has to approve that. */
export const useCancellation = (id: number) =>
  useSettling(`cancel ${id}`, (asked: Asked, idempotencyKey) =>
    sendRaw(teeTimes.cancel, { body: { id, ...asked } }, { idempotencyKey }),
  );

type Sent = Promise<Pick<Raw<typeof teeTimes.cancel>, 'answer' | 'pending'>>;

/** Does what is answered as a cancellation is, once per submission; an outcome that is not known yet is followed to its end. */
export function useSettling<T>(name: string, ask: (asked: T, idempotencyKey: string) => Sent) {
  const [submission] = useState(() => submissionOf(name));
  const [state, setState] = useState<State>(() => ({ ...IDLE, pending: submission.followed() }));
  const queries = useQueryClient();
  const operation = useOperation(state.pending?.id ?? null);
  useEffect(() => {
    if (operation?.state !== 'settled') return;
    submission.end();
    void queries.invalidateQueries();
    setState({ ...IDLE, said: settledAnswer(teeTimes.cancel, operation) ?? { valid: false, message: '' } });
  }, [operation, submission, queries]);

  // What may be done is asked anew.
  const lookAgain = () => void queries.invalidateQueries({ queryKey: ['cancel options'] });

  async function process(asked: T): Promise<void> {
    if (state.isWorking) return;
    setState({ ...IDLE, isWorking: true });
    try {
      const { answer, pending } = await ask(asked, submission.key());
      if (pending) {
        const { operation: begun, message } = pending;
        return setState({ ...IDLE, pending: submission.follow({ id: begun.id, message }) });
      }
      submission.end();
      // A refusal may have changed something all the same.
      if (!answer.valid) lookAgain();
      setState({ ...IDLE, said: answer });
    } catch (error) {
      if (error instanceof KeyTaken)
        return setState({ ...IDLE, pending: submission.followEarlier(error.operationId) });
      // Without a certain answer the next press has the same key: it can not refund a second time unseen. What was chosen, and the
      // figures that it was chosen by, stay for it.
      const isUnknown = mayBeDone(error) && !(error instanceof Stale);
      if (!mayBeDone(error)) submission.end();
      else if (!isUnknown) lookAgain();
      if (error instanceof FieldErrors && 'reason' in error.errors)
        return setState({ ...IDLE, errors: error.errors });
      const message = error instanceof Error ? error.message : String(error);
      const said = { valid: false, message, ...(isUnknown && { backend_message: NOT_KNOWN }) };
      setState({ ...IDLE, said: error instanceof SignedOut ? null : said });
    }
  }
  return {
    isWorking: state.isWorking,
    said: state.said,
    errors: state.errors,
    pending: state.pending?.message ?? null,
    isDone: state.said?.valid === true,
    forget: () => setState(IDLE),
    process,
  };
}
