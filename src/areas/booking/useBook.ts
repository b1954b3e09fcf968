import { useEffect, useRef, useState } from 'react';
import { asError } from '../../web/sending/as-error.ts';
import { ask, type Question } from '../../web/leaving/ask.ts';
import { useLeaveAsked } from '../../web/leaving/useStaying.ts';
import type { TypedCard } from '../../contract/cards.ts';
import { formatMoney } from '../../contract/money.ts';
import {
  FieldErrors,
  INVALID,
  KeyTaken,
  mayBeDone,
  refusalIn,
  sendRaw,
  settledAnswer,
  SignedOut,
} from '../../web/sending/send.ts';
import { focusFirst, focusSoon } from '../../web/records/form/focusing.ts';
import { same } from '../../web/records/form/useForm.ts';
import { submissionOf, type Followed } from '../../web/sending/submission.ts';
import { useOperation } from '../operations/useOperation.ts';
import { booking, type Booked } from './booking.contract.ts';
import { bookingSent, formErrors, type BookingForm } from './form/form.rules.ts';
import type { CardEntry } from '../payments/card/useCardEntry.ts';
import { questionOfSmallShare } from '../payments/refused/least-charge.rules.ts';
import type { BookingFields } from './form/useBookingForm.ts';
import type { Applied } from './price/useApplied.ts';

/** Spec 1 §8. */
const VALIDATION_ERRORS = 'One or more validation errors are present.';
const NO_CARD = 'No credit card information entered. Continue to book?';
const LATER_FAILED = 'The booking was not made.';
// What no longer is the waiting customer's own takes neither their place nor their lead.
const NOT_THEIRS = { availability_queue_id: null, lost_lead_id: null };
const PRICED = ['shown_total', 'discount_code', 'gift_cert_serial'];
const otherTotal = (total: number): string =>
  `The total is ${formatMoney(total)} now. Please look at the price and book again.`;

type State = {
  isWorking: boolean;
  /** Who is asked just now, the gateway where there is a card; null before Book is meant. */
  asked: 'gateway' | 'RIC' | null;
  /** Book was pressed at this total, and what the price waits for is not answered yet. */
  pressedAt: number | null;
  /** The operation that is followed while its outcome is not known, with the server's sentence. */
  pending: Followed | null;
  /** What is said over the fields that are wrong. */
  refusal: string | null;
  error: Error | null;
  booked: Booked['tee_time'] | null;
  /** Whom it was booked for, where that is known: another may follow. */
  customer: BookingForm['customer'] | null;
  /** What stands in the form was typed meanwhile and is not booked. */
  isTypedSince: boolean;
};
const IDLE: State = {
  isWorking: false,
  asked: null,
  pressedAt: null,
  pending: null,
  refusal: null,
  error: null,
  booked: null,
  customer: null,
  isTypedSince: false,
};

type Use = {
  fields: BookingFields;
  card: CardEntry;
  applied: Applied;
  /** What is asked before so large a charge is booked, or null. */
  largeCharge: Question | null;
  /** The total as it is shown, in cents. */
  total: number;
  /** A code or the suggested charge is still asked about: Book waits for it. */
  isPricing: boolean;
  /** Asks where somebody else has the turn; false where it is left to them. */
  mayGoOn: () => Promise<boolean>;
  onBooked: () => void;
};

const LEAVE = {
  question: 'Leave while it is being booked?',
  detail: 'The booking goes on; what became of it will stand in the list of tee times.',
  verb: 'Leave',
};
const ASK_NO_CARD = { question: NO_CARD, verb: 'Continue to book' };
const submission = submissionOf('book');

/** Books, once per submission: one key until there is a certain answer, one call at a time, 202 followed to its end. */
export function useBook({ fields, card, applied, largeCharge, total, isPricing, mayGoOn, onBooked }: Use) {
  const { form, setErrors, opening } = fields;
  const [state, setState] = useState<State>(() => ({ ...IDLE, pending: submission.followed() }));
  const isBusy = useRef(state.pending !== null);
  // What is being booked; null where it is an earlier press, whose form is not known any more.
  const sent = useRef<BookingForm | null>(form);
  const latest = useRef(fields);
  useEffect(() => {
    latest.current = fields;
  });
  useLeaveAsked(LEAVE, state.isWorking);
  const operation = useOperation(state.pending?.id ?? null);

  function refuse(error: Error): void {
    if (error instanceof FieldErrors) {
      stop(error.message, error.errors);
      // The price on the screen is no longer right.
      if (PRICED.some((name) => name in error.errors)) applied.askAgain();
    } else setState({ ...IDLE, error: error instanceof SignedOut ? null : error });
  }
  function stop(refusal: string, errors: Record<string, string[]>): void {
    setErrors(errors);
    focusFirst({ ...errors, ...applied.refusals });
    setState({ ...IDLE, refusal });
  }
  function finish(booked: Booked['tee_time']): void {
    // The next caller's, typed while this one was being booked, stays.
    const { isTyped, form: now } = latest.current;
    const isSent = sent.current !== null && same(butCard(sent.current), butCard(now));
    const isTypedSince = isTyped && !isSent;
    setState({ ...IDLE, booked, customer: sent.current?.customer ?? null, isTypedSince });
    if (booked.confirmation !== '' && !isTypedSince) onBooked();
  }
  // What the server settled later is what it would have answered at once.
  useEffect(() => {
    if (operation?.state !== 'settled') return;
    submission.end();
    isBusy.current = false;
    const booked = settledAnswer(booking.book, operation);
    if (booked) finish(booked.tee_time);
    else refuse(refusalIn(operation.answer_status, operation.answer) ?? new Error(LATER_FAILED));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per settled operation
  }, [operation?.id, operation?.state]);

  // The newest rejection decides the sentence: a code that the server rejects later is no error of the form.
  const rejected = Object.values(applied.refusals).join();
  useEffect(() => {
    if (rejected !== '') setState((before) => (before.refusal ? { ...before, refusal: INVALID } : before));
  }, [rejected]);

  function press(): void {
    if (!isBusy.current && state.pressedAt === null) setState({ ...IDLE, pressedAt: total });
  }
  const { pressedAt } = state;
  useEffect(() => {
    if (pressedAt !== null && !isPricing && !isBusy.current) void book(pressedAt);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per press, with what then stands on the screen
  }, [pressedAt, isPricing]);

  async function book(seen: number): Promise<void> {
    const errors = { ...formErrors(form), ...card.errors(), ...applied.open };
    if (Object.keys({ ...errors, ...applied.refusals }).length > 0) return stop(VALIDATION_ERRORS, errors);
    // Nobody pays more than they saw when they pressed.
    if (total > seen) return stop(VALIDATION_ERRORS, { shown_total: [otherTotal(total)] });
    isBusy.current = true;
    const hasCard = card.isTyped();
    const isMeant = largeCharge === null || (await ask(largeCharge));
    if (!isMeant) focusSoon('field-charge');
    const withoutCard = hasCard ? questionOfSmallShare(total) : ASK_NO_CARD;
    const goesOn = isMeant && (await mayGoOn()) && (withoutCard === null || (await ask(withoutCard)));
    if (!goesOn) {
      isBusy.current = false;
      setState(IDLE);
      return;
    }
    setState({ ...IDLE, isWorking: true, asked: withoutCard === null ? 'gateway' : 'RIC' });
    const read = withoutCard === null ? await card.read(form.customer).catch(asError) : null;
    if (!(read instanceof Error)) return submit(submission.key(), read);
    // The gateway's fields gave no card. Nothing was sent: a press before it, without an answer, keeps its key.
    isBusy.current = false;
    refuse(read);
  }

  async function submit(idempotencyKey: string, credit_card: TypedCard | null): Promise<void> {
    sent.current = form;
    const shown = opening.isTheirs ? form : { ...form, ...NOT_THEIRS };
    try {
      const { answer, pending } = await sendRaw(
        booking.book,
        { body: { booking: { ...bookingSent(shown, applied.codes, total), credit_card } } },
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
        sent.current = null;
        setState({ ...IDLE, pending: submission.followEarlier(error.operationId) });
        return;
      }
      // Without a certain answer the next press has the same key: it can not book a second time unseen.
      if (!mayBeDone(error)) submission.end();
      refuse(asError(error));
    }
    isBusy.current = false;
  }
  const isWaiting = pressedAt !== null;
  return {
    ...state,
    isWorking: state.isWorking || isWaiting,
    isBusy: state.isWorking || isWaiting || state.pending !== null,
    book: press,
    clear: () => setState((before) => (before.pending ? before : IDLE)),
  };
}

// A card is not kept over a reload, and the one of a waiting customer comes by itself.
const butCard = ({ credit_card: _card, ...form }: BookingForm) => form;
