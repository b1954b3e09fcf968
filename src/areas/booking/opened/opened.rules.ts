import { formatDay } from '../../../contract/dates.ts';
import { formatClockNumber, formatOpenTime } from '../../../contract/spoken-times.ts';
import { bookingMatchesLead, leadCustomerName } from '../../wait-list/leaving/own-leads.rules.ts';
import { chosenCourseId, type BookingForm } from '../form/form.rules.ts';
import type { BookingOrigin } from './opened.contract.ts';

type Places = Pick<BookingForm, 'availability_queue_id' | 'lost_lead_id'>;
/** Returns true if the booking was opened for a customer on the wait list. */
export const isForLead = (form: Places): boolean =>
  form.availability_queue_id !== null || form.lost_lead_id !== null;

/**
 * Returns true while the form holds the course, date and time of the open time it was opened from, so that its
 * details apply.
 */
export function matchesOpenTime(form: BookingForm, { open_time: time }: BookingOrigin): boolean {
  if (!time) return false;
  const { play_date, play_time } = form;
  return (
    time.course_id === chosenCourseId(form) &&
    time.available_date === play_date &&
    formatClockNumber(time.available_time) === play_time
  );
}

/**
 * Returns true while the booking matches the waiting customer's lead, so that it uses their queue entry and may
 * charge their card.
 */
export const matchesLead = (form: BookingForm, { lead }: BookingOrigin): boolean =>
  lead !== null &&
  bookingMatchesLead(lead, {
    course_id: chosenCourseId(form) ?? 0,
    play_date: form.play_date ?? '',
    customer: form.customer,
  });

export type LeadNotice = { text: string; tone: 'plain' | 'waiting' };
const warned = (text: string): LeadNotice => ({ text, tone: 'waiting' });

/**
 * Returns the line that says whose queue entry or lead is booked; null if the booking was not opened for a waiting
 * customer.
 */
export function leadNotice(form: BookingForm, opened: BookingOrigin): LeadNotice | null {
  const { lead } = opened;
  const isPlace = form.availability_queue_id !== null;
  if (!isForLead(form)) return null;
  if (!lead)
    return warned(
      `The ${isPlace ? 'place in the queue' : 'lead'} that this was opened from no longer exists.`,
    );
  const who = leadCustomerName(lead);
  const what = isPlace ? 'place in the queue' : 'lead';
  const round = `${lead.course_name}, ${formatDay(lead.lead_date)}`;
  if (!matchesLead(form, opened))
    return warned(
      `This no longer books ${who}'s ${what} (${[lead.email, round].filter(Boolean).join(', ')}), and their saved card is not charged.`,
    );
  if (lead.is_booked) return warned(`${who} is booked already.`);
  if (lead.is_unwanted) return warned(`Books ${who}'s ${what}, who did not want it any more.`);
  if (lead.is_closed) return warned(`Books ${who}'s ${what}. The queue is closed.`);
  const place = lead.queue_position === null ? '' : `, number ${lead.queue_position} in it`;
  return { text: `Books ${who}'s ${what}${place}.`, tone: 'plain' };
}

/** Describes an open time: `Sat, Dec 5 2026, 07:52, 9 holes, Back`. */
export const openTimeText = ({
  available_date,
  available_time,
  holes,
  starting_side,
}: NonNullable<BookingOrigin['open_time']>) =>
  [
    formatOpenTime(available_date, available_time),
    holes === null ? 'holes not said' : `${holes} holes`,
    starting_side,
  ]
    .filter(Boolean)
    .join(', ');
