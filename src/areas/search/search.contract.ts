import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { Cents } from '../../contract/forms/money.ts';
import { TeeTimeStatus } from '../tee-times/tee-times.contract.ts';

const SearchResult = z.object({
  /** `Booking` opens the booking engine with a tee time or a customer filled in; `List` opens the list of all matching records. */
  kind: z.enum(['Booking', 'Customer', 'Tee time', 'Course', 'Gift certificate', 'List']),
  /** The record's id; 0 if the result is no record. */
  id: z.number(),
  title: z.string(),
  detail: z.string(),
  /** The tee time's status; absent in other results. */
  status: TeeTimeStatus.optional(),
  phone: z.string().optional(),
  path: z.string(),
});
export type SearchResult = z.infer<typeof SearchResult>;

/** A customer's card: the facts that staff need first when the customer calls. */
const Caller = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  postcode: z.string().nullable(),
  primary_phone: z.string().nullable(),
  tee_times: z.number(),
  /** The course of the customer's last tee time, booked or played. */
  last_course: z.string().nullable(),
  last_play_date: z.string().nullable(),
  /** The most frequent party size among the customer's last tee times. */
  usual_players: z.number().nullable(),
  /** The balance of the gift certificates that the customer received, or bought for nobody else. */
  raw_certificates: Cents,
  /** The number of the customer's waiting leads for today or later. */
  waiting: z.number(),
});
export type Caller = z.infer<typeof Caller>;

const q = z.string().trim().max(100);
// prettier-ignore
export const search = {
  // Parses a typed tee time (`south sat 742 4`), then finds at most five of each kind, future tee times first: customers and tee
  // times by name, confirmation (with or without its dash), phone number or e-mail; courses; gift certificates; any record by its
  // id.
  index: defineCall({ method: 'GET', path: '/api/search', access: 'staff', urgency: 'list', ours: true, query: z.object({ q }), answer: z.array(SearchResult) }),
  callers: defineCall({ method: 'GET', path: '/api/search/callers', access: 'staff', urgency: 'caller', ours: true, query: z.object({ q }), answer: z.array(Caller) }),
};
