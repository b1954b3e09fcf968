import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import type { CheckedForm } from '../../contract/forms/form.ts';
import { percentLimitRule } from '../../contract/forms/fields.ts';
import { fieldKind } from '../../contract/forms/kinds.ts';
import { Cents } from '../../contract/forms/money.ts';
import { defineRecord } from '../../contract/forms/record.ts';
import {
  RecordIdParams,
  RowCount,
  CountQuery,
  DoneMessage,
  ListQuery,
  SavedRecordId,
} from '../../contract/wire.ts';
import { DateRangeWarning, RateDateRange } from './ranges/rate-date-ranges.contract.ts';
import { RecordCourseField } from '../course-choice/course-choice.contract.ts';

export const RATE_TYPES = [
  ['RicGolfRate', 'RIC Rate'],
  ['ApiGolfRate', 'API Rate'],
] as const;

const whole = fieldKind.whole(0, 8_760, 0);
const memo = fieldKind.text(2000);
/** The form of a rate. Amounts are per player; a commission is in dollars, or in percent if its flag is off. */
export const Rate = defineRecord(
  {
    course: RecordCourseField,
    type: fieldKind.oneOf(
      ['RicGolfRate', 'ApiGolfRate'],
      'RicGolfRate',
      'must be RicGolfRate or ApiGolfRate',
    ),
    rate: fieldKind.money(),
    deposit: fieldKind.moneyOrZero(),
    service_fee: fieldKind.moneyOrZero(),
    wholesale_rate: fieldKind.moneyOrZero(),
    max_refund: fieldKind.moneyOrZero(),
    non_refundable: fieldKind.moneyOrZero(),
    course_balance: fieldKind.moneyOrZero(),
    cancel_hours: whole,
    max_advance_days: whole,
    commission: fieldKind.moneyOrZero(),
    is_commission_dollars: fieldKind.flag(true),
    golfswitch_commission: fieldKind.moneyOrZero(),
    is_golfswitch_commission_dollars: fieldKind.flag(false),
    is_dynamic: fieldKind.flag(false),
    is_dynamic_greater: fieldKind.flag(false),
    disabled: fieldKind.flag(false),
    archived: fieldKind.flag(false),
    internal_memo: memo,
    external_memo: memo,
    rate_sheet_note: memo,
  },
  [
    percentLimitRule('commission', 'is_commission_dollars'),
    percentLimitRule('golfswitch_commission', 'is_golfswitch_commission_dollars'),
  ],
);
export type RateForm = CheckedForm<typeof Rate>;

const ALSO_SHOWN = { raw_rate: Cents, humanized_type: z.string() };
const RateRecord = Rate.Shown.extend({
  ...ALSO_SHOWN,
  rate_date_ranges: z.array(RateDateRange),
  /** The overlaps and gaps of this rate's date ranges; they never prevent saving. */
  warnings: z.array(DateRangeWarning),
});
export type RateRecord = z.infer<typeof RateRecord>;

const RateRow = Rate.row('rate', 'disabled', 'archived', 'internal_memo', 'type').extend({
  ...ALSO_SHOWN,
  course_name: z.string(),
  days: z.string(),
  times: z.string(),
  dates: z.string(),
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
const list = {
  filters: [...COLUMNS, 'course_id', 'holiday_id'],
  sorts: COLUMNS,
  opens: {
    sort: [
      { name: 'dates', desc: true },
      { name: 'course_name', desc: true },
    ],
    filters: { archived: 'false', disabled: 'false' },
    paging: { sizes: [5, 10, 20, 30, 40, 50, -1] },
  },
} as const;
const envelope = ['rate'];
// prettier-ignore
export const rates = {
  index:     defineCall({ method: 'GET',    path: '/api/rates/index',       access: 'staff', query: ListQuery, list, answer: z.array(RateRow) }),
  count:     defineCall({ method: 'GET',    path: '/api/rates/count',       access: 'staff', query: CountQuery, answer: RowCount }),
  indexLive: defineCall({ method: 'GET',    path: '/api/rates/index_live',  access: 'staff', query: ListQuery, list, answer: z.array(RateRow) }),
  countLive: defineCall({ method: 'GET',    path: '/api/rates/count_live',  access: 'staff', query: CountQuery, answer: RowCount }),
  show:      defineCall({ method: 'GET',    path: '/api/rates/show/:id',    access: 'staff', params: RecordIdParams, answer: RateRecord }),
  create:    defineCall({ method: 'POST',   path: '/api/rates',             access: 'admin', changes: ['availability'], envelope, body: z.object({ rate: Rate.Form }), answer: SavedRecordId }),
  update:    defineCall({ method: 'PUT',    path: '/api/rates/update',      access: 'admin', changes: ['availability'], envelope, body: RecordIdParams.extend({ rate: Rate.Change }), answer: SavedRecordId }),
  remove:    defineCall({ method: 'DELETE', path: '/api/rates/:id',         access: 'admin', changes: ['availability'], params: RecordIdParams, answer: DoneMessage }),
};
