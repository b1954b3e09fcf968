import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import type { CheckedForm } from '../../contract/forms/form.ts';
import { DATES_IN_ORDER_RULE, percentLimitRule, RequiredText } from '../../contract/forms/fields.ts';
import { fieldKind, fieldKindWithRule } from '../../contract/forms/kinds.ts';
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
import { RecordCoursesField } from '../course-choice/course-choice.contract.ts';

export const Discount = defineRecord(
  {
    code: { ...fieldKind.name(50), sent: RequiredText(50).regex(/^\S*$/, 'must not contain spaces') },
    start_date: fieldKind.day(),
    end_date: fieldKind.day(),
    is_dollars: fieldKind.flag(true),
    /** Dollars, or a percentage if `is_dollars` is off: `"10.00"` is $10.00 or 10 %. */
    amount: fieldKindWithRule(fieldKind.money(), (cents) => cents > 0, 'must be above 0'),
    min_discount: fieldKind.moneyOrZero(),
    max_discount: fieldKind.moneyOrZero(),
    gift_certificate_stack: fieldKind.flag(false),
    enabled: fieldKind.flag(true),
    min_players: fieldKind.whole(0, 1000, 0),
    max_players: fieldKind.whole(0, 1000, 0),
    courses: RecordCoursesField,
  },
  [
    DATES_IN_ORDER_RULE,
    percentLimitRule('amount', 'is_dollars'),
    {
      of: ['min_discount', 'max_discount'],
      holds: (terms) => terms.max_discount === 0 || terms.max_discount >= terms.min_discount,
      at: 'max_discount',
      says: 'must not be below the least discount',
    },
    {
      of: ['min_players', 'max_players'],
      holds: (terms) => terms.max_players === 0 || terms.max_players >= terms.min_players,
      at: 'max_players',
      says: 'must not be below the fewest players',
    },
  ],
);
export type DiscountForm = CheckedForm<typeof Discount>;

const DiscountShown = Discount.Shown.extend({
  /** The sign of the amount, `$` or `%`. */
  is_dollars_display: z.string(),
  /** The amount in cents, or in hundredths of a percent. */
  raw_amount: Cents,
});
export type ShownDiscount = z.infer<typeof DiscountShown>;
const DiscountRow = DiscountShown.omit({ courses: true });
export type DiscountRow = z.infer<typeof DiscountRow>;

const COLUMNS = [
  'code',
  'start_date',
  'end_date',
  'is_dollars',
  'amount',
  'min_discount',
  'max_discount',
  'gift_certificate_stack',
  'enabled',
  'min_players',
  'max_players',
] as const;
const list = { filters: COLUMNS, sorts: COLUMNS };
const envelope = ['discount'];
// prettier-ignore
export const discounts = {
  index:  defineCall({ method: 'GET',    path: '/api/discounts/index',    access: 'admin', query: ListQuery, list, answer: z.array(DiscountRow) }),
  count:  defineCall({ method: 'GET',    path: '/api/discounts/count',    access: 'admin', query: CountQuery, answer: RowCount }),
  show:   defineCall({ method: 'GET',    path: '/api/discounts/show/:id', access: 'admin', params: RecordIdParams, answer: DiscountShown }),
  create: defineCall({ method: 'POST',   path: '/api/discounts',          access: 'admin', envelope, body: z.object({ discount: Discount.Form }), answer: SavedRecordId }),
  update: defineCall({ method: 'PUT',    path: '/api/discounts/update',   access: 'admin', envelope, body: RecordIdParams.extend({ discount: Discount.Change }), answer: SavedRecordId }),
  remove: defineCall({ method: 'DELETE', path: '/api/discounts/:id',      access: 'admin', params: RecordIdParams, answer: DoneMessage }),
};
