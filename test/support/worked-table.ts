import { readFileSync } from 'node:fs';

/** A row of a worked example's table: its first cell, and any cell by its heading. */
export type WorkedTableRow = { title: string; cell: (heading: string) => string };

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/**
 * Returns the rows of the first table below a heading of `docs/algorithms/{page}.md`, so that the document is the test.
 * Throws if the heading, the table or a cell is missing, because a page that lost its table must not pass.
 */
export function workedTable(page: string, heading: string): WorkedTableRow[] {
  const text = readFileSync(new URL(`../../docs/algorithms/${page}.md`, import.meta.url), 'utf8');
  const lines = text.split('\n');
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  const top = lines.findIndex((line, at) => at > start && line.startsWith('|'));
  if (start < 0 || top < 0) throw new Error(`${page}.md has no table below '${heading}'`);
  const end = lines.findIndex((line, at) => at > top && !line.startsWith('|'));
  const [headings = '', , ...rows] = lines.slice(top, end < 0 ? undefined : end);
  const names = cellsOf(headings);
  if (rows.length === 0) throw new Error(`${page}.md has no row below '${heading}'`);
  return rows.map((row) => workedRow(names, cellsOf(row)));
}

function workedRow(names: string[], cells: string[]): WorkedTableRow {
  const cell = (name: string): string => {
    const found = cells[names.indexOf(name)];
    if (found === undefined) throw new Error(`no cell '${name}' in: ${cells.join(' | ')}`);
    return found;
  };
  return { title: cells[0] ?? '', cell };
}
