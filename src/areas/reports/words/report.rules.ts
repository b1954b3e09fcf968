import type { Sheet } from '../../../server/workbook/workbook.ts';

/** A sheet of a report; its workbook gives all of them one title and who ran it. */
export type ReportSheet = Omit<Sheet, 'title' | 'lines'>;

/** A report as it is asked for: its rows are read when somebody reads them, in one snapshot of the database. */
export type Report = {
  title: string;
  /** What it is about, in words: `Nov 1 2026 to Nov 30 2026, by play date`. */
  period: string;
  /** What else was asked for, in words. */
  parameters?: string;
  sheets: ReportSheet[];
  /** How many rows its longest sheet may have, asked before any is read: too many are refused before the first byte. */
  expected?: () => Promise<number>;
  /** What its figures are compared with the ledger by, while its rows are read; null where it has no money of tee times. */
  agreement: { readonly offBy: number } | null;
};
