// Runs one command, one vitest or one playwright, and returns a Result: { passed, failed, skipped, files: [{ file, seconds
// }], failures: [{ file, name, message, screen?, rerun }] }.
import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectFolder } from '../freshness.mjs';

export const resultsFolder = join(projectFolder, '.cache', 'results');
mkdirSync(resultsFolder, { recursive: true });

const bin = (name) => join(projectFolder, 'node_modules', '.bin', name);

const children = new Set();
/** Ends the running child processes of an interrupted test run. */
export const stopChildren = () => children.forEach((child) => child.kill());

/** Runs a command with its output in .cache/results/NAME.log; returns the exit code and that file. */
function run(name, [command, ...args], env = {}) {
  const log = join(resultsFolder, `${name}.log`);
  const file = createWriteStream(log);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
    });
    children.add(child);
    const end = (code) => {
      children.delete(child);
      file.end(() => resolve({ code, log }));
    };
    child.stdout.pipe(file, { end: false });
    child.stderr.pipe(file, { end: false });
    child.on('error', (error) => file.write(error.message) && end(1));
    child.on('close', (code) => end(code ?? 1));
  });
}

const lastLines = (file, count) => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n');

/** Runs a command that passes or fails as a whole; its output becomes the message of the failure. */
export async function runCheck(name, command) {
  const { code, log } = await run(
    name,
    command[0].includes('/') ? command : [bin(command[0]), ...command.slice(1)],
    // The compiler and the linter are written in Go, and by default spend a fifth of their time on garbage collection.
    { GOGC: '400' },
  );
  if (code === 0) return { passed: 1, failed: 0, skipped: 0, files: [], failures: [] };
  const failure = { file: name, name, message: lastLines(log, 60), lines: 60, rerun: `npm test -- ${name}` };
  return { passed: 0, failed: 1, skipped: 0, files: [], failures: [failure] };
}

const rerunOf = (file, name, engine) =>
  `npm test -- ${file} -t ${JSON.stringify(name)}${engine ? ` --on ${engine}` : ''}`;

/** Adds a failure for a runner that failed without naming a test; the message is the runner's last output. */
function withExitCode(result, { code, log, name }) {
  if (code === 0 || result.failures.length > 0) return result;
  const failure = {
    file: name,
    name: 'the runner itself',
    message: lastLines(log, 30),
    lines: 30,
    rerun: `npm test -- ${name}`,
  };
  return { ...result, failed: result.failed + 1, failures: [failure] };
}

const NOTHING = { passed: 0, failed: 0, skipped: 0, files: [], failures: [] };

/** Runs vitest with the arguments `args`. */
export async function runVitest(name, { env = {}, args = [] }) {
  const file = join(resultsFolder, `${name}.json`);
  rmSync(file, { force: true });
  const report = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const { code, log } = await run(name, [bin('vitest'), 'run', ...report, ...args], env);
  const read = existsSync(file)
    ? resultOfVitest(JSON.parse(readFileSync(file, 'utf8')), env.TEST_ON)
    : NOTHING;
  return withExitCode(read, { code, log, name });
}

function resultOfVitest({ numPassedTests, numPendingTests, numTodoTests, testResults }, engine) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(projectFolder, name);
    const failed = assertionResults.filter((one) => one.status === 'failed');
    // A test file that cannot be read, or whose hook fails, may have no failed test.
    if (status === 'failed' && failed.length === 0)
      return [{ file, name: 'the file itself', message, rerun: `npm test -- ${file}` }];
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      name: fullName,
      message: failureMessages.join('\n'),
      rerun: rerunOf(file, fullName, engine),
    }));
  });
  const files = testResults.map(({ name, startTime, endTime, assertionResults }) => ({
    file: relative(projectFolder, name),
    seconds: (endTime - startTime) / 1000,
    tests: assertionResults.length,
  }));
  return {
    passed: numPassedTests,
    failed: failures.length,
    skipped: numPendingTests + numTodoTests,
    files,
    failures,
  };
}

/** Runs playwright with the arguments `args`. */
export async function runPlaywright(name, { env, args }) {
  const file = join(resultsFolder, `${name}.json`);
  rmSync(file, { force: true });
  const report = ['--reporter=line,json', `--output=test-results/${name}`];
  const { code, log } = await run(name, [bin('playwright'), 'test', ...report, ...args], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const read = existsSync(file) ? resultOfPlaywright(JSON.parse(readFileSync(file, 'utf8'))) : NOTHING;
  return withExitCode(read, { code, log, name });
}

const specsIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsIn)];

/** Returns the lines of a failed journey's page, as a screen reader reads them. */
function screenOf({ attachments }) {
  const context = attachments.find(({ name, path }) => name === 'error-context' && existsSync(path));
  if (!context) return [];
  const [, page = ''] = /```yaml\n(.*?)\n```/s.exec(readFileSync(context.path, 'utf8')) ?? [];
  const lines = page.split('\n').map((line) => line.replace(/ \[(ref=\w+|cursor=pointer)\]/g, ''));
  const at = lines.findIndex((line) => /^\s*- (main|dialog)\b/.test(line));
  return lines.slice(Math.max(0, at)).filter((line) => line.trim() !== '' && !line.includes('- /url:'));
}

function resultOfPlaywright({ suites, stats, errors }) {
  const found = suites.map((suite) => ({ file: join('test/journeys', suite.file), specs: specsIn(suite) }));
  const resultsOf = ({ tests }) => tests.flatMap((one) => one.results);
  const failures = found.flatMap(({ file, specs }) =>
    specs
      .filter(({ ok }) => !ok)
      .map((spec) => ({
        file,
        name: spec.title,
        message: resultsOf(spec)
          .flatMap((one) => one.errors.map((error) => error.message))
          .join('\n'),
        screen: resultsOf(spec).flatMap(screenOf).join('\n'),
        rerun: rerunOf(file, spec.title),
      })),
  );
  const integrations = errors.map(({ message }) => ({
    file: 'test/journeys',
    name: 'the journeys',
    message,
    rerun: 'npm test -- browser',
  }));
  const files = found.map(({ file, specs }) => ({
    file,
    seconds: specs.flatMap(resultsOf).reduce((sum, { duration }) => sum + duration / 1000, 0),
    tests: specs.length,
  }));
  return {
    passed: stats.expected,
    failed: failures.length + integrations.length,
    skipped: stats.skipped,
    files,
    failures: [...failures, ...integrations],
  };
}
