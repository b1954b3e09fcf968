import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { asError } from '../../web/as-error.ts';
import { ask } from '../../web/ask.ts';
import {
  FieldErrors,
  KeyTaken,
  mayBeDone,
  refusalIn,
  sendRaw,
  settledAnswer,
  SignedOut,
} from '../../web/send.ts';
import { submissionOf, type Followed } from '../../web/submission.ts';
import { useOperation } from '../operations/useOperation.ts';
import { booking, type Booked } from './booking.contract.ts';
import { bookingSent, formErrors, type BookingForm } from './form.ts';

/** Spec 1 §8. */
export const VALIDATION_ERRORS = 'One or more validation errors are present.';
const NO_CARD = 'No credit card information entered. Continue to book?';
const LATER_FAILED = 'The booking was not made.';

type State = {
  isWorking: boolean;
  /** The operation that is followed while its outcome is not known, with the server's sentence. */
  pending: Followed | null;
  message: string | null;
  error: Error | null;
  booked: Booked['tee_time'] | null;
  /** Whom it was booked for: another may follow. */
  customer: BookingForm['customer'] | null;
};
const IDLE: State = {
  isWorking: false,
  pending: null,
  message: null,
  error: null,
  booked: null,
  customer: null,
};

type Use = {
  form: BookingForm;
  codes: { discount_code: string; gift_cert_serial: string };
  setErrors: (errors: Record<string, string[]>) => void;
  onBooked: () => void;
  /** The price on the screen is no longer right. */
  onOtherPrice: () => void;
};

const LEAVE = {
  question: 'Leave while it is being booked?',
  detail: 'The booking goes on; what became of it will stand in the list of tee times.',
  verb: 'Leave',
};
const submission = submissionOf('book');

/** Books, once per submission: one key until there is a certain answer, one call at a time, 202 followed to its end. */
export function useBook({ form, codes, setErrors, onBooked, onOtherPrice }: Use) {
  const [state, setState] = useState<State>(() => ({ ...IDLE, pending: submission.followed() }));
  const isBusy = useRef(state.pending !== null);
  // What stands in the form is another booking than the one that is followed.
  const isAnother = useRef(false);
  useBlocker({
    shouldBlockFn: async () => !(await ask(LEAVE)),
    enableBeforeUnload: state.isWorking,
    disabled: !state.isWorking,
  });
  const operation = useOperation(state.pending?.id ?? null);

  function refuse(error: Error): void {
    if (error instanceof FieldErrors) {
      setErrors(error.errors);
      focusFirst(error.errors);
      if ('shown_total' in error.errors) onOtherPrice();
    }
    setState({ ...IDLE, error: error instanceof SignedOut ? null : error });
  }
  function finish(booked: Booked['tee_time']): void {
    setState({ ...IDLE, booked, customer: form.customer });
    if (booked.confirmation !== '' && !isAnother.current) onBooked();
  }
  // What the server settled later is what it would have answered at once.
  useEffect(() => {
    if (operation?.state !== 'settled') return;
    submission.end();
    isBusy.current = false;
    const booked = settledAnswer(booking.book, operation);
    if (booked) finish(booked.tee_time);
    else refuse(refusalIn(operation.answer_status, operation.answer) ?? new Error(LATER_FAILED));
    isAnother.current = false;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per settled operation
  }, [operation?.id, operation?.state]);

  async function book(shownTotal: number): Promise<void> {
    if (isBusy.current) return;
    const errors = formErrors(form, codes);
    setErrors(errors);
    if (Object.keys(errors).length > 0) {
      focusFirst(errors);
      setState({ ...IDLE, message: VALIDATION_ERRORS });
      return;
    }
    isBusy.current = true;
    if (
      form.credit_card.number.trim() === '' &&
      !(await ask({ question: NO_CARD, verb: 'Continue to book' }))
    ) {
      isBusy.current = false;
      return;
    }
    setState({ ...IDLE, isWorking: true });
    await submit(submission.key(), shownTotal);
  }

  async function submit(idempotencyKey: string, shownTotal: number): Promise<void> {
    try {
      const { answer, pending } = await sendRaw(
        booking.book,
        { body: { booking: bookingSent(form, shownTotal) } },
        { idempotencyKey },
      );
      if (pending) {
        const { operation: begun, message } = pending;
        setState({ ...IDLE, pending: submission.follow({ id: begun.id, message }) });
        return; // stays busy until the operation is settled
      }
      submission.end();
      finish(answer.tee_time);
    } catch (error) {
      if (error instanceof KeyTaken) {
        isAnother.current = true;
        setState({ ...IDLE, pending: submission.followEarlier(error.operationId) });
        return;
      }
      // Without a certain answer the next press has the same key: it can not book a second time unseen.
      if (!mayBeDone(error)) submission.end();
      refuse(asError(error));
    }
    isBusy.current = false;
  }
  return { ...state, book, clear: () => setState(IDLE) };
}

function focusFirst(errors: Record<string, string[]>): void {
  const names = new Set(Object.keys(errors));
  // After the messages are on the page; in the order of the page, not of the answer.
  setTimeout(() => {
    const fields = [...document.querySelectorAll<HTMLElement>('[id^="field-"]')];
    fields.find((element) => names.has(element.id.slice('field-'.length)))?.focus();
  });
}
