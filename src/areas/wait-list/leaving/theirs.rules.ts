import { formatDay } from '../../../contract/dates.ts';

import { exactForm } from '../../../contract/names/fold.ts';
/** Who waits for a round: where, on which day, and the customer as far as there is one ('' where not). */
export type LeadOf = {
  course_id: number;
  course_name: string;
  lead_date: string;
  email: string;
  first_name: string;
  last_name: string;
};
/** What of a booking tells whether it is a lead's. */
export type BookedRound = {
  course_id: number;
  play_date: string;
  customer: { email: string; first_name: string; last_name: string };
};

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name.trim()} ${last_name.trim()}`.trim();

/**
 * Whether a booking is the lead's own: its course and day, for the same e-mail. A lead that has no e-mail is known by its name,
 * and one that has neither is anybody's.
 */
export function belongsTo(lead: LeadOf, { course_id, play_date, customer }: BookedRound): boolean {
  if (lead.course_id !== course_id || lead.lead_date !== play_date) return false;
  if (lead.email.trim() !== '') return exactForm(lead.email) === exactForm(customer.email);
  const name = nameOf(lead);
  return name === '' || exactForm(name) === exactForm(nameOf(customer));
}

/** Whose place in the queue, or whose lead. */
export const whoseOf = (lead: Pick<LeadOf, 'email' | 'first_name' | 'last_name'>): string =>
  nameOf(lead) || lead.email || 'Nobody known';

/** Said where somebody books anything else with a lead's place or card. */
export function notTheirs(lead: LeadOf, isPlace: boolean): string {
  const who = [whoseOf(lead), lead.email && nameOf(lead) && `(${lead.email})`].filter(Boolean).join(' ');
  const where = `${lead.course_name} on ${formatDay(lead.lead_date)}`;
  return `This ${isPlace ? 'place in the queue' : 'lead'} is of ${who}, for ${where}. Please book that, or begin a booking of its own.`;
}
