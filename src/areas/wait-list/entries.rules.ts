import { fold } from '../../contract/names/fold.ts';
import { clockOf } from '../../contract/spoken-times.ts';
import type { Queue, QueueEntry, WaitListCaller, WaitListRow } from './wait-list.contract.ts';

/** Returns the path of a queue's screen; `fupId` is the availability's id. */
export const queuePath = (fupId: number): string => `/queue-management?fupId=${fupId}`;

/**
 * Returns the path of the booking engine, with the data of a waiting customer (the names of its address are the specification's).
 */
export function bookPath(queue: Queue, { id, customer, lost_lead }: QueueEntry): string {
  const given = new URLSearchParams({
    providedQueueId: String(id),
    providedAvailabilityId: String(queue.id),
    providedPlayers: String(lost_lead.players),
    providedTimeString: clockOf(queue.available_time),
    providedDateString: queue.available_date,
    providedCourseId: String(queue.course.id),
    providedFirstName: customer.first_name,
    providedLastName: customer.last_name,
    providedPostCode: customer.postcode,
    providedEmail: customer.email,
  });
  for (const [name, value] of Array.from(given)) if (value === '') given.delete(name);
  return `/ibe?${given.toString()}`;
}

/** Returns the name of a waiting customer. */
export const nameOf = ({ customer: { first_name, last_name, email } }: QueueEntry): string =>
  `${first_name} ${last_name}`.trim() || email || 'Nobody known';

/** Returns what distinguishes a time from others at the same clock: nine holes, or another side than the first. */
export const tagOf = ({ holes, starting_side }: Pick<WaitListRow, 'holes' | 'starting_side'>): string =>
  [holes === 9 && '9 holes', FIRST_SIDE.test(starting_side) ? '' : starting_side].filter(Boolean).join(', ');
const FIRST_SIDE = /^(front|first|1\b)/i;

const textOf = (row: WaitListRow): string =>
  [
    row.course.course_name,
    row.available_date,
    row.wordy_available_date,
    clockOf(row.available_time),
    row.play_time_for_humans,
    row.is_gone ? 'no longer open' : '',
  ].join(' ');

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');
/** A part of a phone number in any grouping: three digits or more, and no other characters. */
const PHONE_PART = /^[+(]?\d[\d().-]{2,}$/;

/** Returns the texts by which each queue is found: the words of its time, and names, e-mails and phones of its customers. */
function textsOf(rows: readonly WaitListRow[], callers: readonly WaitListCaller[]) {
  const texts = new Map(rows.map((row) => [row.id, { text: fold(textOf(row)), phones: '' }]));
  for (const { open_times, name, email, primary_phone: phone } of callers) {
    const said = ` ${fold(`${name} ${email} ${phone}`)}`;
    for (const text of open_times.map((id) => texts.get(id))) {
      if (!text) continue;
      text.text += said;
      text.phones += ` ${digitsOf(phone)}`;
    }
  }
  return texts;
}

/** Returns a search that finds rows by words anywhere in their text, in any order; the text of each row is made once. */
export function finder(
  rows: readonly WaitListRow[],
  callers: readonly WaitListCaller[],
): (words: string) => readonly WaitListRow[] {
  const texts = textsOf(rows, callers);
  return (typed) => {
    const words = fold(typed).split(' ').filter(Boolean);
    const has = (id: number, word: string): boolean => {
      const { text, phones } = texts.get(id) ?? { text: '', phones: '' };
      return text.includes(word) || (PHONE_PART.test(word) && phones.includes(digitsOf(word)));
    };
    return words.length === 0 ? rows : rows.filter(({ id }) => words.every((word) => has(id, word)));
  };
}
