import { formatDay } from '../../contract/dates.ts';
import { formatDecimalMoney, type ListCallColumn } from '../../web/lists/columns.ts';
import { ListPage } from '../../web/lists/ListPage.tsx';
import { useList } from '../../web/lists/useList.ts';
import { UNLIMITED_TEXT } from './unlimited.rules.ts';
import { discounts, type DiscountRow } from './discounts.contract.ts';

const amountOf = ({ is_dollars, amount }: DiscountRow) =>
  is_dollars ? formatDecimalMoney(amount) : `${amount} %`;
/** Returns the list's column for a lower or an upper bound of a discount; 0 means that there is no bound. */
const bound = (
  name: 'min_discount' | 'max_discount' | 'min_players' | 'max_players',
  label: string,
  kind: 'money' | 'number',
): ListCallColumn<typeof discounts.index> => ({
  name,
  label,
  kind,
  cell: ({ [name]: stored }) => {
    if (Number(stored) === 0) return UNLIMITED_TEXT;
    return typeof stored === 'string' ? formatDecimalMoney(stored) : stored;
  },
});

const card = (discount: DiscountRow) => ({
  title: discount.code,
  tag: discount.enabled ? (
    ''
  ) : (
    <span className="tag" data-tone="danger">
      disabled
    </span>
  ),
  line: `${formatDay(discount.start_date)} – ${formatDay(discount.end_date)}`,
  amount: amountOf(discount),
  foot: discount.gift_certificate_stack ? 'Together with a gift certificate' : 'Not with a gift certificate',
});

export const DiscountList = () => (
  <ListPage
    title="Discount Management"
    noun="discount"
    list={useList({ calls: discounts })}
    row={{ viewPath: (discount) => `/manage-discount/${discount.id}`, card, nameOf: ({ code }) => code }}
    columns={[
      { name: 'code', label: 'Code' },
      { name: 'enabled', label: 'Enabled?', kind: 'yes-no' },
      { name: 'start_date', label: 'Start Date', kind: 'day' },
      { name: 'end_date', label: 'End Date', kind: 'day' },
      {
        name: 'is_dollars',
        label: '$ or %',
        width: 40,
        choices: [
          ['true', '$'],
          ['false', '%'],
        ],
        cell: (discount) => discount.is_dollars_display,
      },
      { name: 'amount', label: 'Amount', kind: 'money', cell: amountOf },
      bound('min_discount', 'Min Discount', 'money'),
      bound('max_discount', 'Max Discount', 'money'),
      bound('min_players', 'Min Players', 'number'),
      bound('max_players', 'Max Players', 'number'),
      { name: 'gift_certificate_stack', label: 'Stacks?', kind: 'yes-no' },
    ]}
  />
);
