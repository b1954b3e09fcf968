// Workbooks as two readers that know nothing of each other or of our writer find them.
import { readXlsx } from 'hucre/xlsx';
import * as sheetJs from 'xlsx';
import { z } from 'zod';

export type ReadCell = { v?: unknown; t: string; w?: string; f?: string; z?: string };
type ReadSheet = Record<string, ReadCell | undefined>;

const isSheet = (read: unknown): read is ReadSheet => typeof read === 'object' && read !== null;

/** The sheets by name as SheetJS reads them, each its cells by place (`A5`): value, type, shown text, formula, format. */
export function sheetsOf(bytes: Uint8Array): Record<string, ReadSheet> {
  const { Sheets } = sheetJs.read(bytes, { cellFormula: true, cellNF: true, cellStyles: true });
  return Object.fromEntries(
    Object.entries(Sheets).flatMap(([name, sheet]: [string, unknown]) =>
      isSheet(sheet) ? [[name, sheet]] : [],
    ),
  );
}

/** The sheets in their order as hucre reads them: rows of values, looks, filter, frozen rows. */
export const sheetsByHucre = async (bytes: Uint8Array) =>
  (await readXlsx(bytes, { readStyles: true })).sheets;

const Unpacked = z.object({
  files: z.record(z.string(), z.object({ content: z.instanceof(Uint8Array).optional() })),
});

/** The files of a workbook by path, unpacked by SheetJS. */
export function partsOf(bytes: Uint8Array): Map<string, string> {
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

// A file that SheetJS puts beside those that it finds.
const ITS_OWN = 'Sh33tJ5';
