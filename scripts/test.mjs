// npm test: every check and every test, in order, going on after a failure. The last line counts them.
// npm run check (--quick) leaves out faults, PostgreSQL and the browser. Names of steps as arguments run only those.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildWhatIsStale } from './build.mjs';
import { root } from './freshness.mjs';
import { installWhatIsMissing } from './install.mjs';
import { browserForTests } from './test-browser.mjs';
import { postgresForTests } from './test-postgres.mjs';
import { clearTried, printTried } from './tried.mjs';

process.chdir(root);
installWhatIsMissing();

const quick = process.argv.includes('--quick');
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const results = join(root, '.cache', 'results');
mkdirSync(results, { recursive: true });

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

const bin = (name) => join('node_modules', '.bin', name);

/** Runs a command; a quiet one's output is kept for when it fails. */
function run(command, args, { env = {}, quiet = false } = {}) {
  return new Promise((resolve) => {
    const stdio = ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'];
    const child = spawn(command, args, {
      stdio,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
    });
    let output = '';
    child.stdout?.on('data', (text) => (output += text));
    child.stderr?.on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** A command that passes or fails as one. */
const check =
  (command, ...args) =>
  async () => {
    const { code, output } = await run(command, args, { quiet: true });
    if (code !== 0) console.log(output.trimEnd().split('\n').slice(-60).join('\n'));
    return code === 0 ? { passed: 1 } : { failed: 1 };
  };

/** Reads a reporter's file; a run that wrote none, or failed with no failed test, counts as one failure. */
function counted(file, code, read) {
  const count = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { failed: 1 };
  return code !== 0 && !count.failed ? { ...count, failed: 1 } : count;
}

/** Besides its counts, `failedIn`: the files of what failed. */
async function vitest(name, { env = {}, only = [] } = {}) {
  const file = join(results, `${name}.json`);
  rmSync(file, { force: true });
  const report = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await run(bin('vitest'), ['run', ...report, ...only], { env });
  return counted(file, code, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.testResults.filter(isBroken).length,
    skipped: report.numPendingTests + report.numTodoTests,
    failedIn: report.testResults.flatMap((one) =>
      one.status === 'failed' ? [relative(root, one.name)] : [],
    ),
  }));
}

/** How many tests may fail beside all others and still be tried alone: more is no accident. */
const TRIED_ALONE = 3;

/**
 * What has to happen within seconds is late on a machine that does much else meanwhile. Those few tests are tried once more with
 * nothing beside them, and are named: what fails alone has failed.
 */
async function onceMore(name, beside, options) {
  const { failed, failedIn = [] } = beside;
  if (!failed || failed > TRIED_ALONE || failedIn.length === 0) return beside;
  console.log(`${name}: what failed, once more with nothing beside it: ${failedIn.join(', ')}`);
  const alone = await vitest(`${name}-alone`, { ...options, only: failedIn });
  if (alone.failed) return beside;
  console.log(`${name}: ${failed} passed only with nothing beside, named above`);
  return { ...beside, passed: beside.passed + failed, failed: 0 };
}

const sumOf = (counts, what) => counts.reduce((sum, count) => sum + (count[what] ?? 0), 0);
/** What several runs counted, as one. */
const inSum = (counts) => ({
  passed: sumOf(counts, 'passed'),
  failed: sumOf(counts, 'failed'),
  skipped: sumOf(counts, 'skipped'),
});

/** A test file that could not even be read has no tests to count. */
const isBroken = ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0;

function testFilesOnTheDatabase() {
  const found = [];
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (
        path.endsWith('.test.ts') &&
        !path.startsWith(join('test', 'faults')) &&
        /support\/(app|database)/.test(readFileSync(path, 'utf8'))
      )
        found.push(path);
    }
  };
  for (const folder of ['src', 'test', 'db']) if (existsSync(folder)) visit(folder);
  return found;
}

/** Runs tests with a PostgreSQL server; `otherwise` is what is run where there is none. */
async function withPostgres(tests, otherwise) {
  const server = await postgresForTests();
  if (!server) {
    console.log(
      'Skipped: no PostgreSQL here (no TEST_DATABASE_URL, no initdb in /usr/lib/postgresql or on PATH).',
    );
    return otherwise();
  }
  stopAtExit = server.stop;
  try {
    return await tests({ TEST_DATABASE_URL: server.url });
  } finally {
    await server.stop();
    stopAtExit = null;
  }
}

const onPostgres = () =>
  withPostgres(
    async (env) => {
      const options = { env: { ...env, TEST_ON: 'postgres' } };
      const beside = await vitest('postgres', { ...options, only: testFilesOnTheDatabase() });
      return onceMore('postgres', beside, options);
    },
    () => ({ skipped: 1 }),
  );

// Three at once, since a killed process is mostly waited for. The longest are begun first, so that none is left at the end.
const FAULTS_AT_ONCE = 3;
const LONGEST_FAULTS = [
  'crash',
  'database',
  'certificate-crash',
  'partner-crash',
  'races',
  'replica',
  'replica-promoted',
  'backup',
];
// Measures how long a start takes: after all others.
const FAULTS_ALONE = ['start-and-stop'];
// Run only when they are asked for: what they need is nowhere installed for the sake of them.
const FAULTS_APART = ['reports', 'soak'];
// What moves money has one try.
const FAULTS_TRIED_ONCE = [
  ...['crash', 'certificate-crash', 'partner-crash', 'races', 'partner-races'],
  ...['model', 'gateway', 'durability', 'database'],
];

/** Suites that need PostgreSQL skip themselves where there is none. */
async function underFaults() {
  clearTried();
  const suites = readdirSync('test/faults').flatMap((file) => /^(.*)\.test\.ts$/.exec(file)?.[1] ?? []);
  const others = suites.filter((suite) => ![...FAULTS_ALONE, ...FAULTS_APART].includes(suite));
  const counts = new Map();
  const inTurn = async (waiting, env) => {
    for (let suite = waiting.shift(); suite; suite = waiting.shift())
      counts.set(suite, await vitest(`faults-${suite}`, { env, only: [`test/faults/${suite}.test.ts`] }));
  };
  const all = async (env = {}) => {
    const waiting = [...new Set([...LONGEST_FAULTS, ...others])];
    await Promise.all(Array.from({ length: FAULTS_AT_ONCE }, () => inTurn(waiting, env)));
    await inTurn([...FAULTS_ALONE], env);
    if (sumOf([...counts.values()], 'failed') > TRIED_ALONE) return;
    for (const [suite, beside] of counts)
      if (!FAULTS_TRIED_ONCE.includes(suite))
        counts.set(suite, await onceMore(`faults-${suite}`, beside, { env }));
  };
  await withPostgres(all, all);
  printTried();
  return inSum([...counts.values()]);
}

// Two lanes, each with a server and a company of its own: a journey mostly waits. Projects of playwright.config.ts.
const BROWSER_LANES = [
  ['journeys a to k', 'every screen, wide'],
  ['journeys l to z', 'every screen, narrow'],
];

async function playwright(env, lane, ...args) {
  const file = join(results, `browser-${lane}.json`);
  rmSync(file, { force: true });
  const projects = BROWSER_LANES[lane].map((project) => `--project=${project}`);
  const output = `--output=test-results/${lane}`;
  const { code } = await run(
    bin('playwright'),
    ['test', '--reporter=line,json', output, ...projects, ...args],
    {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    },
  );
  return counted(file, code, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (stats.unexpected ? 0 : errors.length),
    skipped: stats.skipped,
  }));
}

/** Journeys that failed are tried once more as other tests are. */
async function inBrowser() {
  const env = await browserForTests();
  await buildWhatIsStale();
  const lanes = await Promise.all(BROWSER_LANES.map((_, lane) => playwright(env, lane)));
  const failed = sumOf(lanes, 'failed');
  if (failed === 0 || failed > TRIED_ALONE) return inSum(lanes);
  console.log('browser: what failed, once more with nothing beside it');
  for (const [lane, beside] of lanes.entries()) {
    if (!beside.failed) continue;
    const alone = await playwright(env, lane, '--last-failed');
    // Whatever else went wrong than a journey leaves nothing to try again.
    if ((alone.passed ?? 0) + (alone.failed ?? 0) !== beside.failed) continue;
    if (alone.passed) console.log(`browser: ${alone.passed} passed only with nothing beside, named above`);
    beside.passed += alone.passed ?? 0;
    beside.failed = alone.failed ?? 0;
  }
  return inSum(lanes);
}

const steps = {
  'types-server': check(bin('tsc'), '-p', 'tsconfig.server.json', '--noEmit'),
  'types-web': check(bin('tsc'), '-p', 'tsconfig.web.json', '--noEmit'),
  'types-journeys': check(bin('tsc'), '-p', 'tsconfig.journeys.json', '--noEmit'),
  format: check(bin('prettier'), '--check', '--log-level', 'warn', '.'),
  lint: check(bin('oxlint'), '--type-aware'),
  boundaries: check(process.execPath, 'scripts/check-boundaries.mjs'),
  unused: check(bin('knip')),
  docs: check(bin('tsx'), 'scripts/docs.ts', '--check'),
  build: check(process.execPath, 'scripts/build.mjs'),
  tests: async () => {
    const options = { env: { TEST_ON: 'embedded' } };
    const beside = await vitest('embedded', { ...options, only: ['--exclude', 'test/faults/**'] });
    return onceMore('embedded', beside, options);
  },
  faults: underFaults,
  'tests-postgres': onPostgres,
  browser: inBrowser,
};
const LONG = ['faults', 'tests-postgres', 'browser'];

let stopAtExit = null;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => void Promise.resolve(stopAtExit?.()).finally(() => process.exit(1)));
}

const isAsked = (name) => (only.length > 0 ? only.includes(name) : !quick || !LONG.includes(name));
for (const [name, step] of Object.entries(steps).filter(([name]) => isAsked(name))) {
  const begun = Date.now();
  const {
    passed = 0,
    failed = 0,
    skipped = 0,
  } = await step().catch((error) => {
    console.log(error.stack);
    return { failed: 1 };
  });
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  if (failed > 0) failures.push(name);
  const outcome = failed > 0 ? `FAILED (${failed})` : 'ok';
  console.log(`${name}: ${outcome}, ${passed} passed, ${((Date.now() - begun) / 1000).toFixed(1)} s`);
}

if (failures.length > 0) console.log(`Failed: ${failures.join(', ')}`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
);
process.exit(total.failed > 0 ? 1 : 0);
