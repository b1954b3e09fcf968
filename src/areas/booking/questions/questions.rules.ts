import { cleanEmail } from '../../../contract/emails.ts';
import { storedName, unsavedName } from '../../customers/duplicates/stored-name.rules.ts';
import type { BookedInMinute } from '../booking.contract.ts';
import type { BookingForm } from '../form/form.rules.ts';

/** A question before Book. After a no the focus goes to `field`, where the question is about one. */
export type BookQuestion = { question: string; detail?: string; verb: string; field?: string };
type OneQuestion = Omit<BookQuestion, 'field'> & { lines?: BookQuestion[] };

/** Questions that are asked together are the lines of one dialog; a single one keeps its own words. */
export function joinQuestions(questions: readonly BookQuestion[]): OneQuestion | null {
  const [first, ...others] = questions;
  if (!first || others.length === 0) return first ?? null;
  return { question: 'Book anyway?', lines: [...questions], verb: 'Book anyway' };
}

/** The most players that a tee time takes, where no open time of its minute is known. */
const USUAL_MOST = 8;

type Party = { players: number; play_time: string; largest: number | null };

/** Returns what is asked before so large a party is booked, or null. `largest` is null where no open time is known. */
export function questionOfParty({ players, play_time, largest }: Party): BookQuestion | null {
  const most = largest ?? USUAL_MOST;
  if (players <= most) return null;
  const party = `${players} players`;
  return {
    question: `Book for ${party}?`,
    detail:
      largest === null
        ? `That is more than any tee time takes: ${USUAL_MOST} players at most.`
        : `The open times at ${play_time} take ${playersText(most)} at most.`,
    verb: `Book for ${party}`,
    field: 'players',
  };
}

const playersText = (players: number): string => (players === 1 ? '1 player' : `${players} players`);

type Again = { email: string; play_time: string; booked: readonly BookedInMinute[] };

/** Returns the question before the customer with this e-mail is booked a second time for one minute of a course, or null. */
export function questionOfAgain({ email, play_time, booked }: Again): BookQuestion | null {
  const typed = cleanEmail(email).toLowerCase();
  const before = booked.find((one) => typed !== '' && one.email.toLowerCase() === typed);
  if (!before) return null;
  const name = [before.first_name, before.last_name].filter(Boolean).join(' ');
  return {
    question: `Book ${name} a second time?`,
    detail: `${name} has ${playersText(before.players)} here at ${play_time} already: tee time ${before.id}.`,
    verb: 'Book a second time',
    field: 'play_time',
  };
}

type Customer = BookingForm['customer'];
type Known = Pick<Customer, 'first_name' | 'last_name'> | null;

/** Returns the question before a booking for the customer with the typed e-mail, whose name is another than the typed one, or null. */
export function questionOfName(typed: Customer, known: Known): BookQuestion | null {
  const detail = unsavedName(typed, known);
  if (detail === null) return null;
  const verb = `Book for ${storedName(typed, known)}`;
  return { question: `${verb}?`, detail, verb, field: 'customer.email' };
}
