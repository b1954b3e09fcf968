import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendCallForRawAnswer, Stale } from '../../../web/sending/send.ts';
import { earlierOutcomeText, useSubmission } from '../../operations/useSubmission.ts';
import { certificateSales } from '../selling/selling.contract.ts';

/** The query key of the preview of a refund. */
export const CERTIFICATE_REFUND_QUERY_KEY = 'refund of certificate';

type Outcome = { done: string | null; error: Error | null };
const NONE: Outcome = { done: null, error: null };

/** Refunds a gift certificate, once per submission. `changed` also runs if another person has changed the certificate. */
export function useCertificateRefund(id: number, changed: () => Promise<void>) {
  const [outcome, setOutcome] = useState(NONE);
  const queries = useQueryClient();
  const { isWorking, pending, submit } = useSubmission(`certificate refund ${id}`, {
    call: certificateSales.refund,
    send: (updated_at: string, idempotencyKey) =>
      sendCallForRawAnswer(certificateSales.refund, { body: { id, updated_at } }, { idempotencyKey }),
    again: 'Pressing Refund again is safe: it asks for the same refund.',
    failedLater: 'The refund was not made.',
    succeed: ({ message }, isEarlier) =>
      setOutcome({ done: isEarlier ? earlierOutcomeText('refund', message) : message, error: null }),
    fail: (error) => {
      setOutcome({ done: null, error });
      if (!(error instanceof Stale)) return;
      // If the gift certificate cannot be loaded now, its next save is rejected as outdated.
      changed().catch(() => undefined);
      void queries.invalidateQueries({ queryKey: [CERTIFICATE_REFUND_QUERY_KEY, id] });
    },
  });
  const refund = (updated_at: string): Promise<void> =>
    submit(() => {
      setOutcome(NONE);
      return updated_at;
    });
  return { ...outcome, isWorking, pending, refund };
}
