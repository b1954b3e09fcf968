import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * The client for the screens' queries. An invalidated query is sent again even if its first request is still open: the
 * first request was sent before the change, its answer may miss the change, and TanStack Query would reuse that answer.
 */
export class LiveQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters))
      // Components that wait for an active query keep waiting for its new answer; nobody waits for an inactive query.
      void query.cancel(query.isActive() ? { silent: true } : { revert: true });
    return super.invalidateQueries(filters, options);
  }
}
