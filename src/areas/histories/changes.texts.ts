import { businessNow, formatDay, formatMonthDay, isCalendarDay } from '../../contract/dates.ts';
import type { FieldChange } from '../../contract/history/history.ts';
import { formatMoney, parseMoney } from '../../contract/money.ts';

/** The names of records by id, and the record's columns, by which money is recognized: a money field has a `raw_` column too. */
export type HistoryNames = {
  courses: Map<number, string>;
  people: Map<number, string>;
  columns: Set<string>;
};
/** The values of a record, or of a part of a record, in an audit entry. */
export type AuditedValues = Record<string, unknown>;
type Difference = { before: AuditedValues | null; after: AuditedValues | null };

// A longer text is cut, because its beginning says enough.
const LONGEST = 240;
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text);

// Fields that hold an amount of money, or a percentage if the flag beside them is off (`percentLimitRule` of their contracts).
const MONEY_OR_PERCENT = new Set(['amount', 'commission', 'golfswitch_commission']);
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** Returns the fields that differ, each with its label on the form and both values formatted for display. */
export function fieldChanges(
  { before, after }: Difference,
  names: HistoryNames,
  timeZone: string,
): FieldChange[] {
  const said = new Set(Object.keys({ ...before, ...after }));
  return [...said]
    .filter((field) => !isSaidElsewhere(field, said))
    .map((field) => ({
      field: nameOf(field),
      before: formatFieldValue(field, before?.[field], names, timeZone),
      after: formatFieldValue(field, after?.[field], names, timeZone),
    }))
    .filter((change) => change.before !== change.after);
}

// True if another field shows the same value in a better form: the amount for its cents, the course for its name, a choice for its
// display text.
const isSaidElsewhere = (field: string, said: Set<string>): boolean =>
  (field.startsWith('raw_') && said.has(field.slice('raw_'.length))) ||
  (field === 'course_name' && (said.has('course') || said.has('course_id'))) ||
  field.endsWith('_display');

/** Returns the name on the form for a column: `balance` for `raw_balance`, `course` for `course_id`. */
const nameOf = (field: string): string => field.replace(/^raw_/, '').replace(/_id$/, '');

/** Formats a field's value for display; returns null for an empty value. */
export function formatFieldValue(
  field: string,
  value: unknown,
  names: HistoryNames,
  timeZone: string,
): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return readNumber(field, value, names);
  if (typeof value === 'string') return readText(field, value, { names, timeZone });
  if (Array.isArray(value)) {
    const parts = value.map((each: unknown) => formatFieldValue(field, each, names, timeZone));
    return parts.length === 0 ? null : cut(parts.join(', '));
  }
  return readPart(field, value, { names, timeZone });
}

function readNumber(field: string, value: number, { courses, people }: HistoryNames): string {
  if (field.startsWith('raw_')) return formatMoney(value);
  const known = field.startsWith('course')
    ? courses
    : /^(customer|recipient|purchaser)/.test(field)
      ? people
      : null;
  return known?.get(value) ?? String(value);
}

type Reading = { names: HistoryNames; timeZone: string };

function readText(field: string, value: string, { names, timeZone }: Reading): string {
  const isMoney = names.columns.has(`raw_${field}`) && !MONEY_OR_PERCENT.has(field);
  const cents = isMoney ? parseMoney(value, { negative: true }) : null;
  if (cents !== null) return formatMoney(cents);
  if (isCalendarDay(value)) return formatDay(value);
  if (!INSTANT.test(value)) return cut(value);
  const { date, time } = businessNow(new Date(value), timeZone);
  return `${formatMonthDay(date)} ${date.slice(0, 4)}, ${time}`;
}

const NAMES = ['name', 'course_name', 'code', 'serial', 'level', 'description'];

/** Formats another record, or a part of this record: by name, else by id, else by all values. */
function readPart(field: string, part: object, { names, timeZone }: Reading): string | null {
  const said: [string, unknown][] = Object.entries(part);
  const named = said.find(
    ([name, value]) => NAMES.includes(name) && typeof value === 'string' && value !== '',
  );
  if (named) return formatFieldValue(field, named[1], names, timeZone);
  const id = said.find(([name]) => name === 'id')?.[1];
  if (typeof id === 'number') return readNumber(field, id, names);
  const parts = said.map(([name, value]) => formatFieldValue(name, value, names, timeZone));
  return parts.filter((each) => each !== null).join(', ') || null;
}
