import type { ChangeEvent, KeyboardEvent } from 'react';
import {
  columnFilterLabel,
  columnFilterName,
  formatFilterValue,
  isNumericColumn,
  columnDateDirection,
  YES_NO_CHOICES,
  type ListColumn,
} from '../columns.ts';
import { DayFilter } from './DayFilter.tsx';
import type { ListData } from '../useList.ts';

/** Returns the text of a filter box: the typed text, or the applied filter's days in the usual format. */
function shownIn<Row>({ typed, filters }: ListData<Row>, column: ListColumn<Row>, name: string): string {
  const value = typed[name] ?? '';
  const isDays = column.kind === 'day' || column.kind === 'instant';
  return isDays && value === filters[name] ? formatFilterValue(column, value) : String(value);
}

/** The filter box under a column's head: typed text, or a choice that applies at once. */
export function FilterBox<Row>({ list, column }: { list: ListData<Row>; column: ListColumn<Row> }) {
  const name = columnFilterName(column);
  if (name === null || list.isFixed(name)) return null;
  const choices = column.kind === 'yes-no' ? YES_NO_CHOICES : column.choices;
  const shared = {
    'aria-label': `Filter by ${columnFilterLabel(column)}`,
    'data-on': name in list.filters || undefined,
    value: shownIn(list, column, name),
  };
  if (!choices) {
    const typed = {
      type: 'search',
      size: 4,
      placeholder: columnFilterLabel(column),
      'data-kind': column.kind,
      'data-right': isNumericColumn(column) || undefined,
      'data-labelled': column.filterLabel !== undefined || undefined,
      onChange: (event: ChangeEvent<HTMLInputElement>) => list.type(name, event.target.value),
      // Prevents the browser's own Escape, which would empty the box: the next Enter would then search for something else
      // than the list shows.
      onKeyDown: (event: KeyboardEvent) => {
        // If the list is in a dialog, Escape closes the dialog instead.
        if (event.key !== 'Escape' || event.currentTarget.closest('[role="dialog"]')) return;
        event.preventDefault();
        list.type(name, String(list.filters[name] ?? ''));
        event.currentTarget.closest<HTMLElement>('.list-scroll')?.focus();
      },
      ...shared,
    };
    if (column.kind !== 'day') return <input {...typed} />;
    const pick = (day: string): void => list.search({ ...list.typed, [name]: day });
    return <DayFilter {...typed} lean={columnDateDirection(column)} pick={pick} />;
  }
  return (
    <select
      onChange={(event) =>
        list.search({
          ...list.typed,
          [name]:
            column.kind === 'yes-no' && event.target.value !== ''
              ? event.target.value === 'true'
              : event.target.value,
        })
      }
      {...shared}
    >
      <option value="">All</option>
      {choices.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
