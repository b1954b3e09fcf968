import { useEffect, useRef, useState } from 'react';
import { useBusinessSettings } from '../../web/business/business.ts';
import { useConfirmLeave } from '../../web/leaving/useDialogClose.ts';
import type { CallInput } from '../../contract/call.ts';
import { formatMoney } from '../../contract/money.ts';
import { FieldErrors, INVALID_MESSAGE, sendCallForRawAnswer } from '../../web/sending/send.ts';
import { haveSameJson } from '../../web/records/form/useRecordForm.ts';
import { focusFirstError } from '../../web/records/form/focusing.ts';
import { useSentForm, useSubmission } from '../operations/useSubmission.ts';
import { booking, type BookingResult } from './booking.contract.ts';
import { bookingBody, formErrors, type BookingForm } from './form/form.rules.ts';
import type { CardEntry } from '../payments/card/useCardEntry.ts';
import type { RoundQuestion } from '../tee-times/changing/round-questions.rules.ts';
import { smallCardShareQuestion } from '../payments/refused/least-charge.rules.ts';
import type { BookingFields } from './form/useBookingForm.ts';
import type { AppliedCodes } from './price/useAppliedCodes.ts';
import { useBookingQuestions } from './questions/useBookingQuestions.ts';

/** Specified sentences (Spec 1 §8). */
const VALIDATION_ERRORS = 'One or more validation errors are present.';
const NO_CARD = 'No credit card information entered. Continue to book?';
// Sent if the booking no longer matches the waiting customer, so that it uses neither their queue entry nor their
// lead.
const NOT_THEIRS = { availability_queue_id: null, lost_lead_id: null };
const PRICED = ['shown_total', 'discount_code', 'gift_cert_serial'];
const CHANGED_SINCE =
  'Not booked: the form was changed after Book was pressed. Please look at it and book again.';
const otherTotal = (total: number): string =>
  `The total is ${formatMoney(total)} now. Please look at the price and book again.`;

type Body = CallInput<typeof booking.book>['body'];
type State = {
  /** The system that the booking waits for: the gateway if a card is charged. Null until the booking is sent. */
  asked: 'gateway' | 'RIC' | null;
  /** The total at which Book was pressed while the price was still loading, in cents; else null. */
  pressedAt: number | null;
  /** The message above the fields with errors. */
  refusal: string | null;
  error: Error | null;
  booked: BookingResult['tee_time'] | null;
  /** The customer of the booking, for whom another one may follow; null if not known. */
  customer: BookingForm['customer'] | null;
  /** An earlier press of Book made this booking. */
  isEarlier: boolean;
  /** The form was changed during the booking; these changes are not booked. */
  isTypedSince: boolean;
};
const IDLE: State = {
  isEarlier: false,
  asked: null,
  pressedAt: null,
  refusal: null,
  error: null,
  booked: null,
  customer: null,
  isTypedSince: false,
};

type Use = {
  fields: BookingFields;
  card: CardEntry;
  applied: AppliedCodes;
  /** Returns the questions before Book that do not depend on the card; `isRepeat` if a press before has no answer yet. */
  questions: (isRepeat: boolean) => RoundQuestion[];
  /** The total as it is shown, in cents. */
  total: number;
  /** True while anything that the price or a question depends on is loading; Book waits for it. */
  isPricing: boolean;
  /** Called once every question is confirmed, before the booking is sent. */
  onConfirmed: () => void;
  onBooked: () => void;
};

const LEAVE = {
  question: 'Leave while it is being booked?',
  detail: 'The booking continues. Its outcome will be in the list of tee times.',
  verb: 'Leave',
};
const ASK_NO_CARD = { question: NO_CARD, verb: 'Continue to book' };

/** Returns true under `isCharged` if the card is charged, and the questions about the card. */
function cardQuestions(hasCard: boolean, total: number) {
  const smallShare = hasCard ? smallCardShareQuestion(total) : null;
  const lines = smallShare === null ? [] : [smallShare];
  return { isCharged: hasCard && smallShare === null, lines, last: hasCard ? null : ASK_NO_CARD };
}

/** Returns true if a person changed the form, other than by the suggested charge, which follows by itself. */
const isEdited = (before: BookingForm, after: BookingForm): boolean =>
  !haveSameJson(before, after.charge_follows ? { ...after, charge: before.charge } : after);

/** Sends the booking, once per submission, after the checks and questions. */
export function useBooking({
  fields,
  card,
  applied,
  questions,
  total,
  isPricing,
  onConfirmed,
  onBooked,
}: Use) {
  const { form, setErrors, opening } = fields;
  const { today } = useBusinessSettings();
  const [state, setState] = useState<State>(IDLE);
  const { sent, isTypedSince } = useSentForm(fields);
  const isAsking = useRef(false);
  const { confirm, forget } = useBookingQuestions();
  const { isWorking, pending, isBusy, isUnanswered, submit } = useSubmission('book', {
    call: booking.book,
    send: (body: Body, idempotencyKey) => sendCallForRawAnswer(booking.book, { body }, { idempotencyKey }),
    again: 'Pressing Book again is safe: it asks for the same booking.',
    failedLater: 'The booking was not made.',
    succeed: ({ tee_time }, isEarlier) => finish(tee_time, isEarlier),
    fail: (error, isUnknown) => {
      if (!isUnknown) forget();
      refuse(error);
    },
  });
  useConfirmLeave(LEAVE, isWorking);

  function refuse(error: Error): void {
    if (!(error instanceof FieldErrors)) return setState({ ...IDLE, error });
    stop(error.message, error.errors);
    // These errors mean that the price on the screen is out of date.
    if (PRICED.some((name) => name in error.errors)) applied.askAgain();
  }
  function stop(refusal: string, errors: Record<string, string[]>): void {
    setErrors(errors);
    focusFirstError({ ...errors, ...applied.refusals });
    setState({ ...IDLE, refusal });
  }
  function finish(booked: BookingResult['tee_time'], isEarlier: boolean): void {
    // Input for the next caller, typed while this booking was running, stays on the screen.
    forget();
    const isTyped = isTypedSince(isEarlier);
    const customer = isEarlier ? null : sent.current.customer;
    setState({ ...IDLE, booked, customer, isEarlier, isTypedSince: isTyped });
    if (booked.confirmation !== '' && !isTyped) onBooked();
  }

  // A code that the server rejects after the message was shown is not a validation error of the form, so the message
  // changes.
  const rejected = Object.values(applied.refusals).join();
  useEffect(() => {
    if (rejected !== '')
      setState((before) => (before.refusal ? { ...before, refusal: INVALID_MESSAGE } : before));
  }, [rejected]);

  function press(): void {
    if (!isBusy() && state.pressedAt === null) setState({ ...IDLE, pressedAt: total });
  }
  const { pressedAt } = state;
  const pressedForm = useRef<BookingForm | null>(null);
  useEffect(() => {
    // The form is remembered only now, because pressing Book moves the focus, and fields are read when they lose it.
    pressedForm.current = pressedAt === null ? null : (pressedForm.current ?? form);
    if (pressedForm.current === null || pressedAt === null || isPricing || isAsking.current) return;
    if (isEdited(pressedForm.current, form)) refuse(new Error(CHANGED_SINCE));
    else void book(pressedAt);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per press, with what then stands on the screen
  }, [pressedAt, isPricing]);

  async function book(seen: number): Promise<void> {
    const errors = { ...formErrors(form, today), ...card.errors(), ...applied.open };
    if (Object.keys({ ...errors, ...applied.refusals }).length > 0) return stop(VALIDATION_ERRORS, errors);
    // A customer never pays more than the total on the screen when Book was pressed.
    if (total > seen) return stop(VALIDATION_ERRORS, { shown_total: [otherTotal(total)] });
    isAsking.current = true;
    const { isCharged, lines, last } = cardQuestions(card.isTyped(), total);
    const isConfirmed = await confirm({ form, lines: [...questions(isUnanswered()), ...lines], last });
    isAsking.current = false;
    if (!isConfirmed) return setState(IDLE);
    onConfirmed();
    setState({ ...IDLE, asked: isCharged ? 'gateway' : 'RIC' });
    await submit(async () => {
      const credit_card = isCharged ? await card.read(form.customer) : null;
      sent.current = form;
      const shown = opening.isTheirs ? form : { ...form, ...NOT_THEIRS };
      return { booking: { ...bookingBody(shown, applied.codes, total), credit_card } };
    });
  }
  const isWaiting = pressedAt !== null;
  return {
    ...state,
    asked: isWorking ? state.asked : null,
    pending,
    isWorking: isWorking || isWaiting,
    isBusy: isWorking || isWaiting || pending !== null,
    book: press,
    clear: () => setState(IDLE),
  };
}
