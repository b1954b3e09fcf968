import { filterOf, isNumeric, YES_NO, type Column } from '../columns.ts';
import type { List } from '../useList.ts';

/** The box under a column's head: typed text, or a choice that applies at once. */
export function FilterBox<Row>({ list, column }: { list: List<Row>; column: Column<Row> }) {
  const name = filterOf(column);
  if (name === null || list.isFixed(name)) return null;
  const choices = column.kind === 'yes-no' ? YES_NO : column.choices;
  const shared = {
    'aria-label': `Filter by ${column.label}`,
    'data-on': name in list.filters || undefined,
    value: String(list.typed[name] ?? ''),
  };
  if (!choices) {
    const right = isNumeric(column) || undefined;
    return (
      <input
        type="search"
        size={4}
        placeholder={column.label}
        data-right={right}
        onChange={(event) => list.type(name, event.target.value)}
        {...shared}
      />
    );
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
