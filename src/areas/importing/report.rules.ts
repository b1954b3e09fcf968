import type { RowOutcome } from './row-outcome.contract.ts';

/** A row of an import after it was checked or inserted. */
export type CheckedImportRow = RowOutcome & { line: number; made_id: number | null };

const cell = (value: string | number): string => {
  const text = String(value);
  return /[",\n\r;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const lineOf = (...cells: (string | number)[]): string => `${cells.map(cell).join(',')}\n`;

/** Describes the outcome of an import row in a sentence; empty for a new or created one. */
export function rowOutcomeSentence({
  problems,
  double_of,
  double_of_line,
  double_by,
  double_name,
}: RowOutcome): string {
  if (problems) return problems.map(({ column, says }) => (column ? `${column} ${says}` : says)).join('; ');
  const by = double_by === null ? '' : ` (same ${double_by === 'email' ? 'e-mail' : 'phone'})`;
  if (double_of !== null)
    return `is in RIC already${by}: #${double_of}${double_name ? ` ${double_name}` : ''}`;
  return double_of_line === null ? '' : `doubles line ${double_of_line} of this file${by}`;
}

/** Returns the text about a row for the import's report: one line, or one line for each error. */
export function importReportLines(row: CheckedImportRow): {
  of: 'good' | 'doubles' | 'refused';
  text: string;
} {
  const { line, double_of, double_of_line, made_id } = row;
  if (row.problems !== null) {
    const texts = row.problems.map(({ column, says }) => lineOf(line, 'refused', '', column, says));
    return { of: 'refused', text: texts.join('') };
  }
  if (double_of !== null || double_of_line !== null)
    return { of: 'doubles', text: lineOf(line, 'double', double_of ?? '', '', rowOutcomeSentence(row)) };
  const isMade = made_id !== null;
  return { of: 'good', text: lineOf(line, isMade ? 'made' : 'new', made_id ?? '', '', '') };
}
