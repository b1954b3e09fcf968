import { useEffect, useRef, useState } from 'react';
import { asError } from '../../web/as-error.ts';
import { ask } from '../../web/ask.ts';
import { FieldErrors, mayBeDone, refusalIn, sendRaw, settledAnswer, SignedOut } from '../../web/send.ts';
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
  pending: { id: string; message: string } | null;
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
};

/** Books, once per submission: one key until there is a certain answer, one call at a time, 202 followed to its end. */
export function useBook({ form, codes, setErrors, onBooked }: Use) {
  const [state, setState] = useState<State>(IDLE);
  const key = useRef<string | null>(null);
  const isBusy = useRef(false);
  const operation = useOperation(state.pending?.id ?? null);

  function refuse(error: Error): void {
    if (error instanceof FieldErrors) {
      setErrors(error.errors);
      focusFirst(error.errors);
    }
    setState({ ...IDLE, error: error instanceof SignedOut ? null : error });
  }
  function finish(booked: Booked['tee_time']): void {
    setState({ ...IDLE, booked, customer: form.customer });
    if (booked.confirmation !== '') onBooked();
  }
  // What the server settled later is what it would have answered at once.
  useEffect(() => {
    if (operation?.state !== 'settled') return;
    key.current = null;
    isBusy.current = false;
    const booked = settledAnswer(booking.book, operation);
    if (booked) finish(booked.tee_time);
    else refuse(refusalIn(operation.answer_status, operation.answer) ?? new Error(LATER_FAILED));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per settled operation
  }, [operation?.id, operation?.state]);

  async function book(): Promise<void> {
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
    key.current ??= crypto.randomUUID();
    await submit(key.current);
  }

  async function submit(idempotencyKey: string): Promise<void> {
    try {
      const { answer, pending } = await sendRaw(
        booking.book,
        { body: { booking: bookingSent(form) } },
        { idempotencyKey },
      );
      if (pending) {
        setState({ ...IDLE, pending: { id: pending.operation.id, message: pending.message } });
        return; // stays busy until the operation is settled
      }
      key.current = null;
      finish(answer.tee_time);
    } catch (error) {
      // Without a certain answer the same submission keeps its key: trying again can not book twice.
      if (!mayBeDone(error)) key.current = null;
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
