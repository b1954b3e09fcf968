import { sql } from 'kysely';
import { phoneNormal } from '../../contract/phone.ts';
import {
  amount,
  contains,
  containsName,
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
import type { Filter } from './list-filters.ts';

// A phone filter compares digits only, however the number is grouped; a typed text without digits is searched as text.
function ofNumber(name: string, digits: string): Filter {
  const asText = contains(name);
  return where((typed) => {
    const normal = phoneNormal(typed);
    return normal === '' ? asText.where(typed) : sql<boolean>`${sql.raw(digits)} like ${`%${normal}%`}`;
  });
}

/** Builders for the usual columns of lists, by kind; other columns are written out. */
export const column = {
  text: (name: string) => ({ select: name, filter: contains(name), sort: text(name) }),
  /** A column with a person's last name. */
  name: (name: string) => ({ select: name, filter: containsName(name), sort: text(name) }),
  optionalText: (name: string) => ({ select: name, filter: contains(name), sort: optionalText(name) }),
  day: (name: string) => ({ select: name, filter: day(name), sort: value(name) }),
  instant: (name: string, timeZone: string) => ({
    select: name,
    filter: dayOfInstant(name, timeZone),
    sort: value(name),
  }),
  flag: (name: string) => ({ select: name, filter: flag(name), sort: value(name) }),
  whole: (name: string) => ({ select: name, filter: exactly(name), sort: value(name) }),
  /** A phone number; `digits` is an indexed column or expression with the number's digits. */
  phone: (name: string, digits = `regexp_replace(${name}, '[^0-9]', '', 'g')`) => ({
    select: name,
    filter: ofNumber(name, digits),
    sort: optionalText(name),
  }),
  /** An amount in cents, shown as text with decimals. */
  money: (name: string) => ({ select: decimal(name), filter: amount(name), sort: value(name) }),
  /** A column without filter and sort. */
  shown: (sql: string) => ({ select: sql }),
};
