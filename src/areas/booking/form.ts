import { parseTypedTime } from '../../contract/dates.ts';
import { parseMoney } from '../../contract/money.ts';
import { isUnread, NOT_CHOSEN, type Unread } from '../../contract/unread.ts';
import type { Sent } from '../../contract/call.ts';
import type { booking } from './booking.contract.ts';

/** What staff type into the booking engine; names are the wire's, so that a 422 finds its field. */
export type BookingForm = {
  play_date: string | null;
  play_time: string;
  players: number | null;
  course: number | Unread | null;
  charge: string;
  confirmation: string;
  internal_notes: string;
  notes: string;
  customer: { first_name: string; last_name: string; postcode: string; email: string };
  alt_emails: string;
  folio: string;
  credit_card: { number: string; expmo: string; expyr: string; cvv: string };
  discount_code: string;
  gift_cert_serial: string;
  /** Rental club id -> how many. */
  quantities: Record<string, number>;
  deal_query: string;
  deal_id: number | null;
  should_email_customer: boolean;
  should_email_course: boolean;
  availability_queue_id: number | null;
};

/** A form to book anew; only the course may be kept from the booking before. */
export const blankForm = (course: BookingForm['course']): BookingForm => ({
  play_date: null,
  play_time: '',
  players: null,
  course,
  charge: '',
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
});

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : null;

/** The form as another screen opened it; the time comes under two names, as `07:42`, `742` or `7:42`. */
export function prefilledForm(search: string): BookingForm {
  const query = new URLSearchParams(search);
  // Numbers and texts stand in the address as JSON or plain, depending on who wrote the link.
  const given = (name: string): string | null => query.get(name)?.replace(/^"(.*)"$/, '$1') ?? null;
  const date = given('providedDateString')?.slice(0, 10) ?? '';
  return {
    ...blankForm(wholeNumber(given('providedCourseId'))),
    play_date: /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null,
    play_time: parseTypedTime(given('providedTimeString') ?? given('providedTime') ?? '') ?? '',
    players: wholeNumber(given('providedPlayers')),
    customer: {
      first_name: given('providedFirstName') ?? '',
      last_name: given('providedLastName') ?? '',
      postcode: given('providedPostCode') ?? '',
      email: given('providedEmail') ?? '',
    },
    deal_query: given('providedEmail') ?? '',
    availability_queue_id: wholeNumber(given('providedQueueId')),
  };
}

/** The course that is chosen, if one is. */
export const courseOf = ({ course }: BookingForm): number | null => (isUnread(course) ? null : course);

export type FilledRound = { play_date: string; play_time: string; players: number; course: { id: number } };

/** The round once date, time, players and course are all there; null before. */
export function filledRound(form: BookingForm): FilledRound | null {
  const { play_date, play_time, players } = form;
  const course = courseOf(form);
  const isFilled = play_date && /^\d{2}:\d{2}$/.test(play_time) && (players ?? 0) > 0 && (course ?? 0) > 0;
  return isFilled && play_date && players && course
    ? { play_date, play_time, players, course: { id: course } }
    : null;
}

export const chargeCents = (form: BookingForm): number => parseMoney(form.charge) ?? 0;

export const NO_CHARGE = 'You must charge more than $0.';

/** What can be told without the server, by field name; the server checks all of it again and more. */
export function formErrors(
  form: BookingForm,
  applied: { discount_code: string; gift_cert_serial: string },
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const need = (name: string, isThere: unknown) => {
    if (!isThere) errors[name] = ['is required'];
  };
  need('play_date', form.play_date);
  need('play_time', form.play_time);
  need('players', form.players !== null);
  if (form.players !== null && !(form.players > 0)) errors['players'] = ['must be a whole number above 0'];
  need('course', form.course);
  if (isUnread(form.course)) errors['course'] = [NOT_CHOSEN];
  need('customer.first_name', form.customer.first_name.trim());
  need('customer.last_name', form.customer.last_name.trim());
  need('customer.email', form.customer.email.trim());
  if (form.play_time && !/^\d{2}:\d{2}$/.test(form.play_time))
    errors['play_time'] = ['must be a time like 07:42'];
  if (chargeCents(form) <= 0) errors['charge'] = [NO_CHARGE];
  // A code that was typed and not applied would change the price behind the total that is shown.
  for (const name of ['discount_code', 'gift_cert_serial'] as const) {
    if (form[name].trim() !== applied[name])
      errors[name] = ['Press Apply first, so that the total shows it.'];
  }
  return errors;
}

/** The form as the call takes it, with the total that it shows, in cents. */
export function bookingSent(
  form: BookingForm,
  shown_total: number,
): Sent<typeof booking.book>['body']['booking'] {
  const {
    customer,
    credit_card,
    discount_code,
    gift_cert_serial,
    deal_id,
    quantities,
    course: _course,
    deal_query: _,
    ...round
  } = form;
  return {
    shown_total,
    discount_code: discount_code.trim(),
    gift_cert_serial: gift_cert_serial.trim(),
    rental_clubs: Object.entries(quantities)
      .filter(([, quantity]) => quantity > 0)
      .map(([id, quantity]) => ({ id: Number(id), quantity })),
    customer,
    credit_card: credit_card.number.trim() === '' ? null : credit_card,
    deal_id,
    tee_time: {
      ...round,
      play_date: form.play_date ?? '',
      players: form.players ?? 0,
      course: { id: courseOf(form) ?? 0 },
    },
  };
}
