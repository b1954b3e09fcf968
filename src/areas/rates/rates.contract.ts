import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { SeenAt } from '../../contract/fields.ts';
import { Cents, Money, MoneyInput } from '../../contract/money.ts';
import {
  ById,
  Count,
  CountQuery,
  DateOnly,
  Done,
  Id,
  Instant,
  ListQuery,
  Saved,
} from '../../contract/wire.ts';
import { ChosenCourse } from '../courses/courses.contract.ts';

export const RATE_TYPES = [
  ['RicGolfRate', 'RIC Rate'],
  ['ApiGolfRate', 'API Rate'],
] as const;
/** The days of a range: the week's, `M` inside the course's maintenance windows, `H` on its holidays. */
export const RATE_DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'M', 'H'] as const;
export const SAVE_RATE_FIRST = 'You must save the golf rate first.';
export const SELECT_COURSE_FIRST = 'Please select a course first.';

const RateType = z.enum(['RicGolfRate', 'ApiGolfRate'], 'must be RicGolfRate or ApiGolfRate');
const Course = z.object({ id: z.number(), course_name: z.string() });

const RateDateRange = z.object({
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

/** Amounts are per player; a commission is dollars, or a percent where its flag is off. */
const RateRecord = z.object({
  id: z.number(),
  course: Course,
  type: RateType,
  humanized_type: z.string(),
  rate: Money,
  raw_rate: Cents,
  deposit: Money,
  service_fee: Money,
  wholesale_rate: Money,
  max_refund: Money,
  non_refundable: Money,
  course_balance: Money,
  cancel_hours: z.number(),
  max_advance_days: z.number(),
  commission: Money,
  is_commission_dollars: z.boolean(),
  golfswitch_commission: Money,
  is_golfswitch_commission_dollars: z.boolean(),
  is_dynamic: z.boolean(),
  is_dynamic_greater: z.boolean(),
  disabled: z.boolean(),
  archived: z.boolean(),
  internal_memo: z.string(),
  external_memo: z.string(),
  rate_sheet_note: z.string(),
  rate_date_ranges: z.array(RateDateRange),
  /** What overlaps or lies open beside this rate's ranges: told, never refused. */
  warnings: z.array(z.object({ range_id: z.number(), rate_id: z.number().nullable(), message: z.string() })),
  updated_at: Instant,
});
export type RateRecord = z.infer<typeof RateRecord>;

const Memo = z.string().trim().max(2000).default('');
const Whole = z.number().int().min(0).max(8_760).default(0);
export const RateForm = z
  .object({
    course: ChosenCourse,
    type: RateType.default('RicGolfRate'),
    rate: MoneyInput,
    deposit: MoneyInput.default(0),
    service_fee: MoneyInput.default(0),
    wholesale_rate: MoneyInput.default(0),
    max_refund: MoneyInput.default(0),
    non_refundable: MoneyInput.default(0),
    course_balance: MoneyInput.default(0),
    cancel_hours: Whole,
    max_advance_days: Whole,
    commission: MoneyInput.default(0),
    is_commission_dollars: z.boolean().default(true),
    golfswitch_commission: MoneyInput.default(0),
    is_golfswitch_commission_dollars: z.boolean().default(false),
    is_dynamic: z.boolean().default(false),
    is_dynamic_greater: z.boolean().default(false),
    disabled: z.boolean().default(false),
    archived: z.boolean().default(false),
    internal_memo: Memo,
    external_memo: Memo,
    rate_sheet_note: Memo,
    updated_at: SeenAt,
  })
  .check(({ value: form, issues }) => {
    const most = (field: 'commission' | 'golfswitch_commission', isDollars: boolean) => {
      if (isDollars || form[field] <= 100_00) return;
      issues.push({ code: 'custom', path: [field], message: 'must be at most 100 percent', input: form });
    };
    most('commission', form.is_commission_dollars);
    most('golfswitch_commission', form.is_golfswitch_commission_dollars);
  });
export type RateForm = z.output<typeof RateForm>;

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
export const RangeForm = z
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

const RateRow = z.object({
  id: z.number(),
  course_name: z.string(),
  days: z.string(),
  times: z.string(),
  dates: z.string(),
  rate: Money,
  raw_rate: Cents,
  disabled: z.boolean(),
  archived: z.boolean(),
  internal_memo: z.string(),
  type: RateType,
  humanized_type: z.string(),
  updated_at: Instant,
});
export type RateRow = z.infer<typeof RateRow>;

/** `rate_id` is the rate that now holds the range. */
const SavedRange = Saved.extend({ rate_id: z.number() });

const envelope = ['rate'];
const ofRange = {
  envelope: ['rate_date_range'],
  body: z.object({ rate_date_range: RangeForm }),
  answer: SavedRange,
};
// prettier-ignore
export const rates = {
  index:     call({ method: 'GET',    path: '/api/rates/index',       access: 'staff', query: ListQuery, answer: z.array(RateRow) }),
  count:     call({ method: 'GET',    path: '/api/rates/count',       access: 'staff', query: CountQuery, answer: Count }),
  indexLive: call({ method: 'GET',    path: '/api/rates/index_live',  access: 'staff', query: ListQuery, answer: z.array(RateRow) }),
  countLive: call({ method: 'GET',    path: '/api/rates/count_live',  access: 'staff', query: CountQuery, answer: Count }),
  show:      call({ method: 'GET',    path: '/api/rates/show/:id',    access: 'staff', params: ById, answer: RateRecord }),
  create:    call({ method: 'POST',   path: '/api/rates',             access: 'admin', envelope, body: z.object({ rate: RateForm }), answer: Saved }),
  update:    call({ method: 'PUT',    path: '/api/rates/update',      access: 'admin', envelope, body: ById.extend({ rate: RateForm }), answer: Saved }),
  remove:    call({ method: 'DELETE', path: '/api/rates/:id',         access: 'admin', params: ById, answer: Done }),
  createRange: call({ method: 'POST',   path: '/api/rate_date_ranges',        access: 'admin', ...ofRange }),
  updateRange: call({ method: 'PUT',    path: '/api/rate_date_ranges/update', access: 'admin', ...ofRange }),
  removeRange: call({ method: 'DELETE', path: '/api/rate_date_ranges/:id',    access: 'admin', params: ById, answer: Done }),
  copy:        call({ method: 'PUT',    path: '/api/rate_date_ranges/copy',   access: 'admin', body: CopyForm, answer: Done }),
};
