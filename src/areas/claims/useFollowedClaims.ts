import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../web/live/live.ts';

/** The query key of the present claims. */
export const CLAIMS_QUERY_KEY = ['turns'];

/** Updates every mark on the screen when claims change; used once, around all screens. */
export function useFollowedClaims(): void {
  const queries = useQueryClient();
  useLive(['turns'], () => void queries.invalidateQueries({ queryKey: CLAIMS_QUERY_KEY }));
}
