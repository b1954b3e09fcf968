import { sql } from 'kysely';
import { amount, contains, day, decimal, exactly, flag, optionalText, text, value, where } from './lists.ts';
import type { ListOf } from './lists.ts';

type Parts = Pick<ListOf, 'select' | 'filters' | 'sorts'>;
type ListColumn = {
  select?: Parts['select'][string];
  filter?: Parts['filters'][string];
  sort?: Parts['sorts'][string];
};

/** A list's columns by their wire names, each with what it selects, filters and sorts by; `list` takes them spread. */
export function columns(named: Record<string, ListColumn>): Parts {
  const parts: Parts = { select: {}, filters: {}, sorts: {} };
  for (const [name, { select, filter, sort }] of Object.entries(named)) {
    if (select) parts.select[name] = select;
    if (filter) parts.filters[name] = filter;
    if (sort) parts.sorts[name] = sort;
  }
  return parts;
}

// However a number is grouped, its digits are the same; what has none is looked for as text.
function ofNumber(name: string): Parts['filters'][string] {
  const asText = contains(name);
  return where((typed) => {
    const digits = typed.replace(/\D/g, '');
    if (digits === '') return asText.where(typed);
    return sql<boolean>`regexp_replace(${sql.raw(name)}, '[^0-9]', '', 'g') like ${`%${digits}%`}`;
  });
}

/** The columns that most lists have, by kind; any other is written out. */
export const column = {
  text: (name: string) => ({ select: name, filter: contains(name), sort: text(name) }),
  optionalText: (name: string) => ({ select: name, filter: contains(name), sort: optionalText(name) }),
  day: (name: string) => ({ select: name, filter: day(name), sort: value(name) }),
  flag: (name: string) => ({ select: name, filter: flag(name), sort: value(name) }),
  whole: (name: string) => ({ select: name, filter: exactly(name), sort: value(name) }),
  phone: (name: string) => ({ select: name, filter: ofNumber(name), sort: optionalText(name) }),
  /** Decimal text of a column in cents. */
  money: (name: string) => ({ select: decimal(name), filter: amount(name), sort: value(name) }),
  /** Only shown. */
  shown: (sql: string) => ({ select: sql }),
};

/** What a record's own screen has beside the list's columns, where column and wire name are the same. */
export const alsoShown = (alias: string, ...names: string[]): ListOf['select'] =>
  Object.fromEntries(names.map((name) => [name, `${alias}.${name}`]));
