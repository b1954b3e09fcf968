import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { history, type HistoryEntry, type RecordWithHistory } from '../../../contract/history/history.ts';
import { useIdle } from '../../navigation/idle.ts';
import { send } from '../../sending/send.ts';

// An e-mail is sent within seconds; one that fails waits for minutes.
const WAITING_MS = 2000;
const NEWEST = 3;

/**
 * The history of a record, the newest entries first, a page more with each `more`. It is requested once the browser is
 * idle, after every save and send again, and repeatedly while a new e-mail waits.
 */
export function useHistory(record: RecordWithHistory, id: number, seen: string | null) {
  const isTime = useIdle();
  const [pages, setPages] = useState(1);
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ['history', record, id, seen, pages],
    queryFn: async ({ signal, queryKey }) => {
      // A repeated request is not a person's input.
      const background = queries.getQueryData(queryKey) !== undefined;
      const numbers = Array.from({ length: pages }, (_, at) => at + 1);
      const found = await Promise.all(
        numbers.map((page) =>
          send(history.show, { params: { record, id }, query: { page } }, { background, signal }),
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

// Entries that came in between shift others to the next page, so duplicates are dropped.
const onlyOnce = (told: HistoryEntry[]): HistoryEntry[] => [
  ...new Map(told.map((each) => [each.key, each])).values(),
];

const isWaiting = ({ letter }: HistoryEntry): boolean => letter?.state === 'waiting';
