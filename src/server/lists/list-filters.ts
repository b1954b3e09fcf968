import { sql, type RawBuilder } from 'kysely';
import { searchedText } from '../../contract/emails.ts';
import { parseMoney } from '../../contract/money.ts';
import { fold } from '../../contract/names/fold.ts';
import { whyNoAmount } from '../../contract/typed/amounts.ts';
import { cleanTyped } from '../../contract/typed/clean-typed.ts';
import { withoutThousands } from '../../contract/typed/thousands.ts';
import { readDays, type DayRange } from '../../contract/typed/day-ranges.ts';
import { parseTypedTime, normalizedWords } from '../../contract/typed/days-and-times.ts';
import type { Db } from '../process/context.ts';

export type Condition = RawBuilder<boolean>;
/**
 * The few parts of a large table (a course's rows, a rate's), each of which lies in an index in the order of the list.
 * A page reads from each part no more than it may show. `parts` selects them, as `s`; in a sort they have their `key`,
 * and the rows of a part are consecutive. `rows` is the condition that assigns a row to part `s`, or several such
 * conditions that exclude each other, if no index serves them at once.
 */
export type PartsWalk = { parts: RawBuilder<unknown>; rows: readonly Condition[] };
/** The result of a filter: its condition, and the parts of its rows if there are few. */
export type FilterResult = Condition | { condition: Condition; walk: PartsWalk };
/**
 * A filter: its condition for the typed text, and the column aliases it needs joined. Matches of a `scattered` filter
 * are adjacent in an index of its column, perhaps at its end, so they are never counted along the list's order.
 */
export type Filter = {
  needs: readonly string[];
  where: (typed: string, db: Db) => FilterResult | Promise<FilterResult>;
  scattered?: true;
  /** True if it accepts two days as `{from, to}` too. */
  takesRange?: true;
};
type PlainFilter = Filter & { where: (typed: string) => Condition };
/** The SQL of a sort; `walk` reads its first column part by part, if no index of the table has it. */
export type Sort = { needs: readonly string[]; by: RawBuilder<unknown>; nullable: boolean; walk?: PartsWalk };

const aliasOf = (column: string): string[] => (/^([a-z]+)\./.exec(column) ?? []).slice(1);
/** Escapes `%`, `_` and `\` for a LIKE pattern. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
export class NotReadable extends Error {}

/** The SQL for a column's fold, by which it is searched and sorted. */
export const foldSql = (column: string): string => `fold(${column})`;
/**
 * A LIKE pattern for texts whose fold contains the fold of the typed text literally; `%`, `_` and their full-width
 * forms are plain characters.
 */
export const containsPattern = (typed: string): string => `%${escapeLike(fold(typed))}%`;

/** Matches part of a text, in any spelling. */
export const contains = (column: string): PlainFilter => ({
  needs: aliasOf(column),
  where: (typed) => sql`${sql.raw(foldSql(column))} like ${containsPattern(searchedText(typed))}`,
  scattered: true,
});
const ELIDED = /^([dlo]) ?(\p{L}{3,})/u;
/** Matches part of a name, whose apostrophe may be left out or typed as a blank: `obrien` and `o brien` find O'Brien. */
export const containsName = (column: string): PlainFilter => {
  const part = contains(column);
  return {
    ...part,
    where: (typed) => {
      const name = fold(typed);
      if (!ELIDED.test(name)) return part.where(typed);
      return sql`(${part.where(name)} or ${part.where(name.replace(ELIDED, "$1'$2"))})`;
    },
  };
};
// Between letters and digits, people hear a dash or not.
const PARTS_OF_CODE = /[ -]+|(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/;
const INDEXED_LETTERS = 3;
/**
 * Matches part of a code, with its separators or without: `ct 99343` and `CT99343` find `CT-99343`. A code without a part that the
 * trigram index can serve is matched as it is typed.
 */
export const containsCode = (column: string): PlainFilter => {
  const part = contains(column);
  return {
    ...part,
    where: (typed) => {
      const parts = fold(typed).split(PARTS_OF_CODE);
      if (parts.every(({ length }) => length < INDEXED_LETTERS)) return part.where(typed);
      return sql`${sql.raw(foldSql(column))} like ${`%${parts.map(escapeLike).join('%')}%`}`;
    },
  };
};
/** Matches every word of the typed text in any order, with a comma as a blank: a name in either form, `Last, First`. */
export const containsWords = (column: string): PlainFilter => {
  const part = contains(column);
  const words = (typed: string): string[] => fold(typed).split(/[ ,]+/).filter(Boolean);
  return {
    ...part,
    where: (typed) =>
      words(typed)
        .map(part.where)
        .reduce((all, one) => sql`${all} and ${one}`, sql<boolean>`true`),
  };
};
const MINUTES = Array.from({ length: 24 * 60 }, (_, minute) =>
  [minute / 60, minute % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':'),
);
/** Returns the times that contain the typed text, or else the time that it is (`742`, `7:42a`); throws NotReadable. */
function matchingTimes(typed: string): string[] {
  const part = normalizedWords(typed);
  const times = part === '' ? [] : MINUTES.filter((time) => time.includes(part));
  return times.length > 0 ? times : [readTime(part)];
}
/** Parses the text in a filter of times into `HH:MM`; throws NotReadable. */
export function readTime(typed: string): string {
  const time = parseTypedTime(typed);
  if (time === null) throw new NotReadable('must be a time like 07:42');
  return time;
}
/** Matches a time of day or part of it: the matching times are few enough to list, so that their index serves. */
export const timeOfDay = (column: string): PlainFilter => ({
  needs: aliasOf(column),
  where: (typed) => sql`${sql.raw(column)} = any(${matchingTimes(typed)}::text[])`,
});
const DAY_ASKED = 'must be a date like 2026-12-01 or 12/01/2026 (MM/DD/YYYY), or two with .. between them';
const US_DAY = /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g;
const two = (digits: string) => digits.padStart(2, '0');
/** Parses the text in a day filter; throws NotReadable. */
export function parseDayFilter(typed: string): DayRange {
  const wire = typed.replace(
    US_DAY,
    (_, month: string, day: string, year: string) => `${year}-${two(month)}-${two(day)}`,
  );
  const days = readDays(wire);
  if (!days) throw new NotReadable(DAY_ASKED);
  if ((days.from ?? '') > (days.to ?? days.from ?? ''))
    throw new NotReadable('must not end before it begins');
  return days;
}
/** Matches a calendar day of a date column, or several (`2026-12-01..2026-12-31`, open at one end if one is missing). */
export const day = (column: string): PlainFilter => ({
  needs: aliasOf(column),
  takesRange: true,
  where: (typed) => {
    const { from, to } = parseDayFilter(typed);
    if (from === to) return sql`${sql.raw(column)} = ${from}::date`;
    return both(
      from !== null && sql`${sql.raw(column)} >= ${from}::date`,
      to !== null && sql`${sql.raw(column)} <= ${to}::date`,
    );
  },
});
/** Matches calendar days, in the business time zone, of an instant column: a range, so that its index serves. */
export const dayOfInstant = (column: string, timeZone: string): PlainFilter => ({
  needs: aliasOf(column),
  takesRange: true,
  where: (typed) => {
    const { from, to } = parseDayFilter(typed);
    const begins = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone ${timeZone}`;
    return both(
      from !== null && sql`${sql.raw(column)} >= ${begins(sql`${from}::date`)}`,
      to !== null && sql`${sql.raw(column)} < ${begins(sql`${to}::date + 1`)}`,
    );
  },
});
const both = (...ends: (RawBuilder<unknown> | false)[]): Condition =>
  sql<boolean>`(${sql.join(
    ends.filter((end) => end !== false),
    sql` and `,
  )})`;
/** Parses a whole number, with or without the commas between its thousands; throws NotReadable with `otherwise`. */
export function readWhole(typed: string, otherwise = 'must be a whole number'): number {
  // A list shows thousands with commas.
  const number = withoutThousands(cleanTyped(typed));
  if (!/^-?\d{1,15}$/.test(number)) throw new NotReadable(otherwise);
  return Number(number);
}
/** Matches a whole number exactly; `otherwise` is the error for any other text. */
export const exactly = (column: string, otherwise?: string): PlainFilter => ({
  needs: aliasOf(column),
  // A number too large for an integer column matches no row.
  where: (typed) => sql`${sql.raw(column)} = ${readWhole(typed, otherwise)}::bigint`,
});
/** Matches an amount as it is displayed (`412`, `$412.00`) exactly, in a column of cents. */
export const amount = (column: string): PlainFilter => ({
  needs: aliasOf(column),
  where: (typed) => {
    const cents = parseMoney(typed);
    if (cents === null) throw new NotReadable(whyNoAmount(typed));
    return sql`${sql.raw(column)} = ${cents}`;
  },
});
/** Matches `true` or `false`. */
export const flag = (column: string): PlainFilter => ({
  needs: aliasOf(column),
  where: (typed) => {
    if (typed !== 'true' && typed !== 'false') throw new NotReadable('must be true or false');
    return sql`${sql.raw(column)} = ${typed === 'true'}`;
  },
});
/** Wraps a condition of the area's own, e.g. an EXISTS. */
export const where = (condition: Filter['where'], needs: readonly string[] = []): Filter => ({
  needs,
  where: condition,
});

/** Sorts text by its fold, the same on every server. */
export const text = (column: string): Sort => ({
  needs: aliasOf(column),
  by: sql`${sql.raw(foldSql(column))} collate "C"`,
  nullable: false,
});
/** Sorts text that may be missing: missing values come last. */
export const optionalText = (column: string): Sort => ({
  needs: aliasOf(column),
  by: sql`nullif(${sql.raw(foldSql(column))}, '') collate "C"`,
  nullable: true,
});
/** Sorts by the value of a column or expression. */
export const value = (column: Sql, options: { nullable?: boolean } = {}): Sort => ({
  needs: typeof column === 'string' ? aliasOf(column) : [],
  by: asSql(column),
  nullable: options.nullable ?? false,
});
/** The SQL that a list selects or sorts by: a column or an expression. */
export type Sql = string | RawBuilder<unknown>;
export const asSql = (column: Sql) => (typeof column === 'string' ? sql.raw(column) : column);

/** Cents as text with two decimals: the wire field without `raw_`. */
export const decimal = (column: string): string => `(${column} / 100.0)::numeric(20,2)::text`;
