import { z } from 'zod';
import { call } from '../../contract/call.ts';
import type { FormOf } from '../../contract/forms/form.ts';
import { DAYS_IN_ORDER, percentOrDollars, Text } from '../../contract/forms/fields.ts';
import { kind, withRule } from '../../contract/forms/kinds.ts';
import { Cents } from '../../contract/forms/money.ts';
import { record } from '../../contract/forms/record.ts';
import { ById, Count, CountQuery, DoneMessage, ListQuery, SavedId } from '../../contract/wire.ts';
import { CoursesOfRecord } from '../course-choice/course-choice.contract.ts';

export const Discount = record(
  {
    code: { ...kind.name(50), sent: Text(50).regex(/^\S*$/, 'must not contain spaces') },
    start_date: kind.day(),
    end_date: kind.day(),
    is_dollars: kind.flag(true),
    /** Dollars, or a percentage if `is_dollars` is off: `"10.00"` is $10.00 or 10 %. */
    amount: withRule(kind.money(), (cents) => cents > 0, 'must be above 0'),
    min_discount: kind.moneyOrZero(),
    max_discount: kind.moneyOrZero(),
    gift_certificate_stack: kind.flag(false),
    enabled: kind.flag(true),
    min_players: kind.whole(0, 1000, 0),
    max_players: kind.whole(0, 1000, 0),
    courses: CoursesOfRecord,
  },
  [
    DAYS_IN_ORDER,
    percentOrDollars('amount', 'is_dollars'),
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
export type DiscountForm = FormOf<typeof Discount>;

const DiscountShown = Discount.Shown.extend({
  /** The sign of the amount, `$` or `%`. */
  is_dollars_display: z.string(),
  /** The amount in cents, or in hundredths of a percent. */
  raw_amount: Cents,
});
export type DiscountShown = z.infer<typeof DiscountShown>;
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
  index:  call({ method: 'GET',    path: '/api/discounts/index',    access: 'admin', query: ListQuery, list, answer: z.array(DiscountRow) }),
  count:  call({ method: 'GET',    path: '/api/discounts/count',    access: 'admin', query: CountQuery, answer: Count }),
  show:   call({ method: 'GET',    path: '/api/discounts/show/:id', access: 'admin', params: ById, answer: DiscountShown }),
  create: call({ method: 'POST',   path: '/api/discounts',          access: 'admin', envelope, body: z.object({ discount: Discount.Form }), answer: SavedId }),
  update: call({ method: 'PUT',    path: '/api/discounts/update',   access: 'admin', envelope, body: ById.extend({ discount: Discount.Change }), answer: SavedId }),
  remove: call({ method: 'DELETE', path: '/api/discounts/:id',      access: 'admin', params: ById, answer: DoneMessage }),
};
