import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { Cents } from '../../contract/forms/money.ts';
import { Status } from '../tee-times/tee-times.contract.ts';

const SearchResult = z.object({
  /** `Booking`: a round as it was typed, for the booking engine; `List`: all results, in their list. */
  kind: z.enum(['Booking', 'Customer', 'Tee time', 'Course', 'Gift certificate', 'List']),
  /** 0 if it is no record. */
  id: z.number(),
  title: z.string(),
  detail: z.string(),
  /** Only for a tee time. */
  status: Status.optional(),
  phone: z.string().optional(),
  path: z.string(),
});
export type SearchResult = z.infer<typeof SearchResult>;

/** A customer, with what the desk needs first: the person's card. */
const Caller = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  postcode: z.string().nullable(),
  primary_phone: z.string().nullable(),
  tee_times: z.number(),
  /** The course of the last round that is booked or was played. */
  last_course: z.string().nullable(),
  last_play_date: z.string().nullable(),
  /** The most frequent party size of the last rounds. */
  usual_players: z.number().nullable(),
  /** The balance of the certificates that they own, or bought for nobody else. */
  raw_certificates: Cents,
  /** The number of future times that they wait for. */
  waiting: z.number(),
});
export type Caller = z.infer<typeof Caller>;

const q = z.string().trim().max(100);
// prettier-ignore
export const search = {
  // Finds a round as typed (`south sat 742 4`), then at most five of each kind, future rounds first: customers and tee times by
  // name, confirmation (its dash may be left out), phone or e-mail; courses; certificates; any of them by its id.
  index: call({ method: 'GET', path: '/api/search', access: 'staff', urgency: 'list', ours: true, query: z.object({ q }), answer: z.array(SearchResult) }),
  callers: call({ method: 'GET', path: '/api/search/callers', access: 'staff', urgency: 'caller', ours: true, query: z.object({ q }), answer: z.array(Caller) }),
};
