// Prints the table of benchmark results, and writes it into docs/performance.md.
import { cpus, totalmem } from 'node:os';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { projectFolder } from '../scripts/freshness.mjs';
import { sizeSectionLines } from './sizes.mjs';

const shown = (value, unit) =>
  value === undefined ? '' : `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ${unit}`;
const times = (ratio) => `${ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0)}x`;

/**
 * Returns two ratios: RIC's time or rate divided by the reference's, and how many times RIC is better than the peer
 * product.
 */
const ratiosOf = ({ unit }, { ric, reference, peer }) => ({
  toReference: reference && ric / reference,
  overPeer: peer && (unit === '/s' ? ric / peer : peer / ric),
});

function missesOf({ unit, targets }, found) {
  const { toReference, overPeer } = ratiosOf({ unit }, found);
  const isSlower = unit === '/s' ? toReference < targets.reference : toReference > targets.reference;
  return (
    found.holds === false ||
    Boolean(targets.reference && toReference && isSlower) ||
    Boolean(targets.peer && overPeer && overPeer < targets.peer) ||
    Boolean(targets.most && found.ric > targets.most)
  );
}

const wanted = ({ unit, targets: { reference, peer, most } }) =>
  [
    reference && `${unit === '/s' ? '>=' : '<='} ${reference}x reference`,
    peer && `>= ${peer}x AdminJS`,
    most && `<= ${most} ${unit}`,
  ]
    .filter(Boolean)
    .join(', ');

/** Returns one line of the table of benchmark results. */
export function benchTableLine(row, found) {
  const { toReference, overPeer } = ratiosOf(row, found);
  return {
    id: row.id,
    work: row.work,
    RIC: shown(found.ric, row.unit),
    reference: shown(found.reference, row.unit),
    AdminJS: shown(found.peer, row.unit),
    'of reference': toReference ? times(toReference) : '',
    'over AdminJS': overPeer ? times(overPeer) : '',
    target: wanted(row),
    holds: missesOf(row, found) ? 'NO' : 'yes',
    note: found.note ?? '',
  };
}

const REASONS = join(projectFolder, 'bench', 'reasons.json');
export { REASONS };

// The section of the document about importing, which bench/import.mjs measures separately.
const MOVING_IN = [
  '## Moving in',
  '',
  '`node bench/import.mjs`, on 2026-11-24 on two shared cores, PostgreSQL 15.18 beside it, as durable as it comes: a file of 100,000',
  'customers (10 MB) takes 15 s for the dry run with the migrations, 23 s to be put in (11 s of them the one transaction), and 206 MB of',
  'memory at most. 100,000 rows of which every other is in already: 25 s, 183 MB. Where others were busy on the machine, up to twice that.',
  'A million (`node bench/import.mjs 1000000`, on 2026-11-26, with nothing beside it): the dry run with the migrations 97 s (9 s of them',
  'looking for doubles), put in 238 s (123 s the one transaction), a million of whom every other is in already 223 s (81 s); 198 MB of memory',
  'at most. Memory does not grow with the rows.',
];

/** Stores the table of a complete benchmark run. */
export async function storeBenchTable(lines, { server, reasons }) {
  const names = Object.keys(lines[0]);
  const row = (cells) => `| ${cells.join(' | ')} |`;
  const [cpu] = cpus();
  const machine = `${cpus().length} x ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node.js ${process.version}, ${server}`;
  const missed = lines.filter(({ holds }) => holds === 'NO');
  const why = missed.map(({ id, work }) => `- **${id}**, ${work}: ${reasons[id] ?? 'not looked into yet.'}`);
  const file = join(projectFolder, 'docs', 'performance.md');
  const text = [
    '# What was measured',
    '',
    'Written by `npm run bench`, never edited: 1,000,000 tee times, 300,000 customers, 120 courses, 60,000 gift certificates,',
    '1,000,000 open times and 100,000 leads, some of them in 10,000 queues,',
    'in our own tables (`bench/dataset.sql`), signed in, over HTTP. The reference is Fastify and `pg` with SQL written by hand',
    '(`bench/reference.mjs`), the peer AdminJS over the table that the list reads. They are measured in turn, three rounds or',
    'more; a figure is the best round’s median, `/s` the best round. List rows are a page of 30 and its count, asked at once.',
    '',
    `${new Date().toISOString().slice(0, 10)}, ${machine}`,
    '',
    row(names),
    row(names.map(() => '---')),
    ...lines.map((line) => row(Object.values(line).map((cell) => String(cell).replaceAll('|', '\\|')))),
    '',
    ...(why.length > 0 ? ['## What misses its target, and why', '', ...why, ''] : []),
    'What does not change from machine to machine (pages touched, statements, scans, bytes) is held by',
    '`test/conformance/list-cost.test.ts` and `test/conformance/bundle.test.ts`.',
    '',
    ...sizeSectionLines(),
    ...MOVING_IN,
    '',
  ].join('\n');
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
}
