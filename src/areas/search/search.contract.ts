import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { Cents } from '../../contract/money.ts';
import { Status } from '../tee-times/tee-times.contract.ts';

const Found = z.object({
  /** `Booking`: a round as it was said, for the booking engine; `List`: all that was found, in its list. */
  kind: z.enum(['Booking', 'Customer', 'Tee time', 'Course', 'Gift certificate', 'List']),
  /** 0 of what is no record. */
  id: z.number(),
  title: z.string(),
  detail: z.string(),
  /** Of a tee time. */
  status: Status.optional(),
  phone: z.string().optional(),
  path: z.string(),
});
export type Found = z.infer<typeof Found>;

/** A customer with what the desk asks first: the person's card. */
const Caller = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  postcode: z.string().nullable(),
  primary_phone: z.string().nullable(),
  tee_times: z.number(),
  /** Of the last round that is booked or was played. */
  last_course: z.string().nullable(),
  last_play_date: z.string().nullable(),
  /** The party of most of the last rounds. */
  usual_players: z.number().nullable(),
  /** What is left on the certificates that are theirs, or were bought for nobody else. */
  raw_certificates: Cents,
  /** For how many times to come they wait. */
  waiting: z.number(),
});
export type Caller = z.infer<typeof Caller>;

const q = z.string().trim().max(100);
// prettier-ignore
export const search = {
  // A round as it is said (`south sat 742 4`), then at most five of each kind, rounds to come first: customers and tee times by
  // name, confirmation (its dash may be left out), phone or e-mail; courses; certificates; any of them by its number.
  index: call({ method: 'GET', path: '/api/search', access: 'staff', urgency: 'list', ours: true, query: z.object({ q }), answer: z.array(Found) }),
  callers: call({ method: 'GET', path: '/api/search/callers', access: 'staff', urgency: 'caller', ours: true, query: z.object({ q }), answer: z.array(Caller) }),
};
