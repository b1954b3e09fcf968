import { buffer } from 'node:stream/consumers';
import { writeWorkbook, type SheetColumn, type SheetRow, type WorkbookSheet } from './workbook.ts';

/** The second and third line of the sheets that tests build. */
export const TEST_SHEET_LINES = [
  'Nov 1 2026 to Nov 30 2026, by play date',
  'Run by Ruth Castellano',
] as const;
/** Builds a sheet with these columns and rows. */
export const buildTestSheet = (
  columns: readonly SheetColumn[],
  rows: readonly SheetRow[],
  further: Partial<WorkbookSheet> = {},
): WorkbookSheet => ({
  name: 'One',
  title: 'A title',
  lines: TEST_SHEET_LINES,
  columns,
  rows: [rows],
  last: 'The last line.',
  ...further,
});
/** Returns the bytes of a workbook with these sheets. */
export const testWorkbookBytes = (...sheets: WorkbookSheet[]): Promise<Buffer> =>
  buffer(writeWorkbook(sheets));
export const testColumn = (
  heading: string,
  kind: SheetColumn['kind'],
  total?: SheetColumn['total'],
): SheetColumn => ({ heading, kind, ...(total && { total }) });
