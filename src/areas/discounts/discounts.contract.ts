import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { form, type FormOf } from '../../contract/form.ts';
import { DAYS_IN_ORDER, percentOrDollars, SeenAt, Text, Ticked, WholeNumber } from '../../contract/fields.ts';
import { Cents, Money, MoneyInput, MoneyOrZero } from '../../contract/money.ts';
import { ById, Count, CountQuery, DateOnly, Done, Instant, ListQuery, Saved } from '../../contract/wire.ts';

/** `amount` is dollars, or a percent where `is_dollars` is off: `"10.00"` is $10.00 or 10 %. */
export const DiscountRow = z.object({
  id: z.number(),
  code: z.string(),
  start_date: DateOnly,
  end_date: DateOnly,
  is_dollars: z.boolean(),
  /** `$` or `%` */
  is_dollars_display: z.string(),
  amount: Money,
  /** Cents, or hundredths of a percent. */
  raw_amount: Cents,
  min_discount: Money,
  max_discount: Money,
  gift_certificate_stack: z.boolean(),
  enabled: z.boolean(),
  min_players: z.number(),
  max_players: z.number(),
  updated_at: Instant,
});
export type DiscountRow = z.infer<typeof DiscountRow>;

const Discount = DiscountRow.extend({ courses: z.array(z.object({ id: z.number() })) });
export type Discount = z.infer<typeof Discount>;

const Players = WholeNumber(0, 1000).default(0);
const DiscountForm = form(
  {
    code: Text(50).regex(/^\S*$/, 'must not contain spaces'),
    start_date: DateOnly,
    end_date: DateOnly,
    is_dollars: z.boolean().default(true),
    amount: MoneyInput.refine((cents) => cents > 0, 'must be above 0'),
    min_discount: MoneyOrZero,
    max_discount: MoneyOrZero,
    gift_certificate_stack: z.boolean().default(false),
    enabled: z.boolean().default(true),
    min_players: Players,
    max_players: Players,
    courses: Ticked.default([]),
    updated_at: SeenAt,
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
export type DiscountForm = FormOf<typeof DiscountForm>;

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
  show:   call({ method: 'GET',    path: '/api/discounts/show/:id', access: 'admin', params: ById, answer: Discount }),
  create: call({ method: 'POST',   path: '/api/discounts',          access: 'admin', envelope, body: z.object({ discount: DiscountForm.Form }), answer: Saved }),
  update: call({ method: 'PUT',    path: '/api/discounts/update',   access: 'admin', envelope, body: ById.extend({ discount: DiscountForm.Change }), answer: Saved }),
  remove: call({ method: 'DELETE', path: '/api/discounts/:id',      access: 'admin', params: ById, answer: Done }),
};
