import { useQuery, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { runSendingInBackground } from '../../web/sending/request.ts';

const REFRESH_MS = 500_000;

/** The first part of every card's query key, by which all cards are reloaded together. */
export const SUMMARY_QUERY_KEY = 'summaries';

/** Loads a card's figures, and reloads them some time after each answer. A reload does not count as input of the user. */
export function useSummary<Answer>(key: QueryKey, ask: () => Promise<Answer>) {
  const found = useQuery({ queryKey: [SUMMARY_QUERY_KEY, ...key], queryFn: ask });
  const { dataUpdatedAt, errorUpdatedAt, refetch } = found;
  useEffect(() => {
    const timer = setTimeout(() => runSendingInBackground(() => void refetch()), REFRESH_MS);
    return () => clearTimeout(timer);
  }, [dataUpdatedAt, errorUpdatedAt, refetch]);
  return found;
}
