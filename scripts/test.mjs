// npm test: runs every check and every test; the last line counts them. npm run check (--quick) leaves out faults and the
// browser. npm test -- NAME ... runs those steps only, or those test files: `npm test -- src/areas/holidays -t 'is
// deleted'`. --on embedded runs the named database tests on the embedded database instead of PostgreSQL. --timings prints
// the time of each step and each file. --complete fails if this machine could not run a test.
import './require-node.cjs';
import { existsSync, readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { beginBuild } from './build.mjs';
import { projectFolder } from './freshness.mjs';
import { installWhatIsMissing } from './install.mjs';
import { pinnedBrowser } from './test-browser.mjs';
import { postgresForTests } from './test-postgres.mjs';
import { BOTH_ENGINES } from './testing/both-engines.mjs';
import { missingPrograms, testsNeedingRoot } from './testing/needs.mjs';
import { printFailures, printSkippedTests, printTimings } from './testing/report.mjs';
import { runCheck, runPlaywright, stopChildren, runVitest } from './testing/runners.mjs';
import { clearFaultTallies, printFaultTallies } from './tried.mjs';

process.chdir(projectFolder);
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    timings: { type: 'boolean', default: false },
    complete: { type: 'boolean', default: false },
    on: { type: 'string' },
    'test-name': { type: 'string', short: 't' },
  },
});
await installWhatIsMissing({ development: true });

const begun = Date.now();
const steps = [];

/** Runs one step of the test run, prints its line, and stores its result. */
async function step(name, work) {
  const from = Date.now();
  const result = await work();
  const seconds = (Date.now() - from) / 1000;
  steps.push({ name, seconds, result });
  const outcome = result.failed > 0 ? `FAILED (${result.failed})` : 'ok';
  console.log(`${name}: ${outcome}, ${result.passed} passed, ${seconds.toFixed(1)} s`);
}

const node = process.execPath;
// The compiler runs on one thread, because four threads check a type four times, and other checks need the cores.
const TSC = ['tsc', '--noEmit', '--singleThreaded', '-p'];
// The commands of the static checks, the longest first.
const STATICS = {
  format: [
    'prettier',
    '--check',
    '--log-level',
    'warn',
    '--cache',
    '--cache-location',
    '.cache/prettier',
    '.',
  ],
  lint: ['oxlint', '--type-aware'],
  'types-server': [...TSC, 'tsconfig.server.json'],
  'types-web': [...TSC, 'tsconfig.web.json'],
  docs: ['tsx', 'scripts/docs.ts', '--check'],
  boundaries: [node, 'scripts/check-boundaries.mjs'],
  'types-journeys': [...TSC, 'tsconfig.journeys.json'],
  unused: ['knip'],
};
const STATICS_AT_ONCE = 2;

async function statics(wanted) {
  // The check of boundaries runs alone, because it plants files in src for a moment, which no other check may read.
  if (wanted.includes('boundaries'))
    await step('boundaries', () => runCheck('boundaries', STATICS.boundaries));
  const waiting = wanted.filter((name) => name !== 'boundaries');
  const work = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift())
      await step(name, () => runCheck(name, STATICS[name]));
  };
  await Promise.all(Array.from({ length: STATICS_AT_ONCE }, work));
}

const build = () => step('build', () => runCheck('build', [node, 'scripts/build.mjs']));

let server = null;
const onServer = () =>
  server ? { TEST_ON: 'postgres', TEST_DATABASE_URL: server.url } : { TEST_ON: 'embedded' };

/** Runs every database test once, on PostgreSQL if it is installed; then the tests that differ on the embedded database. */
async function tests() {
  await step('tests', () => runVitest('tests', { env: onServer(), args: ['--exclude', 'test/faults/**'] }));
  if (server)
    await step('tests-embedded', () =>
      runVitest('tests-embedded', { env: { TEST_ON: 'embedded' }, args: BOTH_ENGINES }),
    );
}

// The fault tests that run only if they are named, because they need programs that no script installs, an hour, or an idle
// machine.
const FAULTS_BY_NAME = ['blocks', 'reports', 'soak'];
// A fault test mostly waits for killed processes, so several can run at once.
const FAULTS_AT_ONCE = 3;

async function faults() {
  clearFaultTallies();
  const suites = readdirSync('test/faults').flatMap((file) => /^(.*)\.test\.ts$/.exec(file)?.[1] ?? []);
  const files = suites
    .filter((suite) => !FAULTS_BY_NAME.includes(suite))
    .map((suite) => `test/faults/${suite}.test.ts`);
  const args = [`--maxWorkers=${FAULTS_AT_ONCE}`, ...files];
  const env = { TEST_DATABASE_URL: server?.url };
  await step('faults', () => runVitest('faults', { env, args }));
  printFaultTallies();
}

// The two groups of journeys (projects of playwright.config.ts), each with its own server and company. Both groups run at
// once, because a journey mostly waits. The events in a group's company are the same in each run.
const BROWSER_LANES = [
  ['journeys a to k', 'every screen, wide'],
  ['journeys l to z', 'every screen, narrow'],
];

async function browser() {
  const env = await pinnedBrowser();
  await Promise.all(
    BROWSER_LANES.map((projects, lane) => {
      const args = projects.map((project) => `--project=${project}`);
      return step(`browser-${lane + 1}`, () => runPlaywright(`browser-${lane + 1}`, { env, args }));
    }),
  );
}

/** Runs the named test files at once, each with its own runner. */
async function namedFiles(files) {
  const journeys = files.filter((file) => file.includes('test/journeys'));
  const others = files.filter((file) => !journeys.includes(file));
  const { on, 'test-name': name } = options;
  if (others.length > 0) {
    const env = on === 'embedded' ? { TEST_ON: 'embedded' } : onServer();
    await step('tests', () => runVitest('named', { env, args: [...others, ...(name ? ['-t', name] : [])] }));
  }
  if (journeys.length === 0) return;
  await beginBuild().finished;
  const env = await pinnedBrowser();
  await step('browser', () =>
    runPlaywright('named-journeys', { env, args: [...journeys, ...(name ? ['-g', name] : [])] }),
  );
}

const isFile = (name) => existsSync(name.replace(/:\d+$/, ''));
const notRun = [
  ...missingPrograms().map((one) => `${one.tests}: needs ${one.package}`),
  ...testsNeedingRoot(),
];

async function everything() {
  await statics(['boundaries']);
  await build();
  await statics(Object.keys(STATICS).filter((name) => name !== 'boundaries'));
  await tests();
  if (options.quick) return;
  await faults();
  await browser();
}

async function named() {
  // `docs` is the name of both a step and a folder.
  const isStep = (name) => name in STATICS || name in LONG;
  const unknown = names.filter((name) => !isFile(name) && !isStep(name));
  if (unknown.length > 0) throw new Error(`There is no step and no file ${unknown.join(', ')}.`);
  await statics(names.filter((name) => name in STATICS));
  for (const name of names) if (name in LONG) await LONG[name]();
  const files = names.filter((name) => isFile(name) && !isStep(name));
  if (files.length > 0) await namedFiles(files);
}
const LONG = { build, tests, faults: () => build().then(faults), browser: () => build().then(browser) };

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    stopChildren();
    void Promise.resolve(server?.stop()).finally(() => process.exit(1));
  });

const needsServer =
  names.length === 0 || names.some((name) => isFile(name) || ['tests', 'faults'].includes(name));
if (needsServer && options.on !== 'embedded') server = await postgresForTests();
try {
  await (names.length > 0 ? named() : everything());
} finally {
  await server?.stop();
}

const sumOf = (what) => steps.reduce((sum, { result }) => sum + result[what], 0);
if (options.timings) printTimings(steps, (Date.now() - begun) / 1000);
printFailures(steps.flatMap(({ result }) => result.failures));
if (names.length === 0) printSkippedTests(notRun);
const isIncomplete = options.complete && notRun.length > 0;
if (isIncomplete) console.log('\nFailed: this run has to be complete, and the list above was not run.');
console.log(`Node.js ${process.versions.node}`);
const skipped = sumOf('skipped');
console.log(
  `${sumOf('passed')} passed, ${sumOf('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
);
process.exit(sumOf('failed') > 0 || isIncomplete ? 1 : 0);
