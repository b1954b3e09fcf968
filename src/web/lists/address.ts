import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, use, useState } from 'react';

export type FilterValue = string | number | boolean;
export type Filters = Record<string, FilterValue>;
/** Filters by the names of a list's contract. */
export type FiltersBy<Name extends string> = { [One in Name]?: FilterValue };
export type Sort = { name: string; desc: boolean };

/** What a list is asked for; what is absent stands at its default. */
export type Asked = { filters?: Filters; sort?: Sort[]; page?: number; per_page?: number };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isValue = (value: unknown): value is FilterValue =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** Reads a list's part of the address: `filters`, `sort_fields`, `sort_desc`, `page`, `per_page`, as calls have them. */
export function askedIn(search: unknown): Asked {
  if (!isRecord(search)) return {};
  const asked: Asked = {};
  if (isRecord(search['filters'])) {
    asked.filters = Object.fromEntries(
      Object.entries(search['filters']).filter((entry): entry is [string, FilterValue] => isValue(entry[1])),
    );
  }
  const { sort_fields: fields, sort_desc: desc, page, per_page: perPage } = search;
  if (Array.isArray(fields)) {
    asked.sort = fields.map((name, at) => ({
      name: String(name),
      desc: Array.isArray(desc) && desc[at] === true,
    }));
  }
  if (typeof page === 'number' && Number.isInteger(page) && page > 0) asked.page = page;
  if (typeof perPage === 'number' && Number.isInteger(perPage)) asked.per_page = perPage;
  return asked;
}

function written(asked: Asked): Record<string, unknown> {
  return {
    filters: asked.filters,
    sort_fields: asked.sort?.map((sort) => sort.name),
    sort_desc: asked.sort?.map((sort) => sort.desc),
    page: asked.page === 1 ? undefined : asked.page,
    per_page: asked.per_page,
  };
}

/** Whether the lists below, though a part of another screen, are alone there and have its address: those in tabs. */
export const AloneInAddress = createContext(false);

/** A list's state, kept in the address, or, for a list that is one of a screen's parts, with the list itself. */
export function useAsked(isScreen: boolean): [Asked, (change: Asked) => void] {
  const inAddress = use(AloneInAddress) || isScreen;
  const search: unknown = useSearch({ strict: false });
  const navigate = useNavigate();
  const [own, setOwn] = useState<Asked>({});
  if (!inAddress) return [own, (change) => setOwn((asked) => ({ ...asked, ...change }))];
  const asked = askedIn(search);
  const change = (changed: Asked): void => {
    const next = { ...(isRecord(search) ? search : {}), ...written({ ...asked, ...changed }) };
    void navigate({ to: '.', search: next, resetScroll: false });
  };
  return [asked, change];
}
