// node bench/size.mjs [TEE TIMES ...]: measures lists, a booking and a start with 10,000 to 4,000,000 tee times. Each
// size's figures are stored; docs/performance.md has a table and a drawing of all sizes.
import { setTimeout as pause } from 'node:timers/promises';
import { beginBuild } from '../scripts/build.mjs';
import { projectFolder } from '../scripts/freshness.mjs';
import { installWhatIsMissing } from '../scripts/install.mjs';
import { LIST_ROWS } from './list-rows.mjs';
import { withBench } from './open-bench.mjs';
import { OTHER_ROWS } from './other-rows.mjs';
import { storeSizeFigures } from './sizes.mjs';

process.chdir(projectFolder);
await installWhatIsMissing({ development: true });
await beginBuild().finished;

const SIZES = [10_000, 100_000, 1_000_000, 4_000_000];
const ROWS = [
  ...LIST_ROWS.filter(({ id }) => /^L\d( x16)?$/.test(id)),
  ...OTHER_ROWS.filter(({ id }) => ['W1', 'W1 x16', 'S1'].includes(id)),
];
const ROWS_OF_A_PAGE = 30;

const BUSY = / answered 503/;
const SETTLES_MS = 10_000;
/** PostgreSQL is still vacuuming a company that was just made, so a rejected request is retried, as a screen does. */
const onceMore = (measure) =>
  measure().catch(async (error) => {
    if (!BUSY.test(error.message)) throw error;
    await pause(SETTLES_MS);
    return measure();
  });

const asked = process.argv.slice(2).map(Number);
if (asked.some((one) => !(one >= 1_000))) {
  console.log('How many tee times is a number of 1000 or more.');
  process.exit(2);
}
for (const teeTimes of asked.length > 0 ? asked : SIZES) {
  const measured = await withBench({ teeTimes }, async (bench) => {
    const found = {};
    for (const { id, unit, run } of ROWS) {
      const ofSize = { ...bench, say: () => undefined, lastPage: Math.floor(teeTimes / ROWS_OF_A_PAGE) };
      const { ric, reference } = await onceMore(() => run(ofSize)).catch((error) => {
        console.log(`${id} failed: ${error.message.slice(0, 300)}`);
        return {};
      });
      found[id] = { unit, ric, reference };
      console.log(`${teeTimes} ${id}: ${JSON.stringify(found[id])}`);
    }
    const { rows } = await bench.query('select pg_database_size(current_database())::float8 as bytes');
    return { found, bytes: rows[0].bytes };
  });
  storeSizeFigures(teeTimes, measured);
}
