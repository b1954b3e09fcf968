import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFresh, packagesNow, root, stamp } from './freshness.mjs';

/** npm keeps its own copy of what it installed; where it agrees with the lock file nothing has to be fetched. */
function holdsTheLockFile() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const there = JSON.parse(readFileSync(installed, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || there[path]?.version === version,
  );
}

/** What npm calls a registry that cannot be reached or does not serve. */
const AWAY =
  /^npm (?:error|ERR!) code (E?[A-Z_]*(?:NOTFOUND|REFUSED|RESET|TIMEDOUT|TIMEOUT|AGAIN|UNREACH)|E5\d\d)$/m;
/** A registry that is away is given up after seconds; by npm's own settings it is after minutes. */
const RETRIES = ['--fetch-retries=3', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=4000'];

/** Returns why the packages could not be installed: a sentence where the registry is away, else what npm said. */
function reasonOf({ error, stderr }) {
  if (error) return `npm could not be started: ${error.message}.`;
  const [, code] = AWAY.exec(stderr) ?? [];
  if (code === undefined) return `npm ci failed.\n${stderr.trimEnd()}`;
  const [address] = /https?:\/\/[^\s,]+/.exec(stderr) ?? [];
  const registry = address ? `the npm registry at ${new URL(address).host}` : 'the npm registry';
  return `${registry} cannot be reached (${code}). Check the network and npm's settings, then try again.`;
}

/** Installs exactly the lock file's packages when they are missing or other ones; the network is needed only then. */
export function installWhatIsMissing() {
  const wanted = packagesNow();
  if (isFresh('packages', wanted)) return;
  if (!holdsTheLockFile()) {
    console.log('Installing packages ...');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const options = {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      shell: process.platform === 'win32',
    };
    const installed = spawnSync(
      npm,
      ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error', ...RETRIES],
      options,
    );
    if (installed.status !== 0) {
      console.error(`The packages could not be installed: ${reasonOf(installed)}`);
      process.exit(1);
    }
  }
  stamp('packages', wanted);
}
