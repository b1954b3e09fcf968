import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../../contract/call.ts';
import { useConfirmLeave } from '../../../../web/leaving/useDialogClose.ts';
import { focusFirstError } from '../../../../web/records/form/focusing.ts';
import { FieldErrors, sendCallForRawAnswer } from '../../../../web/sending/send.ts';
import { isUnrecognizedChoice } from '../../../../contract/forms/unread.ts';
import { useSentForm, useSubmission } from '../../../operations/useSubmission.ts';
import type { CardEntry } from '../../../payments/card/useCardEntry.ts';
import { saleErrors, type SaleForm } from '../sale-form.rules.ts';
import { certificateSales, type CertificateSaleAnswer } from '../selling.contract.ts';
import type { SaleFields } from './useSaleForm.ts';

const LEAVE = {
  question: 'Leave while it is being sold?',
  detail: 'The sale continues. Its outcome will be in the list of gift certificates.',
  verb: 'Leave',
};
/** A specified sentence (Spec 1 §8). */
const VALIDATION_ERRORS = 'One or more validation errors are present.';
const NO_PRICE_YET = new Error('The price is not there yet. Please press again when it is.');

type Body = CallInput<typeof certificateSales.sell>['body'];
type Outcome = {
  sold: CertificateSaleAnswer | null;
  refusal: string | null;
  error: Error | null;
  /** True if the form was changed during the sale; these changes are not part of it. */
  isTypedSince: boolean;
};
const NONE: Outcome = { sold: null, refusal: null, error: null, isTypedSince: false };

type Selling = { fields: SaleFields; card: CardEntry; price: number | null };

/** Sells a gift certificate, once per submission. */
export function useCertificateSale({ fields, card, price }: Selling) {
  const [outcome, setOutcome] = useState(NONE);
  const { sent, isTypedSince } = useSentForm(fields);
  const queries = useQueryClient();
  const { isWorking, pending, isBusy, submit } = useSubmission('certificate', {
    call: certificateSales.sell,
    send: (body: Body, idempotencyKey) =>
      sendCallForRawAnswer(certificateSales.sell, { body }, { idempotencyKey }),
    again: 'Pressing Sell again is safe: it asks for the same gift certificate.',
    failedLater: 'The gift certificate was not sold, and nothing was charged.',
    succeed: (sold, isEarlier) => {
      const isTyped = isTypedSince(isEarlier);
      setOutcome({ ...NONE, sold, isTypedSince: isTyped });
      if (isTyped) return;
      card.clear();
      fields.reset();
    },
    fail: (error) => {
      if (!(error instanceof FieldErrors)) return setOutcome({ ...NONE, error });
      stop(error.errors['shown_price']?.join(' ') ?? error.message, error.errors);
      // The price is loaded again, because the discount may have changed.
      void queries.invalidateQueries({ queryKey: ['sale configuration'] });
    },
  });
  useConfirmLeave(LEAVE, isWorking);
  function stop(refusal: string, errors: Record<string, string[]>): void {
    fields.setErrors(errors);
    focusFirstError(errors);
    setOutcome({ ...NONE, refusal });
  }
  async function sell(): Promise<void> {
    if (isBusy()) return;
    const errors = { ...saleErrors(fields.form), ...card.errors() };
    if (price !== 0 && !card.isTyped()) errors['credit_card.number'] ??= ['is required'];
    if (Object.keys(errors).length > 0) return stop(VALIDATION_ERRORS, errors);
    // The price cannot be calculated before the discount is loaded.
    if (price === null) return setOutcome({ ...NONE, error: NO_PRICE_YET });
    setOutcome(NONE);
    await submit(async () => {
      const credit_card = price === 0 ? null : await card.read(fields.form.customer);
      sent.current = fields.form;
      return { gift_certificate: { ...saleSent(fields.form), shown_price: price, credit_card } };
    });
  }
  return {
    ...outcome,
    isWorking,
    pending,
    isBusy: isWorking || pending !== null,
    sell,
    next: () => setOutcome(NONE),
  };
}

const saleSent = ({ course, ...typed }: SaleForm) => ({
  ...typed,
  course: typeof course === 'number' && !isUnrecognizedChoice(course) ? { id: course } : null,
});
