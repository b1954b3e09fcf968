import type { Filters } from '../list-search-params.ts';
import type { Column } from '../columns.ts';

/** Fetches the parser of typed days, times and amounts before a search needs it, but not together with the list. */
export const fetchReader = () => import('./as-wire.ts');

type Of = { typed: Filters; search: (filters: Filters) => void };

/** Searches a list by the text in its filter boxes, converted to the form of calls. */
export async function searchTyped<Row>({ typed, search }: Of, columns: Column<Row>[], today: string) {
  const reader = await fetchReader().catch(() => null);
  // If the parser did not load, the server reports the values that it cannot parse, and the filter boxes keep them.
  search(reader ? reader.asWire(typed, columns, today) : typed);
}
