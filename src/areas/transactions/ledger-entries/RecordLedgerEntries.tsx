import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../../contract/dates.ts';
import { countWithNoun } from '../../../contract/words.ts';
import { Button } from '../../../web/components/Button.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { formatWithCommas } from '../../../web/lists/columns.ts';
import { sendCall } from '../../../web/sending/send.ts';
import { signedMoney, LedgerEntries, type LedgerEntry } from '../LedgerEntries.tsx';
import {
  ENTRIES_PER_PAGE,
  type RecordLedgerEntry,
  type LedgerEntriesPage,
} from './ledger-entries.contract.ts';
import { transactionListCalls } from '../transactions.rules.ts';

/** Shows the ledger entries of a gift certificate or a discount, page by page, and the sum of all. */
export function RecordLedgerEntries({ type, id }: { type: string; id: number }) {
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: ['transactions', type, id, 'moves', page],
    queryFn: async (): Promise<LedgerEntriesPage> =>
      sendCall(transactionListCalls(type).moves, { params: { id }, query: { page } }),
    placeholderData: keepPreviousData,
  });
  if (query.error) return <ErrorBox error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return null;
  const { moves, count, total } = query.data;
  if (count === 0) return <p className="quiet">No money moved.</p>;
  const label = type === 'GiftCertificate' ? 'Balance' : `Taken off ${countWithNoun(count, 'round')}`;
  return (
    <>
      <LedgerEntries moves={moves.map(toMove)} end={{ label, total }} />
      {count > ENTRIES_PER_PAGE && <Pages page={page} setPage={setPage} count={count} />}
    </>
  );
}

const toMove = ({ created_at, words, moved, balance, round }: RecordLedgerEntry): LedgerEntry => ({
  created_at,
  words,
  total: moved,
  link: round && { of: 'tee time', path: `/manage-tee-time/${round.tee_time_id}` },
  ...(round && { about: aboutRound(round) }),
  ...(balance !== null && { left: `${signedMoney(balance)} left` }),
});

/** Describes the tee time of a ledger entry: `Torrey Pines South, played on Sat, Dec 5 2026, card 4242 $252.00`. */
const aboutRound = ({
  course_name,
  play_date,
  is_canceled,
  paid_by,
}: NonNullable<RecordLedgerEntry['round']>) =>
  [course_name, `${formatDay(play_date)}${is_canceled ? ' (canceled)' : ''}`, paid_by].join(' · ');

type PagesProps = { page: number; setPage: (page: number) => void; count: number };

/** Shows which ledger entries are on the current page, and buttons to the other pages. */
function Pages({ page, setPage, count }: PagesProps) {
  const first = (page - 1) * ENTRIES_PER_PAGE + 1;
  const last = Math.min(page * ENTRIES_PER_PAGE, count);
  return (
    <nav className="moves-foot" aria-label="Pages of transactions">
      <span>
        {formatWithCommas(first)}–{formatWithCommas(last)} of {formatWithCommas(count)}
      </span>
      <Button
        className="push"
        look="quiet"
        icon
        aria-label="Previous page"
        aria-disabled={page === 1 || undefined}
        onClick={() => page > 1 && setPage(page - 1)}
      >
        ‹
      </Button>
      <Button
        look="quiet"
        icon
        aria-label="Next page"
        aria-disabled={last >= count || undefined}
        onClick={() => last < count && setPage(page + 1)}
      >
        ›
      </Button>
    </nav>
  );
}
