import type { SavedViewRow } from '../../../contract/saved-views/saved-views.ts';
import { addressQueryCodec } from '../../navigation/address-values.ts';
import type { ListData } from '../useList.ts';
import { storeDefaultViewSearches } from './stored-default-views.ts';

/** The part of a list's state that a saved view stores. */
export type SavedViewState = Pick<
  SavedViewRow,
  'filters' | 'sort_fields' | 'sort_desc' | 'columns' | 'per_page'
>;

/** Returns the current state of a list, in the form of a saved view. */
export const currentViewState = <Row>(
  { filters, sort, size }: ListData<Row>,
  columns: { name: string }[],
): SavedViewState => ({
  filters,
  sort_fields: sort.map(({ name }) => name),
  sort_desc: sort.map(({ desc }) => desc),
  columns: columns.map(({ name }) => name),
  per_page: size,
});

/** Returns true if two views show the same rows and columns, in whichever order their filters were typed. */
export const isSameView = (one: SavedViewState, other: SavedViewState): boolean =>
  written(one) === written(other);

function written({ filters, sort_fields, sort_desc, columns, per_page }: SavedViewState): string {
  const named = Object.entries(filters).map(([name, value]) => `${name}=${String(value)}`);
  return JSON.stringify([named.toSorted(), sort_fields, sort_desc, columns, per_page]);
}

/** Returns the address of a list with a saved view applied; other parts of the address stay, except the page number. */
export function searchWithView(id: number, state: SavedViewState, before: Record<string, unknown> = {}) {
  const { filters, sort_fields, sort_desc, columns, per_page } = state;
  const viewed = { filters, sort_fields, sort_desc, columns, ...(per_page !== 0 && { per_page }) };
  return { ...searchWithoutView(before), view: id, ...viewed };
}

const OF_VIEWS = ['view', 'filters', 'sort_fields', 'sort_desc', 'columns', 'page', 'per_page', 'cap'];
/** Returns the part of a list's address that saved views do not set, such as the month or the choice of all leads. */
export const searchWithoutView = (search: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !OF_VIEWS.includes(name)));

/** Stores on this machine which saved views open by default. */
export const storeDefaultViews = (views: readonly SavedViewRow[]): void =>
  storeDefaultViewSearches(
    Object.fromEntries(
      views
        .filter((view) => view.is_default)
        .map((view) => [view.list, addressQueryCodec.stringifySearch(searchWithView(view.id, view))]),
    ),
  );
