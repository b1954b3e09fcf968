import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { history, type HistoryEntry, type RecordWithHistory } from '../../../contract/history/history.ts';
import { useBrowserIdle } from '../../navigation/idle.ts';
import { sendCall } from '../../sending/send.ts';

// The interval at which the history is requested while an e-mail waits. Most e-mails are sent within seconds; one that
// fails waits for minutes.
const WAITING_MS = 2000;
const NEWEST = 3;

/**
 * Returns the history of a record, the newest entries first, and one page more with each call of `more`. The history is
 * requested once the browser is idle, after every save and every repeated e-mail, and repeatedly while a new e-mail waits.
 */
export function useRecordHistory(record: RecordWithHistory, id: number, seen: string | null) {
  const isTime = useBrowserIdle();
  const [pages, setPages] = useState(1);
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ['history', record, id, seen, pages],
    queryFn: async ({ signal, queryKey }) => {
      // Only the first request counts as a person's input; repeated requests do not.
      const background = queries.getQueryData(queryKey) !== undefined;
      const numbers = Array.from({ length: pages }, (_, at) => at + 1);
      const found = await Promise.all(
        numbers.map((page) =>
          sendCall(history.show, { params: { record, id }, query: { page } }, { background, signal }),
        ),
      );
      return { told: onlyOnce(found.flatMap(({ told }) => told)), has_more: found.at(-1)?.has_more ?? false };
    },
    enabled: isTime,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.told.slice(0, NEWEST).some(isWaiting) ? WAITING_MS : false),
  });
  return { ...query, more: () => setPages(pages + 1) };
}

// Removes duplicate entries: a new entry shifts older ones to the next page of results.
const onlyOnce = (told: HistoryEntry[]): HistoryEntry[] => [
  ...new Map(told.map((each) => [each.key, each])).values(),
];

const isWaiting = ({ letter }: HistoryEntry): boolean => letter?.state === 'waiting';
