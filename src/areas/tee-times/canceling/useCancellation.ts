import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { FieldErrors, sendCallForRawAnswer, Stale, type RawCallAnswer } from '../../../web/sending/send.ts';
import { earlierOutcomeText, useSubmission } from '../../operations/useSubmission.ts';
import { teeTimes, type CancellationResult, type RefundChoice } from '../tee-times.contract.ts';

export type CancellationOutcome = Pick<
  CancellationResult,
  'valid' | 'message' | 'backend_message' | 'waits'
> & {
  /** True if the answer belongs to an earlier press; the last press did nothing. */
  isEarlier?: boolean;
  /** True if no answer came; the message says what is safe to press. */
  isUnknown?: boolean;
};
type CancelRequest = {
  refund: boolean;
  cancel: boolean;
  force_cancel: boolean;
  refund_amount?: number;
  refund_choice?: RefundChoice;
  reason?: string;
};
type Outcome = {
  said: CancellationOutcome | null;
  /** True if the server answered, so that the outcome is certain. */
  isAnswered: boolean;
  /** The validation errors, by field. */
  errors: Record<string, string[]>;
};
const NONE: Outcome = { said: null, isAnswered: false, errors: {} };

const AGAIN = 'Pressing Process again is safe: it asks for the same cancellation or refund.';

/** Returns the function that cancels or refunds a tee time, or requests an approval if one is needed. */
export const useCancellation = (id: number) =>
  useCancellationCall({
    name: `cancel ${id}`,
    deed: 'cancellation or refund',
    again: AGAIN,
    send: (request: CancelRequest, idempotencyKey) =>
      sendCallForRawAnswer(teeTimes.cancel, { body: { id, ...request } }, { idempotencyKey }),
  });

type Sent = Promise<Pick<RawCallAnswer<typeof teeTimes.cancel>, 'answer' | 'pending'>>;

type Settling<T> = {
  name: string;
  /** The noun for the requested action: `cancellation or refund`. */
  deed: string;
  again: string;
  send: (input: T, idempotencyKey: string) => Sent;
};

/** Sends a call whose answer is a cancellation's, once per submission. */
export function useCancellationCall<T>({ name, deed, again, send }: Settling<T>) {
  const [outcome, setOutcome] = useState(NONE);
  const queries = useQueryClient();
  const refetchOptions = () => void queries.invalidateQueries({ queryKey: ['cancel options'] });
  const { isWorking, pending, submit } = useSubmission(name, {
    call: teeTimes.cancel,
    send,
    again,
    failedLater: 'It was not done.',
    succeed: (answer, isEarlier) => {
      // The choices are loaded again, because a rejected cancellation may have changed something.
      if (!answer.valid) refetchOptions();
      const said = isEarlier
        ? { ...answer, message: earlierOutcomeText(deed, answer.message), isEarlier }
        : answer;
      setOutcome({ said, isAnswered: true, errors: {} });
    },
    fail: (error, isUnknown) => {
      if (error instanceof Stale) refetchOptions();
      if (error instanceof FieldErrors && 'reason' in error.errors)
        return setOutcome({ ...NONE, errors: error.errors });
      setOutcome({ ...NONE, said: { valid: false, message: error.message, isUnknown } });
    },
  });
  const process = (input: T): Promise<void> =>
    submit(() => {
      setOutcome(NONE);
      return input;
    });
  return {
    ...outcome,
    isWorking,
    pending: pending?.message ?? null,
    isDone: outcome.said?.valid === true,
    forget: () => setOutcome(NONE),
    process,
  };
}
