import { sql } from 'kysely';
import {
  amount,
  contains,
  day,
  dayOfInstant,
  decimal,
  exactly,
  flag,
  optionalText,
  text,
  value,
  where,
} from './list-filters.ts';
import type { Filter, Sql } from './list-filters.ts';

// However a number is grouped, its digits are the same; what has none is looked for as text.
function ofNumber(name: string): Filter {
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
  instant: (name: string, timeZone: string) => ({
    select: name,
    filter: dayOfInstant(name, timeZone),
    sort: value(name),
  }),
  flag: (name: string) => ({ select: name, filter: flag(name), sort: value(name) }),
  whole: (name: string) => ({ select: name, filter: exactly(name), sort: value(name) }),
  phone: (name: string) => ({ select: name, filter: ofNumber(name), sort: optionalText(name) }),
  /** Decimal text of a column in cents. */
  money: (name: string) => ({ select: decimal(name), filter: amount(name), sort: value(name) }),
  /** Only shown. */
  shown: (sql: string) => ({ select: sql }),
};

/** What a record's own screen has beside the list's columns, where column and wire name are the same. */
export function alsoShown<Name extends string>(alias: string, ...names: Name[]): Record<Name, Sql>;
export function alsoShown(alias: string, ...names: string[]): Record<string, Sql> {
  return Object.fromEntries(names.map((name) => [name, `${alias}.${name}`]));
}
