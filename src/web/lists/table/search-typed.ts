import type { Filters } from '../asked.ts';
import type { Column } from '../columns.ts';

/** What reads days, times and amounts as people type them is fetched before it is wanted, not with the list. */
export const fetchReader = () => import('./as-wire.ts');

type Of = { typed: Filters; search: (filters: Filters) => void };

/** Searches for what stands in the filter boxes, read as the wire has it. */
export async function searchTyped<Row>({ typed, search }: Of, columns: Column<Row>[], today: string) {
  const reader = await fetchReader().catch(() => null);
  // Without it the call says what it can not read, and the boxes keep it.
  search(reader ? reader.asWire(typed, columns, today) : typed);
}
