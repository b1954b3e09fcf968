import { formatDay } from '../../../contract/dates.ts';

import { exactForm } from '../../../contract/names/fold.ts';
/** A waiting lead with its course, day and customer; missing values are ''. */
export type WaitingLead = {
  course_id: number;
  course_name: string;
  lead_date: string;
  email: string;
  first_name: string;
  last_name: string;
};
/** The facts about a booking that decide if it belongs to a lead. */
export type BookingOfLead = {
  course_id: number;
  play_date: string;
  customer: { email: string; first_name: string; last_name: string };
};

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name.trim()} ${last_name.trim()}`.trim();

/**
 * Returns true if a booking belongs to a lead: same course, same day and same e-mail. A lead without an e-mail is matched by the
 * customer's name; a lead without e-mail and name matches every customer.
 */
export function bookingMatchesLead(
  lead: WaitingLead,
  { course_id, play_date, customer }: BookingOfLead,
): boolean {
  if (lead.course_id !== course_id || lead.lead_date !== play_date) return false;
  if (lead.email.trim() !== '') return exactForm(lead.email) === exactForm(customer.email);
  const name = nameOf(lead);
  return name === '' || exactForm(name) === exactForm(nameOf(customer));
}

/** Returns the name of the customer of a queue entry or a lead; without a name, the e-mail. */
export const leadCustomerName = (lead: Pick<WaitingLead, 'email' | 'first_name' | 'last_name'>): string =>
  nameOf(lead) || lead.email || 'Nobody known';

/** Returns the error for a booking that uses another customer's queue entry or lead. */
export function otherCustomersLeadText(lead: WaitingLead, isPlace: boolean): string {
  const who = [leadCustomerName(lead), lead.email && nameOf(lead) && `(${lead.email})`]
    .filter(Boolean)
    .join(' ');
  const where = `${lead.course_name} on ${formatDay(lead.lead_date)}`;
  return `This ${isPlace ? 'place in the queue' : 'lead'} is of ${who}, for ${where}. Please book that, or begin a booking of its own.`;
}
