import type { SavedViewRow } from '../../contract/saved-views/saved-views.ts';

/** The filters, sorts and columns that a list has, by name. */
export type ListFieldNames = {
  filters: readonly string[];
  sorts: readonly string[];
  columns: readonly string[];
};

/** Returns true for the name `All`, which is reserved for the whole list. */
export const isWholeListName = (name: string): boolean => name.trim().toLowerCase() === 'all';

/** Returns a saved view without filters, sorts and columns that its list no longer has, and their names as `gone`. */
export function withoutMissingFields<V extends Omit<SavedViewRow, 'gone'>>(
  view: V,
  has: ListFieldNames,
): V & { gone: string[] } {
  const { filters, sort_fields, sort_desc, columns } = view;
  const isThere = sort_fields.map((name) => has.sorts.includes(name));
  const named = [
    ...columns.filter((name) => !has.columns.includes(name)),
    ...Object.keys(filters).filter((name) => !has.filters.includes(name)),
    ...sort_fields.filter((_, at) => !isThere[at]),
  ];
  return {
    ...view,
    filters: Object.fromEntries(Object.entries(filters).filter(([name]) => has.filters.includes(name))),
    sort_fields: sort_fields.filter((_, at) => isThere[at]),
    sort_desc: sort_desc.filter((_, at) => isThere[at]),
    columns: columns.filter((name) => has.columns.includes(name)),
    gone: [...new Set(named)],
  };
}
