import { amount, contains, day, decimal, exactly, flag, list, text, value } from '../../server/lists.ts';
import type { DiscountRow } from './discounts.contract.ts';

export const DISCOUNT_COLUMNS = {
  id: 'd.id',
  code: 'd.code',
  start_date: 'd.start_date',
  end_date: 'd.end_date',
  is_dollars: 'd.is_dollars',
  is_dollars_display: `case when d.is_dollars then '$' else '%' end`,
  amount: decimal('d.raw_amount'),
  raw_amount: 'd.raw_amount',
  min_discount: decimal('d.raw_min_discount'),
  max_discount: decimal('d.raw_max_discount'),
  gift_certificate_stack: 'd.gift_certificate_stack',
  enabled: 'd.enabled',
  min_players: 'd.min_players',
  max_players: 'd.max_players',
  updated_at: 'd.updated_at',
};

export const discountList = list<DiscountRow>({
  table: 'discounts',
  as: 'd',
  select: DISCOUNT_COLUMNS,
  filters: {
    code: contains('d.code'),
    start_date: day('d.start_date'),
    end_date: day('d.end_date'),
    is_dollars: flag('d.is_dollars'),
    amount: amount('d.raw_amount'),
    min_discount: amount('d.raw_min_discount'),
    max_discount: amount('d.raw_max_discount'),
    gift_certificate_stack: flag('d.gift_certificate_stack'),
    enabled: flag('d.enabled'),
    min_players: exactly('d.min_players'),
    max_players: exactly('d.max_players'),
  },
  sorts: {
    code: text('d.code'),
    start_date: value('d.start_date'),
    end_date: value('d.end_date'),
    is_dollars: value('d.is_dollars'),
    amount: value('d.raw_amount'),
    min_discount: value('d.raw_min_discount'),
    max_discount: value('d.raw_max_discount'),
    gift_certificate_stack: value('d.gift_certificate_stack'),
    enabled: value('d.enabled'),
    min_players: value('d.min_players'),
    max_players: value('d.max_players'),
  },
  defaultSort: [],
});
