import { buffer } from 'node:stream/consumers';
import { workbook, type Column, type Row, type Sheet } from './workbook.ts';

/** The second and third line of the sheets that tests build. */
export const lines = ['Nov 1 2026 to Nov 30 2026, by play date', 'Run by Ruth Castellano'] as const;
/** Builds a sheet with these columns and rows. */
export const sheetOf = (
  columns: readonly Column[],
  rows: readonly Row[],
  further: Partial<Sheet> = {},
): Sheet => ({
  name: 'One',
  title: 'A title',
  lines,
  columns,
  rows: [rows],
  last: 'The last line.',
  ...further,
});
/** Returns the bytes of a workbook with these sheets. */
export const bytesOf = (...sheets: Sheet[]): Promise<Buffer> => buffer(workbook(sheets));
export const column = (heading: string, kind: Column['kind'], total?: Column['total']): Column => ({
  heading,
  kind,
  ...(total && { total }),
});
