import type { ShownReport, ShownSheet } from '../../src/areas/reports/reports.contract.ts';
import { formatMoney, MINUS_SIGN } from '../../src/contract/money.ts';

type Cell = string | number | null;
const cellRead = (kind: string, cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if (kind === 'money') return formatMoney(cell).replace('$', '').replace(MINUS_SIGN, '-');
  return kind === 'percent' ? `${(cell / 10).toFixed(1)} %` : String(cell);
};
const read = (columns: ShownSheet['columns'], cells: readonly Cell[]) =>
  cells.map((cell, at) => cellRead(columns[at]?.kind ?? 'text', cell)).join(' | ');

/** Formats a report's sheet as lines of text: its rows, then its totals. */
export function formatReportLines({ columns, rows, totals }: ShownSheet): string[] {
  const shown = rows.map((row) => {
    if ('section' in row) return `# ${row.section}`;
    return 'subtotal' in row ? `${row.subtotal}${read(columns, row.cells)}` : read(columns, row);
  });
  return totals ? [...shown, `Total${read(columns, totals)}`] : shown;
}
/** Returns a report's sheet by its name. */
export const reportSheet = (report: ShownReport, name: string): ShownSheet => {
  const found = report.sheets.find((sheet) => sheet.name === name);
  if (!found) throw new Error(`${report.title} has no sheet ${name}`);
  return found;
};
/** Returns a sheet's cells below a column heading. */
export const sheetColumn = ({ columns, rows }: ShownSheet, heading: string): Cell[] => {
  const at = columns.findIndex((one) => one.heading === heading);
  return rows.flatMap((row) => (Array.isArray(row) ? [row[at] ?? null] : []));
};
