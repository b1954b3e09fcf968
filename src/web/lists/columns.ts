import type { ReactNode } from 'react';
import type { ListFilterName, ListCall, ListRow, ListSortName } from '../../contract/call.ts';
import { formatDay, isCalendarDay } from '../../contract/dates.ts';
import { formatDayRange, parseDayRange } from '../../contract/typed/day-ranges.ts';
import type { DateDirection } from '../../contract/typed/date-direction.ts';
import { formatMoney, MINUS_SIGN, parseMoney } from '../../contract/money.ts';
import { formatInstant } from '../business/instant.ts';
import type { FilterValue } from './list-search-params.ts';

type Kind = 'text' | 'id' | 'number' | 'money' | 'cents' | 'day' | 'time' | 'instant' | 'yes-no' | undefined;

export type ListColumn<Row> = {
  /** The column's field name in calls and its key; by default also the name of its filter and sort. */
  name: keyof Row & string;
  label: string;
  kind?: Exclude<Kind, undefined>;
  cell?: (row: Row) => ReactNode;
  /** The filter's name if it differs from the column's, or false if the column has no filter box. */
  filter?: string | false;
  /** The label of the column's filter box, if it differs from the column's own label. */
  filterLabel?: string;
  /**
   * The direction in which the filter box completes a date without a year, if it differs from the default of the column's
   * kind.
   */
  lean?: DateDirection;
  /** The options of the filter box, if one is chosen instead of typed: value and label. */
  choices?: readonly (readonly [string, string])[];
  sort?: false;
  /** True for a column that identifies or opens a row, and therefore cannot be hidden. */
  always?: true;
  /**
   * The column's heading in an export, if it differs from its label; false for buttons on a row, or content that no cell
   * can hold.
   */
  sheet?: string | false;
  /** The width in pixels of a leading column that stays visible while the table scrolls sideways. */
  pinned?: number;
  /**
   * The width of the column's values in pixels, if the default of its kind is too small; text columns without a width share
   * the remaining space.
   */
  width?: number;
};

/**
 * A column of the list that a call answers. The column's filter and sort must be names in the call's contract, or the code
 * does not compile.
 */
export type ListCallColumn<C extends ListCall> = NamedColumn<ListRow<C>, ListFilterName<C>, ListSortName<C>>;
export type NamedColumn<Row, F extends string, S extends string> = ListColumn<Row> &
  {
    [Name in keyof Row & string]: { name: Name } & (Name extends F
      ? { filter?: F | false }
      : { filter: F | false }) &
      (Name extends S ? {} : { sort: false });
  }[keyof Row & string];

/** A list row as a card of three lines, with the row's amount at the right of the second line. */
export type RowCard = {
  title: ReactNode;
  tag?: ReactNode;
  line?: ReactNode;
  amount?: ReactNode;
  foot?: ReactNode;
};

const WIDTHS: Partial<Record<Kind & string, number>> = {
  number: 40,
  money: 72,
  cents: 72,
  day: 128,
  instant: 126,
  'yes-no': 56,
};
const LEAST_OF_TEXT = 104;
const A_LETTER = 6.5;
const ARROW = 12;

/**
 * Returns the width of a column from the first paint on, with room for its label and sort arrow; for `flexible` columns the
 * width is a minimum. Fixed widths keep the heads in place when rows load later.
 */
export function columnWidth<Row>(
  column: ListColumn<Row>,
  padding: number,
): { width: number; flexible: boolean } {
  const fixed = column.width ?? WIDTHS[column.kind ?? 'text'];
  if (column.pinned) return { width: column.pinned, flexible: false };
  const head = column.label.length * A_LETTER + 2 * padding + ARROW;
  const width = fixed === undefined ? LEAST_OF_TEXT : fixed + 2 * padding;
  return { width: Math.ceil(Math.max(width, head)), flexible: fixed === undefined };
}

/** Returns true if a column's values are right-aligned, as numbers are. */
export const isNumericColumn = <Row>({ kind }: ListColumn<Row>): boolean =>
  kind === 'number' || kind === 'money' || kind === 'cents';

/** Returns the label of a column's filter. */
export const columnFilterLabel = <Row>({ label, filterLabel }: ListColumn<Row>): string =>
  filterLabel ?? label;

/** Returns the name of a column's filter in calls, or null if the column has no filter box. */
export const columnFilterName = <Row>({ name, filter }: ListColumn<Row>): string | null =>
  filter === false ? null : (filter ?? name);

/**
 * Returns the direction in which a typed date without a year is completed: backward for instants, which are in the past;
 * days may be before or after today.
 */
export const columnDateDirection = <Row>({ kind, lean }: ListColumn<Row>): DateDirection =>
  lean ?? (kind === 'instant' ? 'back' : 'nearest');

export const YES_NO_CHOICES = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

/** Formats a row's value for a list according to its column's kind; instants are shown in the given business time zone. */
export function formatListCell<Row>(column: ListColumn<Row>, row: Row, timeZone: string): ReactNode {
  if (column.cell) return column.cell(row);
  const value: unknown = row[column.name];
  if (typeof value === 'string') return value === '' ? '' : shownText(column.kind, value, timeZone);
  if (typeof value === 'number')
    return column.kind === 'cents' ? formatMoney(value) : shownNumber(column.kind, value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return '';
}

function shownText(kind: Kind, text: string, timeZone: string): string {
  if (kind === 'money') return formatDecimalMoney(text);
  if (kind === 'day') return formatDay(text);
  return kind === 'instant' ? formatInstant(text, timeZone) : text;
}

const shownNumber = (kind: Kind, value: number): string =>
  kind === 'number' ? formatWithCommas(value) : String(value);

// The formatter is created once, because `toLocaleString` would look up the locale's rules for every number.
const commas = new Intl.NumberFormat('en-US');

/** Formats a number for staff with thousands separators: `12,345`. */
export const formatWithCommas = (value: number): string => commas.format(value).replace('-', MINUS_SIGN);

/** Formats the decimal text of an amount (`1012.00`) as `$1,012.00`; any other text is returned unchanged. */
export function formatDecimalMoney(text: string): string {
  const cents = parseMoney(text, { negative: true });
  return cents === null ? text : formatMoney(cents);
}

/** Formats a filter's value in words, for the chip that shows the filter. */
export function formatFilterValue<Row>(column: ListColumn<Row> | undefined, value: FilterValue): string {
  const choice = (column?.kind === 'yes-no' ? YES_NO_CHOICES : column?.choices)?.find(
    ([wire]) => wire === String(value),
  );
  if (choice) return choice[1];
  const text = String(value);
  // The query string of an address may have an impossible day, which is shown as typed, beside the error of the list's
  // call.
  if (isCalendarDay(text)) return formatDay(text);
  const days = column?.kind === 'day' || column?.kind === 'instant' ? parseDayRange(text) : null;
  return days ? formatDayRange(days) : text;
}
