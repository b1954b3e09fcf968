import { formatMoney } from '../../../contract/money.ts';
import { formatDayWithYear } from '../words/period.rules.ts';
import type { ShownSheet } from '../reports.contract.ts';

export type ReportCell = string | number | null;
type Kind = ShownSheet['columns'][number]['kind'];

const minus = (text: string): string => text.replace('-', '−');

/** Formats a cell for people; a value that does not match the kind of its column is returned unchanged. */
export function formatCell(kind: Kind, cell: ReportCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') {
    if (kind === 'money') return minus(formatMoney(cell));
    if (kind === 'percent') return minus(`${(cell / 10).toFixed(1)} %`);
    return minus(cell.toLocaleString('en-US'));
  }
  return kind === 'date' && /^\d{4}-/.test(cell) ? formatDayWithYear(cell) : cell;
}

/** Returns true for columns of figures, which are aligned right, so that digits of equal weight are below each other. */
export const isFigureColumn = (kind: Kind): boolean =>
  kind === 'number' || kind === 'money' || kind === 'percent';
