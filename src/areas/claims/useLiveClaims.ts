import { useQueryClient } from '@tanstack/react-query';
import { useOnTopicChange } from '../../web/live/live.ts';

/** The query key of the open claims. */
export const CLAIMS_QUERY_KEY = ['turns'];

/** Updates every claim mark on the screen when claims change; used once, around all screens. */
export function useLiveClaims(): void {
  const queries = useQueryClient();
  useOnTopicChange(['turns'], () => void queries.invalidateQueries({ queryKey: CLAIMS_QUERY_KEY }));
}
