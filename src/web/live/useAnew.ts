import { useQueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * Asks anew after a change. A first question that is still open would be joined: it was asked before the change, and its answer may
 * not know of it.
 */
export function useAnew(queryKey: QueryKey, refetch: () => Promise<unknown>): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.cancelQueries({ queryKey, exact: true });
    await refetch();
  };
}
