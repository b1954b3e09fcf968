import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { SeenAt } from '../../contract/fields.ts';
import { ById, DateOnly, Done, Id, Instant, Saved } from '../../contract/wire.ts';

/** The days of a range: the week's, `M` inside the course's maintenance windows, `H` on its holidays. */
export const RATE_DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'M', 'H'] as const;
export const SAVE_RATE_FIRST = 'You must save the golf rate first.';
export const SELECT_COURSE_FIRST = 'Please select a course first.';

export const RateDateRange = z.object({
  id: z.number(),
  golf_rate_id: z.number(),
  start: DateOnly,
  end: DateOnly,
  /** `HH:MM`; both empty is all day. */
  time_start: z.string(),
  time_end: z.string(),
  description: z.string(),
  rate_days: z.array(z.object({ name: z.string() })),
  updated_at: Instant,
});
export type RateDateRange = z.infer<typeof RateDateRange>;

/** `rate_id` is the other rate that it is about, or null. */
export const RangeWarning = z.object({
  range_id: z.number(),
  rate_id: z.number().nullable(),
  message: z.string(),
});
export type RangeWarning = z.infer<typeof RangeWarning>;

const Time = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'must be a time like 07:42')
  .nullish()
  .transform((time) => time ?? '');
/** Times come as a pair: two or none. */
function wrongTimes(start: string, end: string): [string, string][] {
  if (start === '' && end !== '') return [['time_start', 'is required beside an end time']];
  if (end === '' && start !== '') return [['time_end', 'is required beside a start time']];
  return start !== '' && end <= start ? [['time_end', 'must be after the start']] : [];
}
const known = new Set<string>(RATE_DAYS);
const RangeForm = z
  .object({
    id: z.number().int().nullish(),
    golf_rate_id: z.number().int().nullish(),
    start: DateOnly,
    end: DateOnly,
    time_start: Time,
    time_end: Time,
    description: z.string().trim().max(200).default(''),
    rate_days: z
      .array(z.object({ name: z.string().max(10) }))
      .max(50)
      .default([])
      .transform((days) => [...new Set(days.map(({ name }) => name))]),
    updated_at: SeenAt,
  })
  .check(({ value: range, issues }) => {
    const refuse = (field: string, message: string) =>
      issues.push({ code: 'custom', path: [field], message, input: range });
    if ((range.golf_rate_id ?? 0) <= 0) refuse('rate', SAVE_RATE_FIRST);
    if (range.end < range.start) refuse('end', 'must not be before the start');
    for (const [field, message] of wrongTimes(range.time_start, range.time_end)) refuse(field, message);
    if (range.rate_days.length === 0) refuse('rate_date_days', 'must have at least one day');
    if (range.rate_days.some((day) => !known.has(day)))
      refuse('rate_date_days', `must be among ${RATE_DAYS.join(', ')}`);
  });
export type RangeForm = z.output<typeof RangeForm>;

const CopyForm = z.object({
  golf_rate_id: Id,
  /** The date ranges that are ticked. */
  rate_ids: z.array(Id).max(500).default([]),
  course_ids: z.array(Id).max(500).default([]),
});
export type CopyForm = z.output<typeof CopyForm>;

/** `rate_id` is the rate that now holds the range. */
const SavedRange = Saved.extend({ rate_id: z.number() });

const ofRange = {
  envelope: ['rate_date_range'],
  body: z.object({ rate_date_range: RangeForm }),
  answer: SavedRange,
};
// prettier-ignore
export const rateDateRanges = {
  create: call({ method: 'POST',   path: '/api/rate_date_ranges',        access: 'admin', ...ofRange }),
  update: call({ method: 'PUT',    path: '/api/rate_date_ranges/update', access: 'admin', ...ofRange }),
  remove: call({ method: 'DELETE', path: '/api/rate_date_ranges/:id',    access: 'admin', params: ById, answer: Done }),
  copy:   call({ method: 'PUT',    path: '/api/rate_date_ranges/copy',   access: 'admin', body: CopyForm, answer: Done }),
};
