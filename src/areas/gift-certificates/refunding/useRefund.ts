import { useState } from 'react';
import { sendRaw } from '../../../web/sending/send.ts';
import { earlierText, useSubmission } from '../../operations/useSubmission.ts';
import { certificateSales } from '../selling/selling.contract.ts';

type Outcome = { done: string | null; error: Error | null };
const NONE: Outcome = { done: null, error: null };

/** Refunds a certificate, once per submission. */
export function useRefund(id: number) {
  const [outcome, setOutcome] = useState(NONE);
  const { isWorking, pending, submit } = useSubmission(`certificate refund ${id}`, {
    call: certificateSales.refund,
    send: (updated_at: string, idempotencyKey) =>
      sendRaw(certificateSales.refund, { body: { id, updated_at } }, { idempotencyKey }),
    again: 'Pressing Refund again is safe: it asks for the same refund.',
    failedLater: 'The refund was not made.',
    succeed: ({ message }, isEarlier) =>
      setOutcome({ done: isEarlier ? earlierText('refund', message) : message, error: null }),
    fail: (error) => setOutcome({ done: null, error }),
  });
  const refund = (updated_at: string): Promise<void> =>
    submit(() => {
      setOutcome(NONE);
      return updated_at;
    });
  return { ...outcome, isWorking, pending, refund };
}
