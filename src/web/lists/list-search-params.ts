import type { OpeningQuery } from '../../contract/call.ts';

export type FilterValue = string | number | boolean;
export type Filters = Record<string, FilterValue>;
/** Filters by the names of a list's contract. */
export type FiltersBy<Name extends string> = { [One in Name]?: FilterValue };
export type Sort = { name: string; desc: boolean };

/** A list's query; an absent part has its default. */
export type ListSearchParams = {
  filters?: Filters;
  sort?: Sort[];
  page?: number;
  per_page?: number;
  /** With `monthly`, 'true' is the current month, any other value the current day, absent all. */
  query_type?: 'monthly' | 'daily';
  /** The day that selects the month or the day; absent, today. */
  date?: string;
  cap?: number;
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isValue = (value: unknown): value is FilterValue =>
  ['string', 'number', 'boolean'].includes(typeof value);
const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value);

/**
 * Reads a list's part of the address: `filters`, `sort_fields`, `sort_desc`, `page`, `per_page`, `cap`, named as in the
 * calls, and `monthly` with its `date`.
 */
export function parseListSearchParams(search: unknown): ListSearchParams {
  if (!isRecord(search)) return {};
  const asked: ListSearchParams = {};
  if (isRecord(search['filters'])) {
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

/** Rows on a page: 0 is the call's own default, which is all rows of a short list. */
function sizeIn(sizes: readonly number[] | null, asked: number, otherwise: number): number {
  if (!sizes) return 0;
  // Spec 2 §9: a size at or below 0 falls back to the default, except that -1 means all if that is offered.
  return asked > 0 || sizes.includes(asked) ? asked : otherwise;
}

/** A list's effective query: the requested parts, and the defaults it opens with for the others. */
export function effectiveQuery(opens: OpeningQuery, asked: ListSearchParams, ownSize?: number) {
  const { sort: own = [], filters: always = {}, paging } = opens;
  const { filters = always, sort = [...own], page = 1, per_page = 0 } = asked;
  const { size = DEFAULT_SIZE, sizes = PAGE_SIZES } = paging === 'none' ? { sizes: null } : (paging ?? {});
  return { filters, sort, page, size: sizeIn(sizes, per_page, ownSize ?? size), sizes };
}
type Place = Pick<ReturnType<typeof effectiveQuery>, 'sort' | 'page' | 'size'>;

/** The query that index and count share. */
export const countedQuery = (
  opens: OpeningQuery,
  { query_type, date }: ListSearchParams,
  filters: Filters,
) => ({ filters, ...(opens.period && { query_type, date }) });

/** The query of the index call: the shared part, the order and the page. */
export const pageQuery = <Counted extends object>(counted: Counted, { sort, page, size }: Place) => ({
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
 * How far a list counts before it shows `10,000+`; `cap` in the address overrides it. With fewer than three letters no
 * index helps, and rows are read one by one until there are enough. Undefined if a list is always counted to its end.
 */
export function countCap(
  { capped }: OpeningQuery,
  { cap, filters = {} }: ListSearchParams,
): number | undefined {
  if (!capped || cap !== undefined) return capped && cap;
  const typed = capped.map((name) => String(filters[name] ?? '').trim()).filter(Boolean);
  return typed.length > 0 && typed.every((text) => text.length < LETTERS) ? SHORT_CAP : CAP;
}

/** The first queries of a screen's list, by its contract and its address. */
export function firstQueries(opens: OpeningQuery, search: unknown) {
  const asked = parseListSearchParams(search);
  const place = effectiveQuery(opens, asked);
  const counted = countedQuery(opens, asked, place.filters);
  return { index: pageQuery(counted, place), count: { ...counted, cap: countCap(opens, asked) } };
}
