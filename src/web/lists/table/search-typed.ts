import type { FilterValues } from '../list-search-params.ts';
import type { ListColumn } from '../columns.ts';

/** Fetches the parser of typed days, times and amounts before a search needs it, but not together with the list. */
export const fetchFilterParser = () => import('./as-wire.ts');

type Of = { typed: FilterValues; search: (filters: FilterValues) => void };

/** Searches a list by the text in its filter boxes, converted to the form of calls. */
export async function searchTypedFilters<Row>(
  { typed, search }: Of,
  columns: ListColumn<Row>[],
  today: string,
) {
  const reader = await fetchFilterParser().catch(() => null);
  // If the parser did not load, the server reports the values that it cannot parse, and the filter boxes keep them.
  search(reader ? reader.toWireFilters(typed, columns, today) : typed);
}
