import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * What screens have asked. What is invalidated is asked anew also where its first question is still open: that was asked before the
 * change, its answer may not know of it, and TanStack Query joins it.
 */
export class Queries extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters))
      // Who waits for one that is asked again waits on for the new answer; nobody waits for the others.
      void query.cancel(query.isActive() ? { silent: true } : { revert: true });
    return super.invalidateQueries(filters, options);
  }
}
