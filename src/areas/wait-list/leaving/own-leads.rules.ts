import { formatDay } from '../../../contract/dates.ts';

import { exactForm } from '../../../contract/names/fold.ts';
/** A waiting lead: its course and day, and its customer, with '' for missing values. */
export type LeadOf = {
  course_id: number;
  course_name: string;
  lead_date: string;
  email: string;
  first_name: string;
  last_name: string;
};
/** The facts of a booking that decide if it belongs to a lead. */
export type RoundForLeads = {
  course_id: number;
  play_date: string;
  customer: { email: string; first_name: string; last_name: string };
};

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name.trim()} ${last_name.trim()}`.trim();

/**
 * Returns true if a booking is the lead's own: its course and day, for the same e-mail. A lead without an e-mail is matched by
 * its name, and one without either matches anybody.
 */
export function belongsTo(lead: LeadOf, { course_id, play_date, customer }: RoundForLeads): boolean {
  if (lead.course_id !== course_id || lead.lead_date !== play_date) return false;
  if (lead.email.trim() !== '') return exactForm(lead.email) === exactForm(customer.email);
  const name = nameOf(lead);
  return name === '' || exactForm(name) === exactForm(nameOf(customer));
}

/** Names the owner of a queue entry or a lead. */
export const ownerName = (lead: Pick<LeadOf, 'email' | 'first_name' | 'last_name'>): string =>
  nameOf(lead) || lead.email || 'Nobody known';

/** Says that a lead's queue entry or card cannot be used for another booking. */
export function notTheirLeadText(lead: LeadOf, isPlace: boolean): string {
  const who = [ownerName(lead), lead.email && nameOf(lead) && `(${lead.email})`].filter(Boolean).join(' ');
  const where = `${lead.course_name} on ${formatDay(lead.lead_date)}`;
  return `This ${isPlace ? 'place in the queue' : 'lead'} is of ${who}, for ${where}. Please book that, or begin a booking of its own.`;
}
