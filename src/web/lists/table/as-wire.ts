import { moneyText, parseMoney } from '../../../contract/money.ts';
import { parseTypedTime } from '../../../contract/typed/days-and-times.ts';
import { parseTypedDays } from '../../../contract/typed/several-days.ts';
import type { Filters, FilterValue } from '../asked.ts';
import { filterOf, type Column } from '../columns.ts';

/** Filters as typed, made what the wire has: days as `YYYY-MM-DD` or a range of them, times as `HH:MM`, money without signs. What can not be read is left. */
export function asWire<Row>(typed: Filters, columns: Column<Row>[], today: string): Filters {
  const kinds = new Map(columns.map((column) => [filterOf(column), column.kind]));
  const read = (name: string, value: FilterValue): FilterValue => {
    if (typeof value !== 'string' || value === '') return value;
    const kind = kinds.get(name);
    if (kind === 'day' || kind === 'instant') return parseTypedDays(value, today) ?? value.trim();
    if (kind === 'time') return parseTypedTime(value) ?? value.trim();
    const cents = kind === 'money' || kind === 'cents' ? parseMoney(value) : null;
    if (kind === 'yes-no') return value === 'true';
    return cents === null ? value.trim() : moneyText(cents);
  };
  return Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, read(name, value)]));
}
