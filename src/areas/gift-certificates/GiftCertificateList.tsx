import { formatDecimalMoney, type ListCallColumn } from '../../web/lists/columns.ts';
import { ListPage } from '../../web/lists/ListPage.tsx';
import { useList } from '../../web/lists/useList.ts';
import { useListPeriodText } from '../../web/lists/address.ts';
import { giftCertificates, type GiftCertificateRow } from './gift-certificates.contract.ts';
import { ButtonLink } from '../../web/components/Button.tsx';

const DELIVERY_METHODS = [
  ['email', 'Email'],
  ['mail', 'Mail'],
] as const;

const COLUMNS: ListCallColumn<typeof giftCertificates.index>[] = [
  { name: 'created_at', label: 'Created at', kind: 'instant' },
  { name: 'first_name', label: 'First Name' },
  { name: 'last_name', label: 'Last Name' },
  { name: 'email', label: 'Email' },
  { name: 'serial', label: 'Serial' },
  { name: 'value', label: 'Value', kind: 'money' },
  {
    name: 'balance',
    label: 'Balance',
    kind: 'money',
    cell: ({ balance, refunded_at }) => (refunded_at ? 'Refunded' : formatDecimalMoney(balance)),
  },
  {
    name: 'delivery_method',
    label: 'Delivery Method',
    choices: DELIVERY_METHODS,
    cell: ({ delivery_method }) => (delivery_method === 'email' ? 'Email' : 'Mail'),
  },
  { name: 'internal_memo', label: 'Internal Memo' },
];
// The created-at filter is shown only when no query type is given (Spec 2 §2).
const WITHIN = COLUMNS.map((column) =>
  column.name === 'created_at' ? { ...column, filter: false as const } : column,
);

const card = ({ first_name, last_name, serial, value, email, ...row }: GiftCertificateRow) => ({
  title: `${first_name} ${last_name}`,
  tag: serial,
  line: `Sold at ${formatDecimalMoney(value)}`,
  amount: row.refunded_at ? 'Refunded' : formatDecimalMoney(row.balance),
  foot: email,
});

export function GiftCertificateList() {
  const period = useListPeriodText();
  const list = useList({ calls: giftCertificates });
  return (
    <ListPage
      title={`Gift Certificates${period}`}
      noun="gift certificate"
      list={list}
      row={{
        viewPath: (certificate) => `/manage-gift-certificate/${certificate.id}`,
        nameOf: ({ serial, first_name, last_name }) => `${serial}, ${first_name} ${last_name}`,
        card,
      }}
      columns={period ? WITHIN : COLUMNS}
      views={period && <ButtonLink to="/manage-gift-certificates">All gift certificates</ButtonLink>}
    />
  );
}
