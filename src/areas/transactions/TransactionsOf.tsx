import { useQuery } from '@tanstack/react-query';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { send } from '../../web/sending/send.ts';
import { TransactionPanel, type End } from './TransactionPanel.tsx';
import type { OwnRecord } from './transactions.contract.ts';
import { listCallOf } from './transactions.rules.ts';

/** The transaction records of one record, by its type on the wire; an unknown type rejects with 'Bad type'. */
const recordsOf = async (type: string, id: number): Promise<OwnRecord[]> =>
  send(listCallOf(type), { params: { id } });

/** The transaction panel of a record of another screen; it is asked for anew after every save there. */
export function TransactionsOf({ type, id, end = null }: { type: string; id: number; end?: End }) {
  const records = useQuery({ queryKey: ['transactions', type, id], queryFn: () => recordsOf(type, id) });
  if (records.error) return <ErrorBox error={records.error} retry={() => void records.refetch()} />;
  return records.data ? <TransactionPanel records={records.data} end={end} /> : null;
}
