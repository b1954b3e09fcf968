import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '../../web/components/CopyButton.tsx';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { sendCall } from '../../web/sending/send.ts';
import { signedMoney, LedgerEntries, type LedgerEntry } from './LedgerEntries.tsx';
import { ItemsTable } from './RecordTables.tsx';
import { transactions, type TeeTimeTransactions } from './transactions.contract.ts';
import './transactions.css';

const toMove = ({ gift_certificate_id: id, ...move }: TeeTimeTransactions['moves'][number]): LedgerEntry => ({
  ...move,
  link: id === null ? null : { of: 'gift certificate', path: `/manage-gift-certificate/${id}` },
});

/**
 * Shows the ledger entries of a tee time in words, loaded by a separate call after each save. The specified items
 * below are hidden until expanded.
 */
export function TeeTimeTransactionPanel({ id, paid }: { id: number; paid: string }) {
  const query = useQuery({
    queryKey: ['transactions', 'TeeTime', id],
    queryFn: () => sendCall(transactions.teeTime, { params: { id } }),
  });
  const record = query.data;
  return (
    <section className="card transactions-card" aria-label="Transactions">
      <h2 className="transactions-head">Transactions</h2>
      {query.error && <ErrorBox error={query.error} retry={() => void query.refetch()} />}
      {record && (
        <div className="pad">
          {record.moves.length === 0 && <p className="quiet">No money moved.</p>}
          <LedgerEntries moves={record.moves.map(toMove)} end={{ label: 'Paid', total: paid }} />
          <p className="cc-line">
            <span className="quiet">CC Confirmation</span> {record.payment_id || '–'}{' '}
            {record.payment_id && <CopyButton text={record.payment_id} of="the CC confirmation" />}
          </p>
          {record.transaction_items.length > 0 && (
            <details className="items-fold">
              <summary className="quiet">
                Entries, total <span>{signedMoney(record.total)}</span>
              </summary>
              <div className="transactions">
                <ItemsTable items={record.transaction_items} />
              </div>
            </details>
          )}
        </div>
      )}
    </section>
  );
}
