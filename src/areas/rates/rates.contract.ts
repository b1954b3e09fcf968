import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { form, type FormOf } from '../../contract/form.ts';
import { percentOrDollars, SeenAt, WholeNumber } from '../../contract/fields.ts';
import { Cents, Money, MoneyInput, MoneyOrZero } from '../../contract/money.ts';
import { ById, Count, CountQuery, Done, Instant, ListQuery, Saved } from '../../contract/wire.ts';
import { ChosenCourse } from '../courses/courses.contract.ts';
import { RangeWarning, RateDateRange } from '../rate-date-ranges/rate-date-ranges.contract.ts';

export const RATE_TYPES = [
  ['RicGolfRate', 'RIC Rate'],
  ['ApiGolfRate', 'API Rate'],
] as const;
const RateType = z.enum(['RicGolfRate', 'ApiGolfRate'], 'must be RicGolfRate or ApiGolfRate');
const Course = z.object({ id: z.number(), course_name: z.string() });

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
  warnings: z.array(RangeWarning),
  updated_at: Instant,
});
export type RateRecord = z.infer<typeof RateRecord>;

const Memo = z.string().trim().max(2000).default('');
const Whole = WholeNumber(0, 8_760).default(0);
const RateForm = form(
  {
    course: ChosenCourse,
    type: RateType.default('RicGolfRate'),
    rate: MoneyInput,
    deposit: MoneyOrZero,
    service_fee: MoneyOrZero,
    wholesale_rate: MoneyOrZero,
    max_refund: MoneyOrZero,
    non_refundable: MoneyOrZero,
    course_balance: MoneyOrZero,
    cancel_hours: Whole,
    max_advance_days: Whole,
    commission: MoneyOrZero,
    is_commission_dollars: z.boolean().default(true),
    golfswitch_commission: MoneyOrZero,
    is_golfswitch_commission_dollars: z.boolean().default(false),
    is_dynamic: z.boolean().default(false),
    is_dynamic_greater: z.boolean().default(false),
    disabled: z.boolean().default(false),
    archived: z.boolean().default(false),
    internal_memo: Memo,
    external_memo: Memo,
    rate_sheet_note: Memo,
    updated_at: SeenAt,
  },
  [
    percentOrDollars('commission', 'is_commission_dollars'),
    percentOrDollars('golfswitch_commission', 'is_golfswitch_commission_dollars'),
  ],
);
export type RateForm = FormOf<typeof RateForm>;

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

const COLUMNS = [
  'course_name',
  'days',
  'times',
  'dates',
  'rate',
  'disabled',
  'archived',
  'internal_memo',
  'type',
] as const;
const list = { filters: [...COLUMNS, 'course_id', 'holiday_id'], sorts: COLUMNS } as const;
const envelope = ['rate'];
// prettier-ignore
export const rates = {
  index:     call({ method: 'GET',    path: '/api/rates/index',       access: 'staff', query: ListQuery, list, answer: z.array(RateRow) }),
  count:     call({ method: 'GET',    path: '/api/rates/count',       access: 'staff', query: CountQuery, answer: Count }),
  indexLive: call({ method: 'GET',    path: '/api/rates/index_live',  access: 'staff', query: ListQuery, list, answer: z.array(RateRow) }),
  countLive: call({ method: 'GET',    path: '/api/rates/count_live',  access: 'staff', query: CountQuery, answer: Count }),
  show:      call({ method: 'GET',    path: '/api/rates/show/:id',    access: 'staff', params: ById, answer: RateRecord }),
  create:    call({ method: 'POST',   path: '/api/rates',             access: 'admin', envelope, body: z.object({ rate: RateForm.Form }), answer: Saved }),
  update:    call({ method: 'PUT',    path: '/api/rates/update',      access: 'admin', envelope, body: ById.extend({ rate: RateForm.Change }), answer: Saved }),
  remove:    call({ method: 'DELETE', path: '/api/rates/:id',         access: 'admin', params: ById, answer: Done }),
};
