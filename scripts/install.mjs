import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStampFresh, hashLockFile, projectFolder, writeStamp } from './freshness.mjs';
import { beginStep } from './progress.mjs';

const modules = join(projectFolder, 'node_modules');

/** Returns the packages of the lock file that must be installed; optional packages may be missing on a platform. */
function lockedPackages(development) {
  const { packages } = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).filter(
    ([path, { dev, optional, devOptional }]) =>
      path !== '' && !optional && !devOptional && (development || !dev),
  );
}

/** Matches npm's error codes for a package registry that cannot be reached or does not serve. */
const AWAY =
  /^npm (?:error|ERR!) code (E?[A-Z_]*(?:NOTFOUND|REFUSED|RESET|TIMEDOUT|TIMEOUT|AGAIN|UNREACH)|E5\d\d)$/m;
/** npm gives up an unreachable package registry after seconds; with its defaults it takes minutes. */
const RETRIES = ['--fetch-retries=3', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=4000'];

/**
 * Returns why the packages could not be installed: a sentence if the package registry is unreachable, else npm's own
 * output.
 */
function reasonOf({ error, stderr }) {
  if (error) return `npm could not be started: ${error.message}.`;
  const [, code] = AWAY.exec(stderr) ?? [];
  if (code === undefined) return `npm ci failed.\n${stderr.trimEnd()}`;
  const [address] = /https?:\/\/[^\s,]+/.exec(stderr) ?? [];
  const registry = address ? `the npm registry at ${new URL(address).host}` : 'the npm registry';
  return `${registry} cannot be reached (${code}). Check the network and npm's settings, then try again.`;
}

/**
 * Returns true if the packages are installed. npm keeps its own copy of the lock file; if that copy agrees with the
 * project's, nothing has to be fetched.
 */
function holds(packages) {
  const installed = join(modules, '.package-lock.json');
  if (!existsSync(installed)) return false;
  const there = JSON.parse(readFileSync(installed, 'utf8')).packages;
  return packages.every(([path, { version }]) => there[path]?.version === version);
}

/**
 * Runs npm and shows how many of the packages have a folder so far. Returns npm's exit status, its error and its error
 * output.
 */
async function runNpm(args, packages, ending) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const child = spawn(npm, [...args, '--no-audit', '--no-fund', '--loglevel=error', ...RETRIES], {
    cwd: projectFolder,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
    signal: ending,
  });
  let stderr = '';
  child.stderr.on('data', (text) => (stderr += text));
  const step = beginStep('Installing packages', packages.length);
  const timer = setInterval(
    () => step.advance(packages.filter(([path]) => existsSync(join(projectFolder, path))).length),
    500,
  );
  const ended = await new Promise((resolve) =>
    child
      .once('error', (error) => resolve({ status: 1, error }))
      .once('close', (status) => resolve({ status })),
  );
  clearInterval(timer);
  step.end();
  return { ...ended, stderr };
}

/** Returns the stamp for an installation that includes development packages. */
const withDevelopment = (wanted) => `${wanted} development`;

/** Installs the packages of the lock file, or ends the process with a sentence. */
async function install(development, ending) {
  // Adding development packages must not remove the others from under a running server.
  const adds = development && holds(lockedPackages(false));
  const args = adds ? ['install', '--no-save'] : ['ci'];
  const only = development ? '--include=dev' : '--omit=dev';
  const installed = await runNpm([...args, only], lockedPackages(development), ending);
  if (installed.status === 0) return;
  console.error(`The packages could not be installed: ${reasonOf(installed)}`);
  process.exit(1);
}

/**
 * Installs exactly the packages of the lock file if some are missing or different; only then is the network needed. A start
 * needs no development packages, but keeps installed ones; tests add them.
 */
export async function installWhatIsMissing({ development = false, ending } = {}) {
  const wanted = hashLockFile();
  if (isStampFresh('packages', withDevelopment(wanted))) return;
  if (!development && isStampFresh('packages', wanted)) return;
  if (!holds(lockedPackages(development))) await install(development, ending);
  const isAll = development || holds(lockedPackages(true));
  writeStamp('packages', isAll ? withDevelopment(wanted) : wanted);
}
