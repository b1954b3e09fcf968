import { formatClockNumber } from '../../contract/spoken-times.ts';
import type { WaitQueue, QueueEntry, WaitListRow } from './wait-list.contract.ts';

/** Returns the path of the screen of an open time's queue; `fupId` is the open time's id. */
export const queuePath = (fupId: number): string => `/queue-management?fupId=${fupId}`;

/**
 * Returns the path of the booking engine, filled in with the data of a waiting customer. The names of the parameters are the
 * specification's.
 */
export function bookWaitingCustomerPath(queue: WaitQueue, { id, customer, lost_lead }: QueueEntry): string {
  const given = new URLSearchParams({
    providedQueueId: String(id),
    providedAvailabilityId: String(queue.id),
    providedPlayers: String(lost_lead.players),
    providedTimeString: formatClockNumber(queue.available_time),
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

/** Returns the name of a waiting customer; without a name, the e-mail. */
export const waitingCustomerName = ({ customer: { first_name, last_name, email } }: QueueEntry): string =>
  `${first_name} ${last_name}`.trim() || email || 'Nobody known';

/**
 * Returns the text that tells an open time from others at the same clock time: nine holes, or a starting side other than the first.
 */
export const openTimeTag = ({ holes, starting_side }: Pick<WaitListRow, 'holes' | 'starting_side'>): string =>
  [holes === 9 && '9 holes', FIRST_SIDE.test(starting_side) ? '' : starting_side].filter(Boolean).join(', ');
const FIRST_SIDE = /^(front|first|1\b)/i;
