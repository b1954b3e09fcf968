import { clockOf } from '../../contract/spoken-times.ts';
import type { Queue, QueueEntry, WaitListRow } from './wait-list.contract.ts';

/** Where a queue is managed; `fupId` is the availability's id. */
export const queuePath = (fupId: number): string => `/queue-management?fupId=${fupId}`;

/** The booking engine, filled in for who waits in a queue (the names of its address are the specification's). */
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
  for (const [name, value] of [...given]) if (value === '') given.delete(name);
  return `/ibe?${given.toString()}`;
}

/** What a waiting customer is called. */
export const nameOf = ({ customer: { first_name, last_name, email } }: QueueEntry): string =>
  `${first_name} ${last_name}`.trim() || email || 'Nobody known';

/** What sets one time apart from others at its clock: nine holes or another side than the first. */
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
  ]
    .join(' ')
    .toLowerCase();

/** Finds rows by words that stand in them anywhere, in any order; the text of each row is made once. */
export function finder(rows: readonly WaitListRow[]): (words: string) => readonly WaitListRow[] {
  const texts = rows.map(textOf);
  return (typed) => {
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    return words.length === 0
      ? rows
      : rows.filter((_, at) => words.every((word) => texts[at]?.includes(word)));
  };
}
