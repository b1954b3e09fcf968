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

/** Installs exactly the lock file's packages when they are missing or other ones; the network is needed only then. */
export function installWhatIsMissing() {
  const wanted = packagesNow();
  if (isFresh('packages', wanted)) return;
  if (!holdsTheLockFile()) {
    console.log('Installing packages ...');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const options = {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    };
    const { status } = spawnSync(
      npm,
      ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
      options,
    );
    if (status !== 0) {
      console.error('The packages could not be installed: npm ci failed, see above.');
      process.exit(1);
    }
  }
  stamp('packages', wanted);
}
