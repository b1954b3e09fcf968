import { sql } from 'kysely';
import { normalizedPhone } from '../../contract/phone.ts';
import {
  amountFilter,
  textFilter,
  nameFilter,
  dayFilter,
  dayOfInstantFilter,
  centsAsDecimalSql,
  exactNumberFilter,
  flagFilter,
  optionalTextSort,
  textSort,
  valueSort,
  conditionFilter,
} from './list-filters.ts';
import type { ListFilter } from './list-filters.ts';

// A phone filter compares digits only, however the number is grouped; a typed text without digits is searched as text.
function ofNumber(name: string, digits: string): ListFilter {
  const asText = textFilter(name);
  return conditionFilter((typed) => {
    const normal = normalizedPhone(typed);
    return normal === '' ? asText.where(typed) : sql<boolean>`${sql.raw(digits)} like ${`%${normal}%`}`;
  });
}

/** Builders for the usual columns of lists, by kind; other columns are written out. */
export const listColumn = {
  text: (name: string) => ({ select: name, filter: textFilter(name), sort: textSort(name) }),
  /** A column with a person's last name. */
  name: (name: string) => ({ select: name, filter: nameFilter(name), sort: textSort(name) }),
  optionalText: (name: string) => ({ select: name, filter: textFilter(name), sort: optionalTextSort(name) }),
  day: (name: string) => ({ select: name, filter: dayFilter(name), sort: valueSort(name) }),
  instant: (name: string, timeZone: string) => ({
    select: name,
    filter: dayOfInstantFilter(name, timeZone),
    sort: valueSort(name),
  }),
  flag: (name: string) => ({ select: name, filter: flagFilter(name), sort: valueSort(name) }),
  whole: (name: string) => ({ select: name, filter: exactNumberFilter(name), sort: valueSort(name) }),
  /** A phone number; `digits` is an indexed column or expression with the number's digits. */
  phone: (name: string, digits = `regexp_replace(${name}, '[^0-9]', '', 'g')`) => ({
    select: name,
    filter: ofNumber(name, digits),
    sort: optionalTextSort(name),
  }),
  /** An amount in cents, shown as text with decimals. */
  money: (name: string) => ({
    select: centsAsDecimalSql(name),
    filter: amountFilter(name),
    sort: valueSort(name),
  }),
  /** A column without filter and sort. */
  shown: (sql: string) => ({ select: sql }),
};
