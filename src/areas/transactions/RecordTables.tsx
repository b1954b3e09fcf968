import type { ReactNode } from 'react';
import { useBusinessSettings } from '../../web/business/business.ts';
import { formatInstant } from '../../web/business/instant.ts';
import { useSession } from '../../web/sending/session.ts';
import { signedMoney } from './LedgerEntries.tsx';
import type { TransactionItem, TransactionRecord } from './transactions.contract.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import './transactions.css';

const TYPES = {
  TeeTime: { name: 'Tee time', path: '/manage-tee-time/' },
  GiftCertificate: { name: 'Gift certificate', path: '/manage-gift-certificate/' },
  GolfDiscount: { name: 'Golf discount', path: '/manage-discount/' },
} as const;

/** Shows the specified tables: transaction records with their totals, and the items of all records. */
export function RecordTables({ records }: { records: TransactionRecord[] }) {
  const { timeZone } = useBusinessSettings();
  return (
    <div className="transactions">
      <Scrolled name="Transaction records">
        <thead>
          <tr>
            <th>Created At</th>
            <th className="r">Total</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record, at) => (
            <tr key={at}>
              <td>{formatInstant(record.created_at, timeZone)}</td>
              <td className="r">{signedMoney(record.total)}</td>
            </tr>
          ))}
        </tbody>
      </Scrolled>
      <ItemsTable items={records.flatMap((record) => record.transaction_items)} />
    </div>
  );
}

/** Shows a table in a box of its own: a discount may have a thousand records, and the content below must stay in reach. */
const Scrolled = ({ name, children }: { name: string; children: ReactNode }) => (
  // A scrolling element must be reachable by keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="transactions-box" role="region" aria-label={name} tabIndex={0}>
    <table>
      <caption>{name}</caption>
      {children}
    </table>
  </div>
);

/** Lists the items of transaction records: amounts earned, given away and given back, each with a link. */
export const ItemsTable = ({ items }: { items: TransactionItem[] }) => {
  const { timeZone } = useBusinessSettings();
  return (
    <Scrolled name="Transaction items">
      <thead>
        <tr>
          <th>Created At</th>
          <th className="r">Total</th>
          <th>Type</th>
          <th>View</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, at) => (
          <ItemRow key={at} item={item} timeZone={timeZone} />
        ))}
      </tbody>
    </Scrolled>
  );
};

function ItemRow({ item, timeZone }: { item: TransactionItem; timeZone: string }) {
  const { admin } = useSession();
  const { name, path } = TYPES[item.transaction_itemable_type];
  return (
    <tr>
      <td>{formatInstant(item.created_at, timeZone)}</td>
      <td className="r">{signedMoney(item.total)}</td>
      <td>{name}</td>
      <td>
        {/* The link is left out for other staff, because only admins see the screen of a discount. */}
        {(admin || item.transaction_itemable_type !== 'GolfDiscount') && (
          <ScreenLink to={`${path}${item.transaction_itemable_id}`} aria-label={`View ${name.toLowerCase()}`}>
            View
          </ScreenLink>
        )}
      </td>
    </tr>
  );
}
