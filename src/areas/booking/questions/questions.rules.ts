import { cleanEmail } from '../../../contract/emails.ts';
import { storedCustomerName, unsavedNameText } from '../../customers/duplicates/stored-name.rules.ts';
import { partySizeText, type RoundQuestion } from '../../tee-times/changing/round-questions.rules.ts';
import type { TeeTimeAtMinute } from '../booking.contract.ts';
import type { BookingForm } from '../form/form.rules.ts';

type Again = { email: string; play_time: string; booked: readonly TeeTimeAtMinute[] };

/** Returns the question before the customer with this e-mail is booked a second time for one minute of a course, or null. */
export function secondBookingQuestion({ email, play_time, booked }: Again): RoundQuestion | null {
  const typed = cleanEmail(email).toLowerCase();
  const before = booked.find((one) => typed !== '' && one.email.toLowerCase() === typed);
  if (!before) return null;
  const name = [before.first_name, before.last_name].filter(Boolean).join(' ');
  return {
    question: `Book ${name} a second time?`,
    detail: `${name} has ${partySizeText(before.players)} here at ${play_time} already: tee time ${before.id}.`,
    verb: 'Book a second time',
    field: 'play_time',
  };
}

type Customer = BookingForm['customer'];
type Known = Pick<Customer, 'first_name' | 'last_name'> | null;

/** Returns the question before a booking for the customer with the typed e-mail, whose name is another than the typed one, or null. */
export function otherNameQuestion(typed: Customer, known: Known): RoundQuestion | null {
  const detail = unsavedNameText(typed, known);
  if (detail === null) return null;
  const verb = `Book for ${storedCustomerName(typed, known)}`;
  return { question: `${verb}?`, detail, verb, field: 'customer.email' };
}
