import { z } from 'zod';
import { call } from '../../contract/call.ts';
import type { FormOf } from '../../contract/forms/form.ts';
import { percentOrDollars } from '../../contract/forms/fields.ts';
import { kind } from '../../contract/forms/kinds.ts';
import { Cents } from '../../contract/forms/money.ts';
import { record } from '../../contract/forms/record.ts';
import { ById, Count, CountQuery, DoneMessage, ListQuery, SavedId } from '../../contract/wire.ts';
import { RangeWarning, RateDateRange } from './ranges/rate-date-ranges.contract.ts';
import { CourseOfRecord } from '../course-choice/course-choice.contract.ts';

export const RATE_TYPES = [
  ['RicGolfRate', 'RIC Rate'],
  ['ApiGolfRate', 'API Rate'],
] as const;

const whole = kind.whole(0, 8_760, 0);
const memo = kind.text(2000);
/** The form of a rate. Amounts are per player; a commission is in dollars, or in percent if its flag is off. */
export const Rate = record(
  {
    course: CourseOfRecord,
    type: kind.oneOf(['RicGolfRate', 'ApiGolfRate'], 'RicGolfRate', 'must be RicGolfRate or ApiGolfRate'),
    rate: kind.money(),
    deposit: kind.moneyOrZero(),
    service_fee: kind.moneyOrZero(),
    wholesale_rate: kind.moneyOrZero(),
    max_refund: kind.moneyOrZero(),
    non_refundable: kind.moneyOrZero(),
    course_balance: kind.moneyOrZero(),
    cancel_hours: whole,
    max_advance_days: whole,
    commission: kind.moneyOrZero(),
    is_commission_dollars: kind.flag(true),
    golfswitch_commission: kind.moneyOrZero(),
    is_golfswitch_commission_dollars: kind.flag(false),
    is_dynamic: kind.flag(false),
    is_dynamic_greater: kind.flag(false),
    disabled: kind.flag(false),
    archived: kind.flag(false),
    internal_memo: memo,
    external_memo: memo,
    rate_sheet_note: memo,
  },
  [
    percentOrDollars('commission', 'is_commission_dollars'),
    percentOrDollars('golfswitch_commission', 'is_golfswitch_commission_dollars'),
  ],
);
export type RateForm = FormOf<typeof Rate>;

const ALSO_SHOWN = { raw_rate: Cents, humanized_type: z.string() };
const RateRecord = Rate.Shown.extend({
  ...ALSO_SHOWN,
  rate_date_ranges: z.array(RateDateRange),
  /** The overlaps and gaps of this rate's date ranges; they never prevent saving. */
  warnings: z.array(RangeWarning),
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
  index:     call({ method: 'GET',    path: '/api/rates/index',       access: 'staff', query: ListQuery, list, answer: z.array(RateRow) }),
  count:     call({ method: 'GET',    path: '/api/rates/count',       access: 'staff', query: CountQuery, answer: Count }),
  indexLive: call({ method: 'GET',    path: '/api/rates/index_live',  access: 'staff', query: ListQuery, list, answer: z.array(RateRow) }),
  countLive: call({ method: 'GET',    path: '/api/rates/count_live',  access: 'staff', query: CountQuery, answer: Count }),
  show:      call({ method: 'GET',    path: '/api/rates/show/:id',    access: 'staff', params: ById, answer: RateRecord }),
  create:    call({ method: 'POST',   path: '/api/rates',             access: 'admin', changes: ['availability'], envelope, body: z.object({ rate: Rate.Form }), answer: SavedId }),
  update:    call({ method: 'PUT',    path: '/api/rates/update',      access: 'admin', changes: ['availability'], envelope, body: ById.extend({ rate: Rate.Change }), answer: SavedId }),
  remove:    call({ method: 'DELETE', path: '/api/rates/:id',         access: 'admin', changes: ['availability'], params: ById, answer: DoneMessage }),
};
