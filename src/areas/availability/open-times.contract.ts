import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { Money } from '../../contract/forms/money.ts';
import { CappedCountQuery, RowCount, DateOnly, UtcInstant, ListQuery } from '../../contract/wire.ts';

/** An open time that can be booked, as the course's system last listed it. */
export const OpenTimeRow = z.object({
  id: z.number(),
  course_id: z.number(),
  course_name: z.string(),
  /** The course's wall clock as a number: 742 is 07:42. */
  available_time: z.number(),
  /** The formatted date, `Sat, Dec 5 2026`. */
  read_date: z.string(),
  /** The party sizes that can still be booked, ascending. */
  spots: z.array(z.number()),
  /** True if the newest complete scrape of the day was the first to find the time, on a day that was already released before. */
  is_new: z.boolean(),
  created_at: UtcInstant,
  updated_at: UtcInstant,
  /** The last scrape of the time's day, whatever the result was; null if unknown. */
  scraped_at: UtcInstant.nullable(),
  available_date: DateOnly,
  /** The rate per player that the booking engine would suggest, and the rate's id; null if no rate covers the time. */
  rate: Money.nullable(),
  rateId: z.number().nullable(),
  /** The names of the course's groups, separated by commas. */
  group_name: z.string(),
  /** Not in the specification: the starting side and the number of holes, 9 or 18, as far as the course system tells them. */
  starting_side: z.string(),
  holes: z.number().nullable(),
  /** Not in the specification: the instant at which the open time begins. */
  starts_at: UtcInstant,
  /**
   * Not in the specification: the last scrape that read the whole day; `is_stale` if that is longer ago than planned for the
   * course.
   */
  completed_at: UtcInstant.nullable(),
  is_stale: z.boolean(),
  /** Not in the specification: the number of customers who wait for the time. */
  waiting: z.number(),
  /** Not in the specification: true if the rows of the course are shown in grey. */
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
  index: defineCall({ method: 'GET', path: '/api/fore_up_availability/index', access: 'staff', query: ListQuery, list, answer: z.array(OpenTimeRow) }),
  count: defineCall({ method: 'GET', path: '/api/fore_up_availability/count', access: 'staff', query: CappedCountQuery, answer: RowCount }),
};
