import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { TypedCard } from '../../../../contract/cards.ts';
import { useLeaveAsked } from '../../../../web/leaving/useStaying.ts';
import { focusFirst } from '../../../../web/records/form/focusing.ts';
import { same } from '../../../../web/records/form/useForm.ts';
import { asError } from '../../../../web/sending/as-error.ts';
import { notKnown } from '../../../../web/sending/not-known.ts';
import {
  FieldErrors,
  KeyTaken,
  mayBeDone,
  refusalIn,
  sendRaw,
  settledAnswer,
  SignedOut,
} from '../../../../web/sending/send.ts';
import { submissionOf, type Followed } from '../../../../web/sending/submission.ts';
import { isUnread } from '../../../../contract/forms/unread.ts';
import { useOperation } from '../../../operations/useOperation.ts';
import type { CardEntry } from '../../../payments/card/useCardEntry.ts';
import { saleErrors, type SaleForm } from '../sale-form.rules.ts';
import { certificateSales, type Sold } from '../selling.contract.ts';
import type { SaleFields } from './useSaleForm.ts';

const LEAVE = {
  question: 'Leave while it is being sold?',
  detail: 'The sale goes on; what became of it will stand in the list of gift certificates.',
  verb: 'Leave',
};
/** Spec 1 §8. */
const VALIDATION_ERRORS = 'One or more validation errors are present.';
const NO_PRICE_YET = new Error('The price is not there yet. Please press again when it is.');
const LATER_FAILED = new Error('The gift certificate was not sold, and nothing was charged.');

type State = {
  isWorking: boolean;
  sold: Sold | null;
  pending: Followed | null;
  refusal: string | null;
  error: Error | null;
  /** What stands in the form was typed meanwhile and is not sold. */
  isTypedSince: boolean;
};
const IDLE: State = {
  isWorking: false,
  sold: null,
  pending: null,
  refusal: null,
  error: null,
  isTypedSince: false,
};

type Selling = { fields: SaleFields; card: CardEntry; price: number | null };

/** Sells once per submission: one key until there is a certain answer, a 202 followed to its end. */
export function useSell({ fields, card, price }: Selling) {
  const [submission] = useState(() => submissionOf('certificate'));
  const [state, setState] = useState<State>(() => ({ ...IDLE, pending: submission.followed() }));
  const isBusy = useRef(state.pending !== null);
  // What is being sold; null where it is an earlier press, whose form is not known any more.
  const sent = useRef<SaleForm | null>(fields.form);
  const latest = useRef(fields);
  useEffect(() => {
    latest.current = fields;
  });
  useLeaveAsked(LEAVE, state.isWorking);
  const queries = useQueryClient();
  const operation = useOperation(state.pending?.id ?? null);

  function finish(sold: Sold): void {
    submission.end();
    isBusy.current = false;
    const { form, isTyped, reset } = latest.current;
    // The next caller's, typed while this one was being sold, stays.
    const isSent = sent.current !== null && same(butCard(sent.current), butCard(form));
    const isTypedSince = isTyped && !isSent;
    setState({ ...IDLE, sold, isTypedSince });
    void queries.invalidateQueries();
    if (isTypedSince) return;
    card.clear();
    reset();
  }
  function refuse(error: Error): void {
    isBusy.current = false;
    if (error instanceof SignedOut) return setState(IDLE);
    if (!(error instanceof FieldErrors)) return setState({ ...IDLE, error });
    stop(error.errors['shown_price']?.join(' ') ?? error.message, error.errors);
    // The discount may be another one by now.
    void queries.invalidateQueries({ queryKey: ['sale configuration'] });
  }
  function stop(refusal: string, errors: Record<string, string[]>): void {
    fields.setErrors(errors);
    focusFirst(errors);
    setState({ ...IDLE, refusal });
  }
  useEffect(() => {
    if (operation?.state !== 'settled') return;
    const answer = settledAnswer(certificateSales.sell, operation);
    if (answer) return finish(answer);
    submission.end();
    refuse(refusalIn(operation.answer_status, operation.answer) ?? LATER_FAILED);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per settled operation
  }, [operation?.id, operation?.state]);

  async function sell(): Promise<void> {
    if (isBusy.current) return;
    const errors = { ...saleErrors(fields.form), ...card.errors() };
    if (price !== 0 && !card.isTyped()) errors['credit_card.number'] ??= ['is required'];
    if (Object.keys(errors).length > 0) return stop(VALIDATION_ERRORS, errors);
    // It is read with the discount, which is not there yet.
    if (price === null) return setState({ ...IDLE, error: NO_PRICE_YET });
    isBusy.current = true;
    setState({ ...IDLE, isWorking: true });
    const read = price === 0 ? null : await card.read(fields.form.customer).catch(asError);
    if (read instanceof Error) refuse(read);
    else await submit(fields.form, price, read);
  }
  async function submit(form: SaleForm, shown_price: number, credit_card: TypedCard | null): Promise<void> {
    sent.current = form;
    const { course, ...typed } = form;
    const gift_certificate = {
      ...typed,
      shown_price,
      credit_card,
      course: typeof course === 'number' && !isUnread(course) ? { id: course } : null,
    };
    try {
      const { answer, pending } = await sendRaw(
        certificateSales.sell,
        { body: { gift_certificate } },
        { idempotencyKey: submission.key() },
      );
      if (!pending) return finish(answer);
      const { operation: begun, message } = pending;
      setState({ ...IDLE, pending: submission.follow({ id: begun.id, message }) });
    } catch (error) {
      if (error instanceof KeyTaken) {
        sent.current = null;
        return setState({ ...IDLE, pending: submission.followEarlier(error.operationId) });
      }
      // Without a certain answer the next press has the same key: it can not sell a second time unseen.
      if (!mayBeDone(error)) submission.end();
      refuse(asError(notKnown(error, 'whether the gift certificate was sold')));
    }
  }
  return { ...state, isBusy: state.isWorking || state.pending !== null, sell, next: () => setState(IDLE) };
}

const butCard = ({ credit_card: _card, ...form }: SaleForm) => form;
