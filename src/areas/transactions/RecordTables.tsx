import type { ReactNode } from 'react';
import { useBusiness } from '../../web/business/business.ts';
import { formatInstant } from '../../web/business/instant.ts';
import { useSession } from '../../web/sending/session.ts';
import { money, Moves, type Move } from './Moves.tsx';
import type { OwnRecord, TransactionItem } from './transactions.contract.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import './transactions.css';

const TYPES = {
  TeeTime: { name: 'Tee time', path: '/manage-tee-time/' },
  GiftCertificate: { name: 'Gift certificate', path: '/manage-gift-certificate/' },
  GolfDiscount: { name: 'Golf discount', path: '/manage-discount/' },
} as const;

const toMove = ({ created_at, words, moved, tee_time_id: id }: OwnRecord): Move => ({
  ...{ created_at, words, total: moved },
  link: id === null ? null : { of: 'tee time', path: `/manage-tee-time/${id}` },
});

/** What the moves come to, where it is kept. */
export type End = { label: string; total: string } | null;
type Props = { records: OwnRecord[]; end: End };

/** What moved for a record, in words; the specified records with their totals, and their items, are folded below. */
export function TransactionPanel({ records, end }: Props) {
  const { timeZone } = useBusiness();
  const items = records.flatMap((record) => record.transaction_items);
  return (
    <section className="card transactions-card" aria-label="Transactions">
      <h2 className="transactions-head">Transactions</h2>
      <div className="pad">
        {records.length === 0 && <p className="quiet">No money moved.</p>}
        <Moves moves={records.map(toMove)} end={end} />
        {records.length > 0 && (
          <details className="items-fold">
            <summary className="quiet">Records and items</summary>
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
                      <td className="r">{money(record.total)}</td>
                    </tr>
                  ))}
                </tbody>
              </Scrolled>
              <ItemsTable items={items} />
            </div>
          </details>
        )}
      </div>
    </section>
  );
}

/** A table in a box of its own: a discount may have a thousand records, and what stands below must stay in reach. */
const Scrolled = ({ name, children }: { name: string; children: ReactNode }) => (
  // What scrolls must be reachable by keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="transactions-box" role="region" aria-label={name} tabIndex={0}>
    <table>
      <caption>{name}</caption>
      {children}
    </table>
  </div>
);

/** The items of records: what was earned, given away and given back, each with the way to it. */
export const ItemsTable = ({ items }: { items: TransactionItem[] }) => {
  const { timeZone } = useBusiness();
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
      <td className="r">{money(item.total)}</td>
      <td>{name}</td>
      <td>
        {/* A discount's screen is the admins'. */}
        {(admin || item.transaction_itemable_type !== 'GolfDiscount') && (
          <ScreenLink to={`${path}${item.transaction_itemable_id}`} aria-label={`View ${name.toLowerCase()}`}>
            View
          </ScreenLink>
        )}
      </td>
    </tr>
  );
}
