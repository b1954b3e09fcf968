import { parseTypedDay, parseTypedTime } from '../../../contract/typed/days-and-times.ts';
import { blankForm, type BookingForm } from './form.rules.ts';

/** Returns the parameters of a web address that prefill a booking, or `''` if there are none. */
export function prefillParameters(search: string): string {
  const given = [...new URLSearchParams(search)].filter(([name]) => name.startsWith('provided'));
  return new URLSearchParams(given).toString();
}

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : null;

// A link may give an instant or a time with seconds; only its date, or its hours and minutes, are used.
const dayGiven = (text: string, today: string): string | null =>
  parseTypedDay(text, today) ?? parseTypedDay(text.replace(/[T ]\d{2}:.*/s, ''), today) ?? (text || null);
const playersGiven = (text: string): BookingForm['players'] =>
  /^-?\d{1,12}$/.test(text) ? Number(text) : text || null;
const timeGiven = (text: string): string =>
  parseTypedTime(text) ?? parseTypedTime(text.replace(/^(\d{1,2}:\d{2}):\d{2}(\.\d+)?/, '$1')) ?? text;

// Numbers and texts in the web address are JSON or plain text, depending on the program that wrote the link.
const givenIn = (prefill: string) => {
  const query = new URLSearchParams(prefill);
  return (name: string): string =>
    query
      .get(name)
      ?.replace(/^"(.*)"$/, '$1')
      .trim() ?? '';
};

/**
 * Returns the booking form as a link prefills it. `providedPriced` makes the charge follow the rate's suggestion. The
 * time is read under two names, and date and time in any form that people type. A value that cannot be read stays as
 * given, and its field shows an error.
 */
export function prefilledForm(prefill: string, today: string): BookingForm {
  const given = givenIn(prefill);
  return {
    ...blankForm(wholeNumber(given('providedCourseId'))),
    play_date: dayGiven(given('providedDateString'), today),
    play_time: timeGiven(given('providedTimeString') || given('providedTime')),
    players: playersGiven(given('providedPlayers')),
    charge_follows: given('providedPriced') === 'true',
    customer: {
      first_name: given('providedFirstName'),
      last_name: given('providedLastName'),
      postcode: given('providedPostCode'),
      email: given('providedEmail'),
    },
    deal_query: given('providedEmail'),
    availability_queue_id: wholeNumber(given('providedQueueId')),
    lost_lead_id: wholeNumber(given('providedLeadId')),
    open_time_id: wholeNumber(given('providedAvailabilityId')),
  };
}
