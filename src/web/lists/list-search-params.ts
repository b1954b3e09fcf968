import type { ListOpeningQuery } from '../../contract/call.ts';

export type FilterValue = string | number | boolean;
export type FilterValues = Record<string, FilterValue>;
/** Filter values by the filter names of a list's contract. */
export type FiltersByName<Name extends string> = { [One in Name]?: FilterValue };
export type ColumnSort = { name: string; desc: boolean };

/** A list's query; an absent part has its default value. */
export type ListSearchParams = {
  filters?: FilterValues;
  sort?: ColumnSort[];
  page?: number;
  per_page?: number;
  /**
   * The list's period. In the address, `monthly` is 'true' for a month and any other value for a day; without `monthly` the
   * list has no period.
   */
  query_type?: 'monthly' | 'daily';
  /** The day that selects the list's month or day; today if absent. */
  date?: string;
  cap?: number;
};

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isValue = (value: unknown): value is FilterValue =>
  ['string', 'number', 'boolean'].includes(typeof value);
const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value);

/**
 * Parses a list's part of the address: `filters`, `sort_fields`, `sort_desc`, `page`, `per_page`, `cap`, named as in the
 * calls, and `monthly` with its `date`.
 */
export function parseListSearchParams(search: unknown): ListSearchParams {
  if (!isPlainObject(search)) return {};
  const asked: ListSearchParams = {};
  if (isPlainObject(search['filters'])) {
    asked.filters = Object.fromEntries(
      Object.entries(search['filters']).filter((entry): entry is [string, FilterValue] => isValue(entry[1])),
    );
  }
  const { sort_fields: fields, sort_desc: desc, page, per_page: perPage, cap, monthly, date } = search;
  if (Array.isArray(fields)) {
    asked.sort = fields.map((name, at) => ({
      name: String(name),
      desc: Array.isArray(desc) && desc[at] === true,
    }));
  }
  if (isWhole(page) && page > 0) asked.page = page;
  if (isWhole(perPage)) asked.per_page = perPage;
  if (isWhole(cap) && cap > 0) asked.cap = cap;
  if (monthly !== undefined) {
    asked.query_type = String(monthly) === 'true' ? 'monthly' : 'daily';
    if (date) asked.date = String(date);
  }
  return asked;
}

export const PAGE_SIZES: readonly number[] = [5, 10, 20, 30, 40, 50];
const DEFAULT_SIZE = 30;

/** Returns the rows per page: 0 means the call's own default, which is all rows for a short list. */
function sizeIn(sizes: readonly number[] | null, asked: number, otherwise: number): number {
  if (!sizes) return 0;
  // Spec 2 §9: a page size at or below 0 falls back to the default, except that -1 means all rows if the list offers that.
  return asked > 0 || sizes.includes(asked) ? asked : otherwise;
}

/** Returns a list's effective query: the requested parts, and the list's default for each part that is absent. */
export function effectiveListQuery(opens: ListOpeningQuery, asked: ListSearchParams, ownSize?: number) {
  const { sort: own = [], filters: always = {}, paging } = opens;
  const { filters = always, sort = [...own], page = 1, per_page = 0 } = asked;
  const { size = DEFAULT_SIZE, sizes = PAGE_SIZES } = paging === 'none' ? { sizes: null } : (paging ?? {});
  return { filters, sort, page, size: sizeIn(sizes, per_page, ownSize ?? size), sizes };
}
type Place = Pick<ReturnType<typeof effectiveListQuery>, 'sort' | 'page' | 'size'>;

/** Returns the part of a list's query that its index call and its count call share. */
export const sharedListQuery = (
  opens: ListOpeningQuery,
  { query_type, date }: ListSearchParams,
  filters: FilterValues,
) => ({ filters, ...(opens.period && { query_type, date }) });

/** Returns the query of a list's index call: the part shared with the count call, the sort order and the page. */
export const listPageQuery = <Counted extends object>(counted: Counted, { sort, page, size }: Place) => ({
  ...counted,
  sort_fields: sort.map((by) => by.name),
  sort_desc: sort.map((by) => by.desc),
  page,
  per_page: size,
});

const CAP = 10_000;
const SHORT_CAP = 1_000;
const LETTERS = 3;
/**
 * Returns how far a list counts before it shows `10,000+`; `cap` in the address overrides the default. With fewer than
 * three letters no index helps, so the database reads rows one by one until there are enough. Undefined if a list is always
 * counted completely.
 */
export function listCountCap(
  { capped }: ListOpeningQuery,
  { cap, filters = {} }: ListSearchParams,
): number | undefined {
  if (!capped || cap !== undefined) return capped && cap;
  const typed = capped.map((name) => String(filters[name] ?? '').trim()).filter(Boolean);
  return typed.length > 0 && typed.every((text) => text.length < LETTERS) ? SHORT_CAP : CAP;
}

/** Returns the first queries of a list screen, from the list's contract and the screen's address. */
export function firstListQueries(opens: ListOpeningQuery, search: unknown) {
  const asked = parseListSearchParams(search);
  const place = effectiveListQuery(opens, asked);
  const counted = sharedListQuery(opens, asked, place.filters);
  return { index: listPageQuery(counted, place), count: { ...counted, cap: listCountCap(opens, asked) } };
}
