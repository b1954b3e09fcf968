// npm run bench: measures RIC beside a bare reference and a peer product, on a million tee times. Ids of benchmarks as
// arguments measure only those; a complete run is stored in docs/performance.md. BENCH_ROUNDS sets the number of
// repetitions (3).
import '../scripts/require-node.cjs';
import { existsSync, readFileSync } from 'node:fs';
import { beginBuild } from '../scripts/build.mjs';
import { projectFolder } from '../scripts/freshness.mjs';
import { installWhatIsMissing } from '../scripts/install.mjs';
import { BROWSER_ROWS } from './browser-rows.mjs';
import { CATALOGUE_ROWS } from './catalogue-rows.mjs';
import { DEMONSTRATION_ROWS } from './demonstration-rows.mjs';
import { HOME_ROWS } from './home-rows.mjs';
import { LIST_ROWS } from './list-rows.mjs';
import { withBench } from './open-bench.mjs';
import { OPEN_TIME_ROWS } from './open-time-rows.mjs';
import { FIRST_ROWS, OTHER_ROWS } from './other-rows.mjs';
import { QUEUE_SCREEN_ROWS } from './queue-screen-rows.mjs';
import { PARTNER_ROWS } from './partner-rows.mjs';
import { REPORT_ROWS } from './report-rows.mjs';
import { WORKBOOK_ROWS } from './workbook-rows.mjs';
import { storeBenchTable, benchTableLine, REASONS } from './table.mjs';

process.chdir(projectFolder);
await installWhatIsMissing({ development: true });
await beginBuild().finished;

const ROWS = [
  ...DEMONSTRATION_ROWS,
  ...FIRST_ROWS,
  ...LIST_ROWS,
  ...CATALOGUE_ROWS,
  ...OPEN_TIME_ROWS,
  ...BROWSER_ROWS,
  ...QUEUE_SCREEN_ROWS,
  ...HOME_ROWS,
  ...REPORT_ROWS,
  ...WORKBOOK_ROWS,
  ...PARTNER_ROWS,
  ...OTHER_ROWS,
];
const asked = process.argv.slice(2).map((name) => name.toLowerCase());
const isAsked = ({ id }) =>
  asked.length === 0 || asked.includes(id.toLowerCase()) || asked.includes(id.split(' ')[0].toLowerCase());
const rows = ROWS.filter(isAsked);
if (rows.length === 0) {
  console.log(`There is no such row. The rows are ${ROWS.map(({ id }) => id).join(', ')}.`);
  process.exit(2);
}

async function measure(bench) {
  const lines = [];
  for (const row of rows) {
    await bench.lettersAreSent();
    const begun = Date.now();
    const found = await row
      .run(bench)
      .catch((error) => ({ note: `failed: ${error.message.slice(0, 300)}`, holds: false }));
    await bench.endStarted();
    lines.push(benchTableLine(row, found));
    console.log(`${row.id}: ${JSON.stringify(found)} (${((Date.now() - begun) / 1000).toFixed(0)} s)`);
  }
  return lines;
}

// The benchmarks that need neither the million tee times nor another program.
const ALONE = { lettersAreSent: () => undefined, endStarted: () => undefined };
if (rows.every(({ isAlone }) => isAlone)) {
  console.table(await measure(ALONE));
  process.exit(0);
}

const needsPeer = process.env.BENCH_PEER !== 'none' && rows.some(({ targets }) => targets.peer);
await withBench({ needsPeer }, async (bench) => {
  const lines = await measure(bench);
  console.table(lines);
  const { rows: versions } = await bench.query('show server_version');
  const reasons = existsSync(REASONS) ? JSON.parse(readFileSync(REASONS, 'utf8')) : {};
  if (asked.length === 0)
    await storeBenchTable(lines, { server: `PostgreSQL ${versions[0].server_version}`, reasons });
});
