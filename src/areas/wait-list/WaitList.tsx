import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMediaQuery } from '@mantine/hooks';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { countWithNoun } from '../../contract/words.ts';
import { useBusinessSettings } from '../../web/business/business.ts';
import { ErrorBox } from '../../web/components/ErrorBox.tsx';
import { Button } from '../../web/components/Button.tsx';
import { sendCall } from '../../web/sending/send.ts';
import { useOnTopicChange } from '../../web/live/live.ts';
import { ChangesPill } from '../../web/live/ChangesPill.tsx';
import { haveSameIds, countRowChanges, useUnshownChanges } from '../../web/live/useUnshownChanges.ts';
import { PageHead } from '../../web/shell/pages/PageHead.tsx';
import { waitListFinder, type TypedDayParser } from './finding/finder.rules.ts';
import { QueueCards } from './queue/QueueCards.tsx';
import { QueueTable } from './queue/QueueTable.tsx';
import { waitList, type WaitListCaller, type WaitListRow } from './wait-list.contract.ts';
import './wait-list.css';

const NOBODY = 'Nobody waits for an open time now.';
const FOLLOWS = ['queues', 'availability', 'leads'] as const;
const NO_CALLERS: WaitListCaller[] = [];
// The parser of typed days is loaded beside the rows; until then, typed days are found as text.
const READER = {
  queryKey: ['reader of days'],
  queryFn: () => import('../../web/lists/table/as-wire.ts'),
  staleTime: Infinity,
};
const QUEUES = {
  queryKey: ['wait list'],
  queryFn: () => sendCall(waitList.queues, {}, { background: true }),
};

/** Lists all open times that customers wait for; a click on a row opens the queue of that time. */
export function WaitList() {
  const onPhone = useMediaQuery('(max-width: 599.98px)', undefined, { getInitialValueInEffect: false });
  const [words, setWords] = useWords();
  const [opened, setOpened] = useState<number | null>(null);
  const found = useQuery({
    queryKey: QUEUES.queryKey,
    queryFn: ({ signal }) => sendCall(waitList.queues, {}, { signal }),
  });
  const all = found.data;
  const sought = useDeferredValue(words);
  const { rows, callers, isKnown, news } = useSought(all, words, sought);
  const shown = { rows, opened, open: (id: number) => setOpened((now) => (now === id ? null : id)) };
  return (
    <section className="list-page" aria-label="Wait list">
      <PageHead
        title="Wait List"
        line={all && isKnown ? lineOf(all, rows, sought) : ' '}
        actions={
          <>
            {/* The pill with the number of changes stands beside the search, so that it moves no other element. */}
            {!onPhone && <ChangesPill news={news} noun="queue" />}
            <input
              type="search"
              className="row-search"
              aria-label="Search the wait list"
              placeholder="Course, date, time or customer"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </>
        }
      />
      {found.error && <ErrorBox error={found.error} retry={() => void found.refetch()} />}
      {callers.error && <ErrorBox error={callers.error} retry={() => void callers.refetch()} />}
      {onPhone && <ChangesPill news={news} noun="queue" />}
      <div className="list-frame" aria-busy={found.isPending || !isKnown}>
        {onPhone ? <QueueCards {...shown} /> : <QueueTable {...shown} />}
        {all && rows.length === 0 && isKnown && (
          <Nothing sought={all.length === 0 ? null : sought} clear={() => setWords('')} />
        )}
      </div>
    </section>
  );
}

/**
 * Finds the queues that match the search, and other people's changes to these queues. `words` is the typed text, `sought` the text
 * that the shown rows match.
 */
function useSought(all: WaitListRow[] | undefined, words: string, sought: string) {
  // The waiting customers are loaded only once somebody searches.
  const isAsked = words.trim() !== '';
  const callers = useQuery({
    queryKey: ['wait list callers'],
    queryFn: ({ signal }) => sendCall(waitList.callers, {}, { signal }),
    enabled: isAsked,
  });
  useOnTopicChange(FOLLOWS, () => void (isAsked && callers.refetch()));
  const known = callers.data;
  const { reader, isReading } = useDayReader();
  const find = useMemo(() => waitListFinder(all ?? [], known ?? [], reader), [all, known, reader]);
  const rows = useMemo(() => find(sought), [find, sought]);
  // Until the waiting customers are loaded, no customer's name can be found.
  const isKnown = sought.trim() === '' || (known !== undefined && !isReading) || rows.length > 0;
  const news = useFoundNews(all, rows, { callers: known ?? NO_CALLERS, words: sought, reader });
  return { rows, callers, isKnown, news };
}

function useDayReader(): { reader: TypedDayParser; isReading: boolean } {
  const { today } = useBusinessSettings();
  const { data, isPending } = useQuery(READER);
  const reader = useMemo(
    () => ({ today, read: (typed: string) => data?.parseTypedDays(typed, today) ?? null }),
    [data, today],
  );
  return { reader, isReading: isPending };
}

/** Shown if no row is; `sought` is null if nobody waits at all. */
const Nothing = ({ sought, clear }: { sought: string | null; clear: () => void }) => (
  <div className="list-empty">
    {sought === null ? NOBODY : `No queue with “${sought}”.`}
    {sought !== null && <Button onClick={clear}>Clear</Button>}
  </div>
);

type Sought = { callers: readonly WaitListCaller[]; words: string; reader: TypedDayParser };

/**
 * Returns other people's changes to the queues that match the search. If no row is shown, no row can jump, so that new rows are
 * shown at once.
 */
function useFoundNews(
  all: WaitListRow[] | undefined,
  rows: readonly WaitListRow[],
  { callers, words, reader }: Sought,
) {
  const news = useUnshownChanges(QUEUES, all, FOLLOWS);
  const queues = news?.rows;
  const there = useMemo(
    () => (queues && words.trim() !== '' ? waitListFinder(queues, callers, reader)(words) : queues),
    [queues, callers, words, reader],
  );
  const show = news && rows.length === 0 ? news.show : null;
  useEffect(() => show?.(), [show]);
  return news && there && !haveSameIds(there, rows)
    ? { ...countRowChanges(there, rows), show: news.show }
    : null;
}

function lineOf(all: WaitListRow[], rows: readonly WaitListRow[], words: string): string {
  const gone = rows.filter((row) => row.is_gone).length;
  const waited = `${countWithNoun(rows.length, 'open time')} that customers wait for`;
  return [
    rows.length === all.length ? waited : `${waited}, with “${words.trim()}”`,
    gone > 0 && `${gone.toLocaleString('en-US')} no longer open`,
    'by date and time',
  ]
    .filter(Boolean)
    .join(', ');
}

/** Returns the search text, which is stored in the screen's address, and its setter. */
function useWords(): [string, (words: string) => void] {
  const { q }: { q?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(() => (q === undefined ? '' : String(q)));
  const set = (words: string): void => {
    setTyped(words);
    void navigate({ to: '.', search: words ? { q: words } : {}, replace: true });
  };
  return [typed, set];
}
