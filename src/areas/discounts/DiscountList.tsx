import { shownMoney } from '../../web/lists/columns.ts';
import { ListPage } from '../../web/lists/ListPage.tsx';
import { discounts, type DiscountRow } from './discounts.contract.ts';

const amountOf = ({ is_dollars, amount }: DiscountRow) => (is_dollars ? shownMoney(amount) : `${amount} %`);
/** 0 bounds nothing. */
const boundOf = (bound: string | number, shown: string) => (Number(bound) === 0 ? 'Unlimited' : shown);

export const DiscountList = () => (
  <ListPage
    title="Discount Management"
    noun="discount"
    calls={discounts}
    viewPath={(discount) => `/manage-discount/${discount.id}`}
    columns={[
      { name: 'code', label: 'Code' },
      { name: 'enabled', label: 'Enabled?', kind: 'yes-no' },
      { name: 'start_date', label: 'Start Date', kind: 'day' },
      { name: 'end_date', label: 'End Date', kind: 'day' },
      {
        name: 'is_dollars',
        label: '$ or %',
        choices: [
          ['true', '$'],
          ['false', '%'],
        ],
        cell: (discount) => discount.is_dollars_display,
      },
      { name: 'amount', label: 'Amount', kind: 'money', cell: amountOf },
      {
        name: 'min_discount',
        label: 'Min Discount',
        kind: 'money',
        cell: (discount) => boundOf(discount.min_discount, shownMoney(discount.min_discount)),
      },
      {
        name: 'max_discount',
        label: 'Max Discount',
        kind: 'money',
        cell: (discount) => boundOf(discount.max_discount, shownMoney(discount.max_discount)),
      },
      {
        name: 'min_players',
        label: 'Min Players',
        kind: 'number',
        cell: (discount) => boundOf(discount.min_players, String(discount.min_players)),
      },
      {
        name: 'max_players',
        label: 'Max Players',
        kind: 'number',
        cell: (discount) => boundOf(discount.max_players, String(discount.max_players)),
      },
      { name: 'gift_certificate_stack', label: 'Stacks?', kind: 'yes-no' },
    ]}
  />
);
