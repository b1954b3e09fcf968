import { moneyText, parseMoney } from '../../../contract/money.ts';
import { parseTypedTime } from '../../../contract/typed/days-and-times.ts';
import { parseTypedDays } from '../../../contract/typed/several-days.ts';
import type { FilterValues, FilterValue } from '../list-search-params.ts';
import { columnFilterName, columnDateDirection, type ListColumn } from '../columns.ts';

/**
 * Converts typed filters to the form of calls: days as `YYYY-MM-DD` or a range of them, times as `HH:MM`, money without
 * signs. Text that cannot be parsed stays as it is.
 */
export function toWireFilters<Row>(
  typed: FilterValues,
  columns: ListColumn<Row>[],
  today: string,
): FilterValues {
  const byFilter = new Map(columns.map((column) => [columnFilterName(column), column]));
  const read = ([name, value]: [string, FilterValue]): [string, FilterValue] => {
    const column = byFilter.get(name);
    const isTyped = typeof value === 'string' && value !== '';
    return [name, isTyped ? ((column && valueRead(value, column, today)) ?? value.trim()) : value];
  };
  return Object.fromEntries(Object.entries(typed).map(read));
}

function valueRead<Row>(value: string, column: ListColumn<Row>, today: string): FilterValue | null {
  const { kind } = column;
  if (kind === 'day' || kind === 'instant') return parseTypedDays(value, today, columnDateDirection(column));
  if (kind === 'time') return parseTypedTime(value);
  if (kind === 'yes-no') return value === 'true';
  const cents = kind === 'money' || kind === 'cents' ? parseMoney(value) : null;
  return cents === null ? null : moneyText(cents);
}

export { parseTypedDays };
