import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { sendCall } from '../../web/sending/send.ts';
import { RecordLedgerEntries } from './ledger-entries/RecordLedgerEntries.tsx';
import { RecordTables } from './RecordTables.tsx';
import type { TransactionRecord } from './transactions.contract.ts';
import { transactionListCalls } from './transactions.rules.ts';
import './transactions.css';

type Props = { type: string; id: number };

/**
 * Shows the ledger entries of a record in words, loaded again after every save. The specified transaction records
 * below are hidden until expanded.
 */
export function Transactions({ type, id }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="card transactions-card" aria-label="Transactions">
      <h2 className="transactions-head">Transactions</h2>
      <div className="pad">
        <RecordLedgerEntries type={type} id={id} />
        <details className="items-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="quiet">Records and items</summary>
          {isOpen && <RecordsOf type={type} id={id} />}
        </details>
      </div>
    </section>
  );
}

/** Loads the transaction records of a record, by the record's type on the wire; an unknown type rejects with 'Bad type'. */
const recordsOf = async ({ type, id }: Props): Promise<TransactionRecord[]> =>
  sendCall(transactionListCalls(type).records, { params: { id } });

function RecordsOf({ type, id }: Props) {
  const records = useQuery({ queryKey: ['transactions', type, id], queryFn: () => recordsOf({ type, id }) });
  if (records.error) return <ErrorBox error={records.error} retry={() => void records.refetch()} />;
  return records.data ? <RecordTables records={records.data} /> : null;
}
