import { sql, type RawBuilder } from 'kysely';
import { emailSearchText } from '../../contract/emails.ts';
import { parseMoney } from '../../contract/money.ts';
import { foldText } from '../../contract/names/fold.ts';
import { amountProblem } from '../../contract/typed/amounts.ts';
import { cleanTypedText } from '../../contract/typed/clean-typed.ts';
import { withoutThousands } from '../../contract/typed/thousands.ts';
import { parseDayRange, type DayRange } from '../../contract/typed/day-ranges.ts';
import { parseTypedTime, normalizeTypedText } from '../../contract/typed/days-and-times.ts';
import type { Db } from '../process/context.ts';

export type SqlCondition = RawBuilder<boolean>;
/**
 * A way to read one page of a large table whose rows fall into few parts (a course's rows, a rate's rows), each of
 * which an index holds in the order of the list. No more rows than the page can show are read from each part. `parts`
 * is the subquery that yields the parts, under the alias `s`; if the list is sorted by the parts, they have the
 * column `key`, and the rows of a part are consecutive. `rows` is the condition that assigns a row to part `s`, or
 * several such conditions that exclude each other, if no index serves them at once.
 */
export type PartByPartRead = { parts: RawBuilder<unknown>; rows: readonly SqlCondition[] };
/** The SQL of a filter: its condition, and how to read the matching rows part by part if they fall into few parts. */
export type FilterResult = SqlCondition | { condition: SqlCondition; walk: PartByPartRead };
/**
 * A filter of a list: its condition for the typed text, and the aliases of the joins it needs. The matches of a
 * `scattered` filter may all be at the end of the list's order, so they are never counted in that order.
 */
export type ListFilter = {
  needs: readonly string[];
  where: (typed: string, db: Db) => FilterResult | Promise<FilterResult>;
  scattered?: true;
  /** True if the filter also accepts two days as `{from, to}`. */
  takesRange?: true;
};
type PlainFilter = ListFilter & { where: (typed: string) => SqlCondition };
/** The SQL of a sort column; `walk` reads the rows part by part, if no index of the table has the column. */
export type ListSort = {
  needs: readonly string[];
  by: RawBuilder<unknown>;
  nullable: boolean;
  walk?: PartByPartRead;
};

const aliasOf = (column: string): string[] => (/^([a-z]+)\./.exec(column) ?? []).slice(1);
/** Escapes `%`, `_` and `\` for a LIKE pattern. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
export class UnreadableFilter extends Error {}

/** Returns the SQL for the fold of a column, by which lists search and sort. */
export const foldSql = (column: string): string => `fold(${column})`;
/**
 * Returns a LIKE pattern for texts whose fold contains the fold of the typed text; `%`, `_` and their full-width
 * forms match literally.
 */
export const foldedLikePattern = (typed: string): string => `%${escapeLike(foldText(typed))}%`;

/** Returns a filter that matches part of a text, in any spelling with the same fold. */
export const textFilter = (column: string): PlainFilter => ({
  needs: aliasOf(column),
  where: (typed) => sql`${sql.raw(foldSql(column))} like ${foldedLikePattern(emailSearchText(typed))}`,
  scattered: true,
});
const ELIDED = /^([dlo]) ?(\p{L}{3,})/u;
/**
 * Returns a filter that matches part of a name, whose apostrophe may be left out or typed as a blank: `obrien` and `o
 * brien` find O'Brien.
 */
export const nameFilter = (column: string): PlainFilter => {
  const part = textFilter(column);
  return {
    ...part,
    where: (typed) => {
      const name = foldText(typed);
      if (!ELIDED.test(name)) return part.where(typed);
      return sql`(${part.where(name)} or ${part.where(name.replace(ELIDED, "$1'$2"))})`;
    },
  };
};
// A code that is read aloud may or may not have a dash between letters and digits.
const PARTS_OF_CODE = /[ -]+|(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/;
const INDEXED_LETTERS = 3;
/**
 * Returns a filter that matches part of a code, with or without its separators: `ct 99343` and `CT99343` find
 * `CT-99343`. A typed code whose parts are all too short for the trigram index is matched as it is.
 */
export const codeFilter = (column: string): PlainFilter => {
  const part = textFilter(column);
  return {
    ...part,
    where: (typed) => {
      const parts = foldText(typed).split(PARTS_OF_CODE);
      if (parts.every(({ length }) => length < INDEXED_LETTERS)) return part.where(typed);
      return sql`${sql.raw(foldSql(column))} like ${`%${parts.map(escapeLike).join('%')}%`}`;
    },
  };
};
/**
 * Returns a filter that matches every word of the typed text in any order; a comma counts as a blank, because names
 * are shown as `Last, First`.
 */
export const wordsFilter = (column: string): PlainFilter => {
  const part = textFilter(column);
  const words = (typed: string): string[] => foldText(typed).split(/[ ,]+/).filter(Boolean);
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
/**
 * Returns the times of day (`HH:MM`) that contain the typed text, or else the time that the text means (`742`,
 * `7:42a`); throws UnreadableFilter.
 */
function matchingTimes(typed: string): string[] {
  const part = normalizeTypedText(typed);
  const times = part === '' ? [] : MINUTES.filter((time) => time.includes(part));
  return times.length > 0 ? times : [parseTimeFilter(part)];
}
/** Parses the text of a time filter into `HH:MM`; throws UnreadableFilter. */
export function parseTimeFilter(typed: string): string {
  const time = parseTypedTime(typed);
  if (time === null) throw new UnreadableFilter('must be a time like 07:42');
  return time;
}
/**
 * Returns a filter that matches a time of day or part of it. The matching times are few, so they are listed in the
 * SQL and the column's index serves.
 */
export const timeOfDayFilter = (column: string): PlainFilter => ({
  needs: aliasOf(column),
  where: (typed) => sql`${sql.raw(column)} = any(${matchingTimes(typed)}::text[])`,
});
const DAY_ASKED = 'must be a date like 2026-12-01 or 12/01/2026 (MM/DD/YYYY), or two with .. between them';
const US_DAY = /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g;
const two = (digits: string) => digits.padStart(2, '0');
/** Parses the text of a day filter into a range of days; throws UnreadableFilter. */
export function parseDayFilter(typed: string): DayRange {
  const wire = typed.replace(
    US_DAY,
    (_, month: string, day: string, year: string) => `${year}-${two(month)}-${two(day)}`,
  );
  const days = parseDayRange(wire);
  if (!days) throw new UnreadableFilter(DAY_ASKED);
  if ((days.from ?? '') > (days.to ?? days.from ?? ''))
    throw new UnreadableFilter('must not end before it begins');
  return days;
}
/**
 * Returns a filter for a date column that matches a calendar day or a range (`2026-12-01..2026-12-31`, open at an end
 * that is missing).
 */
export const dayFilter = (column: string): PlainFilter => ({
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
/**
 * Returns a filter for a column of instants that matches calendar days in the business time zone; its condition is a
 * range of instants, so that the column's index serves.
 */
export const dayOfInstantFilter = (column: string, timeZone: string): PlainFilter => ({
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
const both = (...ends: (RawBuilder<unknown> | false)[]): SqlCondition =>
  sql<boolean>`(${sql.join(
    ends.filter((end) => end !== false),
    sql` and `,
  )})`;
/** Parses a whole number, with or without commas between its thousands; throws UnreadableFilter with the message `otherwise`. */
export function parseWholeNumber(typed: string, otherwise = 'must be a whole number'): number {
  // Lists show commas between thousands, so people type and paste them.
  const number = withoutThousands(cleanTypedText(typed));
  if (!/^-?\d{1,15}$/.test(number)) throw new UnreadableFilter(otherwise);
  return Number(number);
}
/** Returns a filter that matches a whole number exactly; `otherwise` is the error for any other text. */
export const exactNumberFilter = (column: string, otherwise?: string): PlainFilter => ({
  needs: aliasOf(column),
  // The cast to bigint makes a number that is too large for the integer column match no row.
  where: (typed) => sql`${sql.raw(column)} = ${parseWholeNumber(typed, otherwise)}::bigint`,
});
/** Returns a filter for a column of cents that matches an amount as lists show it (`412`, `$412.00`). */
export const amountFilter = (column: string): PlainFilter => ({
  needs: aliasOf(column),
  where: (typed) => {
    const cents = parseMoney(typed);
    if (cents === null) throw new UnreadableFilter(amountProblem(typed));
    return sql`${sql.raw(column)} = ${cents}`;
  },
});
/** Returns a filter that matches `true` or `false`. */
export const flagFilter = (column: string): PlainFilter => ({
  needs: aliasOf(column),
  where: (typed) => {
    if (typed !== 'true' && typed !== 'false') throw new UnreadableFilter('must be true or false');
    return sql`${sql.raw(column)} = ${typed === 'true'}`;
  },
});
/** Returns a filter with a condition of the area's own, e.g. an EXISTS. */
export const conditionFilter = (
  condition: ListFilter['where'],
  needs: readonly string[] = [],
): ListFilter => ({ needs, where: condition });

/** Returns a sort by the fold of a text column, which orders the same on every database server. */
export const textSort = (column: string): ListSort => ({
  needs: aliasOf(column),
  by: sql`${sql.raw(foldSql(column))} collate "C"`,
  nullable: false,
});
/** Returns a sort by the fold of a text column whose missing values come last. */
export const optionalTextSort = (column: string): ListSort => ({
  needs: aliasOf(column),
  by: sql`nullif(${sql.raw(foldSql(column))}, '') collate "C"`,
  nullable: true,
});
/** Returns a sort by the value of a column or expression. */
export const valueSort = (column: ColumnOrSql, options: { nullable?: boolean } = {}): ListSort => ({
  needs: typeof column === 'string' ? aliasOf(column) : [],
  by: toRawSql(column),
  nullable: options.nullable ?? false,
});
/** The SQL that a list selects or sorts by: a column or an expression. */
export type ColumnOrSql = string | RawBuilder<unknown>;
export const toRawSql = (column: ColumnOrSql) => (typeof column === 'string' ? sql.raw(column) : column);

/** Returns the SQL that shows a column of cents as text with two decimals: the wire field without `raw_`. */
export const centsAsDecimalSql = (column: string): string => `(${column} / 100.0)::numeric(20,2)::text`;
