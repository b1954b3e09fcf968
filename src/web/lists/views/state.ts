import type { SavedViewRow } from '../../../contract/saved-views/saved-views.ts';
import { addressValues } from '../../navigation/address-values.ts';
import type { List } from '../useList.ts';
import { keepOpening } from './kept.ts';

/** What of a list is kept in a view. */
export type ViewState = Pick<SavedViewRow, 'filters' | 'sort_fields' | 'sort_desc' | 'columns' | 'per_page'>;

/** What a list shows just now. */
export const stateOf = <Row>({ filters, sort, size }: List<Row>, columns: { name: string }[]): ViewState => ({
  filters,
  sort_fields: sort.map(({ name }) => name),
  sort_desc: sort.map(({ desc }) => desc),
  columns: columns.map(({ name }) => name),
  per_page: size,
});

/** Whether two show the same, in whichever order their filters were typed. */
export const isSame = (one: ViewState, other: ViewState): boolean => written(one) === written(other);

function written({ filters, sort_fields, sort_desc, columns, per_page }: ViewState): string {
  const named = Object.entries(filters).map(([name, value]) => `${name}=${String(value)}`);
  return JSON.stringify([named.toSorted(), sort_fields, sort_desc, columns, per_page]);
}

/** What a list's address says of a view; what else it said before stays, but the page. */
export function searchOf(id: number, state: ViewState, before: Record<string, unknown> = {}) {
  const { filters, sort_fields, sort_desc, columns, per_page } = state;
  const asked = { filters, sort_fields, sort_desc, columns, ...(per_page !== 0 && { per_page }) };
  return { ...withoutView(before), view: id, ...asked };
}

const OF_VIEWS = ['view', 'filters', 'sort_fields', 'sort_desc', 'columns', 'page', 'per_page', 'cap'];
/** What an address says beside what a view does: which month, whether all leads. */
export const withoutView = (search: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !OF_VIEWS.includes(name)));

/** Keeps on this machine which views open by themselves. */
export const keepDefaults = (views: readonly SavedViewRow[]): void =>
  keepOpening(
    Object.fromEntries(
      views
        .filter((view) => view.is_default)
        .map((view) => [view.list, addressValues.stringifySearch(searchOf(view.id, view))]),
    ),
  );
