import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * The screens' queries. An invalidated query is sent again even if its first request is still open: that was sent
 * before the change, its answer may miss it, and TanStack Query would join it.
 */
export class Queries extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters))
      // Components that wait for an active query wait on for its new answer; nobody waits for the others.
      void query.cancel(query.isActive() ? { silent: true } : { revert: true });
    return super.invalidateQueries(filters, options);
  }
}
