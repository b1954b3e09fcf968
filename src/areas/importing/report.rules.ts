/** A row as it stands once it is judged, or put in. */
export type Judged = {
  line: number;
  problems: { column: string; says: string }[] | null;
  double_of: number | null;
  double_of_line: number | null;
  made_id: number | null;
};

const cell = (value: string | number): string => {
  const text = String(value);
  return /[",\n\r;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const lineOf = (...cells: (string | number)[]): string => `${cells.map(cell).join(',')}\n`;

/** What the report says of a row: a line, or one for each thing that is wrong. */
export function linesOf(row: Judged): { of: 'good' | 'doubles' | 'refused'; text: string } {
  const { line, double_of, double_of_line, made_id } = row;
  if (row.problems !== null) {
    const texts = row.problems.map(({ column, says }) => lineOf(line, 'refused', '', column, says));
    return { of: 'refused', text: texts.join('') };
  }
  if (double_of !== null)
    return { of: 'doubles', text: lineOf(line, 'double', double_of, '', `is in RIC already: #${double_of}`) };
  if (double_of_line !== null) {
    const says = `doubles line ${double_of_line} of this file`;
    return { of: 'doubles', text: lineOf(line, 'double', '', '', says) };
  }
  const isMade = made_id !== null;
  return { of: 'good', text: lineOf(line, isMade ? 'made' : 'new', made_id ?? '', '', '') };
}
