import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { Money } from '../../contract/money.ts';
import { CappedCountQuery, Count, DateOnly, Instant, ListQuery } from '../../contract/wire.ts';

/** A time that can be booked, as its course's system told it last. */
export const OpenTimeRow = z.object({
  id: z.number(),
  course_id: z.number(),
  course_name: z.string(),
  /** The course's wall clock as a number: 742 is 07:42. */
  available_time: z.number(),
  /** The day as people read it, `Sat, Dec 5 2026`. */
  read_date: z.string(),
  /** The party sizes that can still be booked, ascending. */
  spots: z.array(z.number()),
  /** First seen by the newest complete look at its day, where that is news. */
  is_new: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
  /** When its day was last looked at, whatever came of it; null where that is not known. */
  scraped_at: Instant.nullable(),
  available_date: DateOnly,
  /** What the booking engine would take for it per player, and that rate's id; null where no rate covers it. */
  rate: Money.nullable(),
  rateId: z.number().nullable(),
  /** The names of the course's groups, with commas between them. */
  group_name: z.string(),
  /** Ours: the side it starts on, where the course system tells sides apart, and 9 or 18 holes, where it says. */
  starting_side: z.string(),
  holes: z.number().nullable(),
  /** Ours: the instant at which it begins. */
  starts_at: Instant,
  /** Ours: when a look last told its whole day; `is_stale` where that is longer ago than its course's plan has it. */
  completed_at: Instant.nullable(),
  is_stale: z.boolean(),
  /** Ours: how many customers wait for it. */
  waiting: z.number(),
  /** Ours: its course is the one whose rows are grey. */
  is_grey: z.boolean(),
});
export type OpenTimeRow = z.infer<typeof OpenTimeRow>;

const COLUMNS = ['course_name', 'rate', 'group_name', 'available_date', 'available_time'] as const;
const list = {
  filters: [...COLUMNS, 'spots'],
  sorts: [...COLUMNS, 'scraped_at'],
  follows: 'availability',
  opens: {
    filters: { course_name: 'Torrey' },
    sort: [
      { name: 'available_date', desc: false },
      { name: 'available_time', desc: false },
    ],
    paging: { size: 100, sizes: [100, 10, 20, 30, 40, 50] },
    capped: [],
  },
} as const;
// prettier-ignore
export const foreUpAvailability = {
  index: call({ method: 'GET', path: '/api/fore_up_availability/index', access: 'staff', query: ListQuery, list, answer: z.array(OpenTimeRow) }),
  count: call({ method: 'GET', path: '/api/fore_up_availability/count', access: 'staff', query: CappedCountQuery, answer: Count }),
};
