import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { DAYS_IN_ORDER, SeenAt, Text, Ticked } from '../../contract/fields.ts';
import { Cents, Money, MoneyInput } from '../../contract/money.ts';
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

const Players = z.number().int().min(0).max(1000).default(0);
export const DiscountForm = z
  .object({
    code: Text(50).regex(/^\S*$/, 'must not contain spaces'),
    start_date: DateOnly,
    end_date: DateOnly,
    is_dollars: z.boolean().default(true),
    amount: MoneyInput,
    min_discount: MoneyInput.default(0),
    max_discount: MoneyInput.default(0),
    gift_certificate_stack: z.boolean().default(false),
    enabled: z.boolean().default(true),
    min_players: Players,
    max_players: Players,
    courses: Ticked.default([]),
    updated_at: SeenAt,
  })
  .refine(...DAYS_IN_ORDER)
  .check(({ value: form, issues }) => {
    const refuse = (field: string, message: string) =>
      issues.push({ code: 'custom', path: [field], message, input: form });
    if (form.amount === 0) refuse('amount', 'must be above 0');
    if (!form.is_dollars && form.amount > 100_00) refuse('amount', 'must be at most 100 percent');
    if (form.max_discount > 0 && form.max_discount < form.min_discount)
      refuse('max_discount', 'must not be below the least discount');
    if (form.max_players > 0 && form.max_players < form.min_players)
      refuse('max_players', 'must not be below the fewest players');
  });
export type DiscountForm = z.output<typeof DiscountForm>;

const envelope = ['discount'];
// prettier-ignore
export const discounts = {
  index:  call({ method: 'GET',    path: '/api/discounts/index',    access: 'admin', query: ListQuery, answer: z.array(DiscountRow) }),
  count:  call({ method: 'GET',    path: '/api/discounts/count',    access: 'admin', query: CountQuery, answer: Count }),
  show:   call({ method: 'GET',    path: '/api/discounts/show/:id', access: 'admin', params: ById, answer: Discount }),
  create: call({ method: 'POST',   path: '/api/discounts',          access: 'admin', envelope, body: z.object({ discount: DiscountForm }), answer: Saved }),
  update: call({ method: 'PUT',    path: '/api/discounts/update',   access: 'admin', envelope, body: ById.extend({ discount: DiscountForm }), answer: Saved }),
  remove: call({ method: 'DELETE', path: '/api/discounts/:id',      access: 'admin', params: ById, answer: Done }),
};
