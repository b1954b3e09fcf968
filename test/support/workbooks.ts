// Reads workbooks with two libraries that are independent of each other and of RIC's own writer.
import { readXlsx } from 'hucre/xlsx';
import * as sheetJs from 'xlsx';
import { z } from 'zod';

export type ReadCell = { v?: unknown; t: string; w?: string; f?: string; z?: string };
type ReadSheet = Record<string, ReadCell | undefined>;

const isSheet = (read: unknown): read is ReadSheet => typeof read === 'object' && read !== null;

/**
 * Returns a workbook's sheets by name, read by SheetJS: each cell by its address (`A5`) with value, type, shown text,
 * formula and format.
 */
export function sheetsBySheetJs(bytes: Uint8Array): Record<string, ReadSheet> {
  const { Sheets } = sheetJs.read(bytes, { cellFormula: true, cellNF: true, cellStyles: true });
  return Object.fromEntries(
    Object.entries(Sheets).flatMap(([name, sheet]: [string, unknown]) =>
      isSheet(sheet) ? [[name, sheet]] : [],
    ),
  );
}

/** Returns a workbook's sheets in order, read by hucre: rows of values, styles, filter, frozen rows. */
export const sheetsByHucre = async (bytes: Uint8Array) =>
  (await readXlsx(bytes, { readStyles: true })).sheets;

const Unpacked = z.object({
  files: z.record(z.string(), z.object({ content: z.instanceof(Uint8Array).optional() })),
});

/** Returns the files inside a workbook by path, unpacked by SheetJS. */
export function filesInWorkbook(bytes: Uint8Array): Map<string, string> {
  const { files } = Unpacked.parse(sheetJs.read(bytes, { bookFiles: true }));
  const found = Object.entries(files).filter(
    ([path, { content }]) => content?.length && !path.includes(ITS_OWN),
  );
  return new Map(
    found.map(([path, { content = [] }]) => [
      path.replace('Root Entry/', ''),
      Buffer.from(content).toString(),
    ]),
  );
}

// The name of a file that SheetJS itself adds to the unpacked files.
const ITS_OWN = 'Sh33tJ5';
