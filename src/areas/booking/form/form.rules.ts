import { MAX_TYPED_CENTS, parseMoney } from '../../../contract/money.ts';
import { chargeProblem } from '../../../contract/typed/amounts.ts';
import { isCalendarDay } from '../../../contract/dates.ts';
import { invalidDayMessage } from '../../../web/inputs/typed/date-inputs.rules.ts';
import {
  isUnrecognizedChoice,
  NOT_IN_LIST_TEXT,
  type UnrecognizedChoice,
} from '../../../contract/forms/unread.ts';
import type { CallInput } from '../../../contract/call.ts';
import type { booking } from '../booking.contract.ts';
import type { BookingCodes } from '../price/codes.rules.ts';

/** The fields of the booking engine. They are named as on the wire, so that a 422 finds its field. */
export type BookingForm = {
  play_date: string | null;
  play_time: string;
  /** A string is a typed text that cannot be read as a number. */
  players: number | string | null;
  course: number | UnrecognizedChoice | null;
  charge: string;
  /** True after the suggested charge was taken: the charge then follows the suggestion until another one is typed. */
  charge_follows: boolean;
  confirmation: string;
  internal_notes: string;
  notes: string;
  customer: { first_name: string; last_name: string; postcode: string; email: string };
  alt_emails: string;
  folio: string;
  credit_card: { number: string; expmo: string; expyr: string; cvv: string };
  discount_code: string;
  gift_cert_serial: string;
  /** The quantity of each rental club, by its id. */
  quantities: Record<string, number>;
  deal_query: string;
  deal_id: number | null;
  should_email_customer: boolean;
  should_email_course: boolean;
  availability_queue_id: number | null;
  lost_lead_id: number | null;
  /** The open time that the booking was opened from, for the line on the screen that describes it. */
  open_time_id: number | null;
};

/** Returns an empty form; only the course may be kept from the previous booking. */
export const blankForm = (course: BookingForm['course']): BookingForm => ({
  play_date: null,
  play_time: '',
  players: null,
  course,
  charge: '',
  charge_follows: false,
  confirmation: '',
  internal_notes: '',
  notes: '',
  customer: { first_name: '', last_name: '', postcode: '', email: '' },
  alt_emails: '',
  folio: '',
  credit_card: { number: '', expmo: '', expyr: '', cvv: '' },
  discount_code: '',
  gift_cert_serial: '',
  quantities: {},
  deal_query: '',
  deal_id: null,
  should_email_customer: true,
  should_email_course: true,
  availability_queue_id: null,
  lost_lead_id: null,
  open_time_id: null,
});

export type CompleteRound = { play_date: string; play_time: string; players: number; course: { id: number } };

export const isDateText = (text: string | null): text is string => isCalendarDay(text ?? '');
export const isTimeText = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
const isParty = (players: BookingForm['players']): players is number =>
  typeof players === 'number' && players > 0;

/** Returns the id of the chosen course, or null. */
export const chosenCourseId = ({ course }: BookingForm): number | null =>
  isUnrecognizedChoice(course) ? null : course;

/** Returns the tee time's fields once date, time, players and course are all set; null before. */
export function completeRound(form: BookingForm): CompleteRound | null {
  const { play_date, play_time, players } = form;
  const course = chosenCourseId(form);
  if (!isDateText(play_date) || !isTimeText(play_time) || !isParty(players) || !course) return null;
  return course > 0 ? { play_date, play_time, players, course: { id: course } } : null;
}

const typedCents = (form: BookingForm): number => parseMoney(form.charge) ?? 0;
/** Returns the charge for calculating the price, in cents: 0 while the typed text is no valid amount. */
export const typedChargeCents = (form: BookingForm): number =>
  typedCents(form) > MAX_TYPED_CENTS ? 0 : typedCents(form);

/** Returns errors for a prefilled date, time or party size that cannot be read. */
export function prefillErrors(
  { play_date, play_time, players }: BookingForm,
  today: string,
): Record<string, string[]> {
  return {
    ...(play_date &&
      !isDateText(play_date) && { play_date: [invalidDayMessage(play_date, { today, lean: 'ahead' })] }),
    ...(play_time && !isTimeText(play_time) && { play_time: ['must be a time like 07:42'] }),
    ...(players !== null && !isParty(players) && { players: ['must be a whole number above 0'] }),
  };
}

/**
 * Returns the errors of a booking form that can be found without the server, by field name. The server checks more
 * than these.
 */
export function formErrors(form: BookingForm, today: string): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const need = (name: string, isThere: unknown) => {
    if (!isThere) errors[name] = ['is required'];
  };
  need('course', form.course);
  if (isUnrecognizedChoice(form.course)) errors['course'] = [NOT_IN_LIST_TEXT];
  need('play_date', form.play_date);
  need('play_time', form.play_time);
  need('players', form.players !== null);
  Object.assign(errors, prefillErrors(form, today));
  if (typedCents(form) <= 0) errors['charge'] = [chargeProblem(form.charge)];
  if (typedCents(form) > MAX_TYPED_CENTS) errors['charge'] = ['must be at most 999,999.99'];
  need('customer.email', form.customer.email.trim());
  need('customer.first_name', form.customer.first_name.trim());
  need('customer.last_name', form.customer.last_name.trim());
  return errors;
}

/** Returns the body of the booking call without the card: the form, the applied codes and the shown total in cents. */
export function bookingBody(
  form: BookingForm,
  codes: BookingCodes,
  shown_total: number,
): Omit<CallInput<typeof booking.book>['body']['booking'], 'credit_card'> {
  const {
    customer,
    credit_card: _card,
    discount_code: _discount,
    gift_cert_serial: _certificate,
    charge_follows: _follows,
    deal_id,
    quantities,
    course: _course,
    deal_query: _query,
    open_time_id: _opened,
    ...round
  } = form;
  return {
    shown_total,
    ...codes,
    rental_clubs: Object.entries(quantities)
      .filter(([, quantity]) => quantity > 0)
      .map(([id, quantity]) => ({ id: Number(id), quantity })),
    customer,
    deal_id,
    tee_time: {
      ...round,
      play_date: form.play_date ?? '',
      players: isParty(form.players) ? form.players : 0,
      course: { id: chosenCourseId(form) ?? 0 },
    },
  };
}
