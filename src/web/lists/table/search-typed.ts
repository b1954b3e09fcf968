import type { Filters } from '../list-search-params.ts';
import type { Column } from '../columns.ts';

/** Fetches the parser of typed days, times and amounts before it is needed, but not with the list. */
export const fetchReader = () => import('./as-wire.ts');

type Of = { typed: Filters; search: (filters: Filters) => void };

/** Searches by the text in the filter boxes, converted to its wire form. */
export async function searchTyped<Row>({ typed, search }: Of, columns: Column<Row>[], today: string) {
  const reader = await fetchReader().catch(() => null);
  // Without the parser, the call reports the values it cannot read, and the boxes keep them.
  search(reader ? reader.asWire(typed, columns, today) : typed);
}
