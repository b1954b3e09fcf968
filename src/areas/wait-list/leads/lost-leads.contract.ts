import { z } from 'zod';
import { defineCall } from '../../../contract/call.ts';
import { RowCount, CountQuery, DateOnly, UtcInstant, ListQuery, TimeOfDay } from '../../../contract/wire.ts';

/** An open time that suits a lead; `available_time` is the course's clock as a number, 742 for 07:42. */
const TimeOfLead = z.object({
  id: z.number(),
  /** The party sizes that can still be booked. */
  spots: z.array(z.number()),
  course: z.object({ id: z.number(), name: z.string() }),
  available_date: DateOnly,
  available_time: z.number(),
});

/** A search for a tee time that ended without a booking. Missing values of its customer are empty. */
export const LostLead = z.object({
  id: z.number(),
  created_at: UtcInstant,
  players: z.number(),
  play_time: TimeOfDay,
  lead_date: DateOnly,
  course: z.object({ id: z.number(), course_name: z.string() }),
  customer: z.object({
    id: z.number().nullable(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    primary_phone: z.string(),
  }),
  /** The open times of the lead's course and date, except nine-hole times, nearest to the wanted time first, five at most. */
  fore_up_availabilities: z.array(TimeOfLead),
  /** Not in the specification: values by which the list is sorted, the course's name and the customer's name, last name first. */
  course_name: z.string(),
  name: z.string(),
  email: z.string(),
  primary_phone: z.string(),
  /** Not in the specification: the customer's tee time on that day, with its payment pending or settled; null if there is none. */
  tee_time_id: z.number().nullable(),
  /** Not in the specification: the instant at which the customer said that the tee time is no longer wanted. */
  unwanted_at: UtcInstant.nullable(),
});
export type LostLead = z.infer<typeof LostLead>;

/** Not in the specification: `all` also lists past days, booked leads and unwanted leads. */
const All = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .optional()
  .transform((all) => String(all) === 'true');

const COLUMNS = [
  'lead_date',
  'course_name',
  'players',
  'play_time',
  'name',
  'email',
  'primary_phone',
] as const;
const list = {
  filters: COLUMNS,
  sorts: [...COLUMNS, 'created_at'],
  follows: 'leads',
  opens: { sort: [{ name: 'created_at', desc: true }] },
} as const;
// prettier-ignore
export const lostLeads = {
  index: defineCall({ method: 'GET', path: '/api/lost_leads/index', access: 'staff', query: ListQuery.extend({ all: All }), list, answer: z.array(LostLead) }),
  count: defineCall({ method: 'GET', path: '/api/lost_leads/count', access: 'staff', query: CountQuery.extend({ all: All }), answer: RowCount }),
};
