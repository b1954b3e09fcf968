import { formatMoney } from '../../../contract/money.ts';
import { dayRead } from '../words/period.rules.ts';
import type { SheetShown } from '../reports.contract.ts';

export type Cell = string | number | null;
type Kind = SheetShown['columns'][number]['kind'];

const minus = (text: string): string => text.replace('-', '−');

/** Formats a cell for people; a value that does not match the kind of its column is returned unchanged. */
export function cellRead(kind: Kind, cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') {
    if (kind === 'money') return minus(formatMoney(cell));
    if (kind === 'percent') return minus(`${(cell / 10).toFixed(1)} %`);
    return minus(cell.toLocaleString('en-US'));
  }
  return kind === 'date' && /^\d{4}-/.test(cell) ? dayRead(cell) : cell;
}

/** Returns true for columns of figures, which are aligned right, so that digits of equal weight are below each other. */
export const isFigure = (kind: Kind): boolean => kind === 'number' || kind === 'money' || kind === 'percent';
