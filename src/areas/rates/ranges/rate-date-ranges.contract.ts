import { z } from 'zod';
import { defineCall } from '../../../contract/call.ts';
import { defineForm, type CheckedForm } from '../../../contract/forms/form.ts';
import { TextOrEmpty, ExpectedUpdatedAt } from '../../../contract/forms/fields.ts';
import { INVALID_END_TIME_TEXT } from '../../../contract/typed/end-times.ts';
import {
  RecordIdParams,
  DateOnly,
  DoneMessage,
  SentRecordId,
  UtcInstant,
  SavedRecordId,
} from '../../../contract/wire.ts';

/** The days that a date range may have: weekdays, `M` for the course's maintenance windows, `H` for its holidays. */
export const RATE_DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'M', 'H'] as const;
export const SAVE_RATE_FIRST = 'You must save the golf rate first.';
export const SELECT_COURSE_FIRST = 'Please select a course first.';

export const RateDateRange = z.object({
  id: z.number(),
  golf_rate_id: z.number(),
  start: DateOnly,
  end: DateOnly,
  /** The range's times, `HH:MM`; if both are empty, the range covers all day. */
  time_start: z.string(),
  time_end: z.string(),
  description: z.string(),
  rate_days: z.array(z.object({ name: z.string() })),
  updated_at: UtcInstant,
});
export type RateDateRange = z.infer<typeof RateDateRange>;

/** An overlap of a date range with another, or a gap beside it. `rate_id` is the other rate of an overlap, or null. */
export const DateRangeWarning = z.object({
  range_id: z.number(),
  rate_id: z.number().nullable(),
  message: z.string(),
});
export type DateRangeWarning = z.infer<typeof DateRangeWarning>;

const Time = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'must be a time like 07:42')
  .nullish()
  .transform((time) => time ?? '');
const EndTime = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)?$/, INVALID_END_TIME_TEXT)
  .nullish()
  .transform((time) => time ?? '');
const known = new Set<string>(RATE_DAYS);
const RangeForm = defineForm(
  {
    id: z.number().int().nullish(),
    golf_rate_id: z
      .number()
      .int()
      .nullish()
      .transform((rate) => rate ?? 0),
    start: DateOnly,
    end: DateOnly,
    time_start: Time,
    time_end: EndTime,
    description: TextOrEmpty(200).default(''),
    rate_days: z
      .array(z.object({ name: z.string().max(10) }))
      .max(50)
      .default([])
      .transform((days) => [...new Set(days.map(({ name }) => name))]),
    updated_at: ExpectedUpdatedAt,
  },
  [
    {
      of: ['golf_rate_id'],
      holds: ({ golf_rate_id }) => golf_rate_id > 0,
      at: 'rate',
      says: SAVE_RATE_FIRST,
    },
    {
      of: ['start', 'end'],
      holds: ({ start, end }) => start <= end,
      at: 'end',
      says: 'must not be before the start',
    },
    {
      of: ['time_start', 'time_end'],
      holds: ({ time_start, time_end }) => time_start !== '' || time_end === '',
      at: 'time_start',
      says: 'is required beside an end time',
    },
    {
      of: ['time_start', 'time_end'],
      holds: ({ time_start, time_end }) => time_start === '' || time_end !== '',
      at: 'time_end',
      says: 'is required beside a start time',
    },
    {
      of: ['time_start', 'time_end'],
      holds: ({ time_start, time_end }) => time_start === '' || time_end === '' || time_start < time_end,
      at: 'time_end',
      says: 'must be after the start',
    },
    {
      of: ['rate_days'],
      holds: ({ rate_days }) => rate_days.length > 0,
      at: 'rate_date_days',
      says: 'must have at least one day',
    },
    {
      of: ['rate_days'],
      holds: ({ rate_days }) => rate_days.every((day) => known.has(day)),
      at: 'rate_date_days',
      says: `must be among ${RATE_DAYS.join(', ')}`,
    },
  ],
);
export type DateRangeForm = CheckedForm<typeof RangeForm>;

const CopyForm = z.object({
  golf_rate_id: SentRecordId,
  /** The ids of the ticked date ranges. */
  rate_ids: z.array(SentRecordId).max(500).default([]),
  course_ids: z.array(SentRecordId).max(500).default([]),
});
export type CopyRangesForm = z.output<typeof CopyForm>;

/**
 * The effect of copying date ranges to a course: the number of ranges that the course lacks, and if a new rate is needed for
 * them.
 */
const CopyPreview = z.object({
  id: z.number(),
  course_name: z.string(),
  ranges: z.number(),
  new_rate: z.boolean(),
});

/** The answer to saving a date range: `rate_id` is the rate that has the range now. */
const SavedRange = SavedRecordId.extend({ rate_id: z.number() });

const ofRange = { envelope: ['rate_date_range'], answer: SavedRange };
// prettier-ignore
export const rateDateRanges = {
  create: defineCall({ method: 'POST',   path: '/api/rate_date_ranges',        access: 'admin', changes: ['availability'], ...ofRange, body: z.object({ rate_date_range: RangeForm.Form }) }),
  update: defineCall({ method: 'PUT',    path: '/api/rate_date_ranges/update', access: 'admin', changes: ['availability'], ...ofRange, body: z.object({ rate_date_range: RangeForm.Change }) }),
  remove: defineCall({ method: 'DELETE', path: '/api/rate_date_ranges/:id',    access: 'admin', changes: ['availability'], params: RecordIdParams, answer: DoneMessage }),
  copy:   defineCall({ method: 'PUT',    path: '/api/rate_date_ranges/copy',   access: 'admin', changes: ['availability'], body: CopyForm, answer: DoneMessage }),
  copyPreview: defineCall({ method: 'POST', path: '/api/rate_date_ranges/copy_preview', access: 'admin', ours: true, writes: false, body: CopyForm, answer: z.array(CopyPreview) }),
};
