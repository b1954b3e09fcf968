import type { ColumnFields, FileRow } from './header.rules.ts';

/** Fields whose value may begin with an apostrophe of its own: ’t Hart, ’Abd, ’s-Hertogenbosch. */
const TEXTS = new Set(
  (
    'first_name last_name address address_2 address_3 city subdivision legacy_address ' +
    'course who_from greeting internal_memo agent notes internal_notes'
  ).split(' '),
);

const isMarked = (cell: string): boolean => /^\s*'[^']/.test(cell);

/**
 * Returns the columns in which a leading apostrophe is a spreadsheet's mark for text. In a column of names or texts it is one only
 * if most of the filled cells have it.
 */
export const markedColumns = (columns: ColumnFields, rows: readonly FileRow[]): boolean[] =>
  columns.map((field, at) => {
    if (!TEXTS.has(field)) return true;
    const filled = rows.map(({ cells }) => cells[at] ?? '').filter((cell) => cell.trim() !== '');
    return filled.filter(isMarked).length * 2 > filled.length;
  });

/** Returns the row without the mark in these columns. */
export const withoutTextMark = (row: FileRow, marked: readonly boolean[]): FileRow => ({
  ...row,
  cells: row.cells.map((cell, at) => (marked[at] && isMarked(cell) ? cell.trimStart().slice(1) : cell)),
});
