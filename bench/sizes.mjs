// Stores the figures that bench/size.mjs measured for each size of a company, and writes them into docs/performance.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../scripts/freshness.mjs';
import { drawSizePicture } from './size-picture.mjs';

const KEPT = join(projectFolder, 'bench', 'sizes.json');
const TOLD = join(projectFolder, 'docs', 'performance.md');
const PICTURE = 'cost-against-size.svg';
const HEADING = '## Cost against size';

const WORDS = {
  L1: 'list, newest first, with total',
  'L1 x16': 'the same, 16 clients',
  L2: 'last name smi, course torrey',
  L3: 'first name yuk, course redhawk',
  L4: 'a last name and a course that meet twice',
  L5: 'one letter in two columns',
  L6: 'page 10,000, or the last',
  L7: 'by course, then play date',
  L8: 'every filter alone, worst p95',
  W1: 'booking written',
  'W1 x16': 'the same, 16 clients',
  S1: 'start to first answer',
};

const read = () => (existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : {});
const bySize = (kept) => Object.entries(kept).toSorted(([one], [other]) => Number(one) - Number(other));
const named = (teeTimes) => Number(teeTimes).toLocaleString('en-US');
const rounded = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(0));

/** Formats a table cell: RIC's own figure, and its ratio to the reference. */
function cellOf({ unit, ric, reference }) {
  if (ric === undefined) return '';
  const ratio = reference ? ` (${(ric / reference).toFixed(2)}x)` : '';
  return `${rounded(ric)} ${unit}${ratio}`;
}

/** Returns the lines of a section of docs/performance.md; empty without measurements. */
export function sizeSectionLines() {
  const sizes = bySize(read());
  if (sizes.length === 0) return [];
  const row = (cells) => `| ${cells.join(' | ')} |`;
  const days = [...new Set(sizes.map(([, { day }]) => day))].join(' and ');
  return [
    HEADING,
    '',
    `\`node bench/size.mjs\`, ${days}, the same company in other sizes (customers, certificates, open times and leads grow with the`,
    'tee times; courses stay 120). In brackets how RIC stands to the reference on the same data.',
    '',
    row(['id', 'work', ...sizes.map(([teeTimes]) => named(teeTimes))]),
    row(['---', '---', ...sizes.map(() => '---:')]),
    ...Object.entries(WORDS).map(([id, work]) =>
      row([id, work, ...sizes.map(([, { found }]) => cellOf(found[id] ?? {}))]),
    ),
    row(['', 'the database', ...sizes.map(([, { bytes }]) => `${(bytes / 1e9).toFixed(2)} GB`)]),
    '',
    `![Milliseconds of each row against the number of tee times](${PICTURE})`,
    '',
  ];
}

/** Stores the figures for a size of the company and updates the document. */
export function storeSizeFigures(teeTimes, measured) {
  const kept = { ...read(), [teeTimes]: { day: new Date().toISOString().slice(0, 10), ...measured } };
  writeFileSync(KEPT, `${JSON.stringify(kept, null, 2)}\n`);
  writeFileSync(join(projectFolder, 'docs', PICTURE), drawSizePicture(bySize(kept)));
  const told = readFileSync(TOLD, 'utf8');
  const before = told.indexOf(`${HEADING}\n`);
  const at = before >= 0 ? before : told.indexOf('## Moving in\n');
  const next = before >= 0 ? told.indexOf('\n## ', before + 1) + 1 : at;
  writeFileSync(TOLD, told.slice(0, at) + `${sizeSectionLines().join('\n')}\n` + told.slice(next));
}
