import { useQuery, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sendingInBackground } from '../../web/sending/request.ts';

const REFRESH_MS = 500_000;

/** What every card's question begins with: who asks all of them anew names this. */
export const SUMMARIES = 'summaries';

/** A card's figures, asked for again a while after each answer; that is no input of a person. */
export function useSummary<Answer>(key: QueryKey, ask: () => Promise<Answer>) {
  const found = useQuery({ queryKey: [SUMMARIES, ...key], queryFn: ask });
  const { dataUpdatedAt, errorUpdatedAt, refetch } = found;
  useEffect(() => {
    const timer = setTimeout(() => sendingInBackground(() => void refetch()), REFRESH_MS);
    return () => clearTimeout(timer);
  }, [dataUpdatedAt, errorUpdatedAt, refetch]);
  return found;
}
