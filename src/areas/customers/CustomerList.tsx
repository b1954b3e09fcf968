import type { ListCallColumn } from '../../web/lists/columns.ts';
import { ListPage } from '../../web/lists/ListPage.tsx';
import { useList } from '../../web/lists/useList.ts';
import { customers, type CustomerRow } from './customers.contract.ts';
import './customers.css';
import { Button } from '../../web/components/Button.tsx';

export const CUSTOMER_TYPE_LABELS = [
  ['Customer', 'Customer'],
  ['GiftCertificateRecipient', 'Gift certificate recipient'],
] as const;
const typeNames = new Map<string, string>(CUSTOMER_TYPE_LABELS);
/** Returns the display name of a customer type. */
export const customerTypeName = (type: string): string => typeNames.get(type) ?? type;

const COLUMNS: ListCallColumn<typeof customers.index>[] = [
  { name: 'id', label: 'Id', kind: 'id' },
  { name: 'type', label: 'Type', choices: CUSTOMER_TYPE_LABELS, cell: ({ type }) => customerTypeName(type) },
  { name: 'first_name', label: 'First Name' },
  { name: 'last_name', label: 'Last Name' },
  { name: 'email', label: 'Email' },
  { name: 'primary_phone', label: 'Phone' },
];
const nameOf = ({ first_name, last_name, email }: CustomerRow) =>
  [first_name, last_name].filter(Boolean).join(' ') || email;
const card = (customer: CustomerRow) => ({
  title: nameOf(customer),
  tag: customer.type === 'Customer' ? '' : <span className="tag">{customerTypeName(customer.type)}</span>,
  line: customer.email,
  foot: customer.primary_phone,
});

type Props = {
  /** Called with the id of a chosen customer. If given, each row has a Select button in place of its View link. */
  onSelect?: (id: number) => void;
  /** Shows five rows per page instead of the usual number. */
  compact?: boolean;
  /** Filters that the list always applies, e.g. the type that may be chosen; the columns of these filters are hidden. */
  fixedFilters?: { type?: CustomerRow['type'] };
};

/** Lists all customers: as a screen with View links, or with `onSelect` as a list to choose from. */
export function CustomerList({ onSelect, compact, fixedFilters }: Props) {
  // A list to choose from is a part of another screen, so its filters are not stored in the screen's address.
  const fixed = fixedFilters ?? (onSelect ? {} : undefined);
  const list = useList({ calls: customers, fixedFilters: fixed, ...(compact && { size: 5 }) });
  const columns = COLUMNS.filter(({ name }) => !(fixed && name in fixed));
  return (
    <ListPage
      title={onSelect ? 'Customer list' : 'Customer Management'}
      noun="customer"
      list={list}
      row={
        onSelect
          ? { nameOf, card: cardToSelect(onSelect) }
          : { nameOf, card, viewPath: ({ id }) => `/manage-customer/${id}` }
      }
      columns={onSelect ? [selectColumn(onSelect), ...columns.filter(({ name }) => name !== 'id')] : columns}
    />
  );
}

const selectColumn = (onSelect: (id: number) => void): ListCallColumn<typeof customers.index> => ({
  name: 'id',
  label: 'Select',
  filter: false,
  sort: false,
  always: true,
  sheet: false,
  cell: (customer) => selectButton(customer, onSelect),
});

const selectButton = ({ id, first_name, last_name }: CustomerRow, onSelect: (id: number) => void) => (
  <Button
    className="list-search list-view"
    aria-label={`Select ${first_name} ${last_name}`}
    onClick={() => onSelect(id)}
  >
    Select
  </Button>
);

const cardToSelect = (onSelect: (id: number) => void) => (customer: CustomerRow) => ({
  ...card(customer),
  tag: selectButton(customer, onSelect),
});
