// npm run mutation: changes the pure money code in every small way there is, and counts the changes that no test of the
// rules notices. The run fails below 90 %. The mutation tool is large and only used here, so it is installed into .cache.
// With `-- --mutate src/areas/rates/choice/rate.rules.ts` only that file is changed.
import './require-node.cjs';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './freshness.mjs';
import { installWhatIsMissing } from './install.mjs';

process.chdir(projectFolder);
await installWhatIsMissing({ development: true });

const given = join('scripts', 'mutation');
const folder = join('.cache', 'mutation');
const tool = join(folder, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');

const same = (name) =>
  existsSync(join(folder, name)) && readFileSync(join(folder, name)).equals(readFileSync(join(given, name)));

if (!existsSync(tool) || !same('package-lock.json')) {
  console.log('Installing the mutation tester into .cache/mutation ...');
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(given, name), join(folder, name));
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' };
  // vitest is a peer dependency of the mutation tool and is installed already.
  const flags = ['--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(npm, ['ci', ...flags], options);
  if (status !== 0) {
    // A partial installation must not count as a complete one the next time.
    rmSync(join(folder, 'package-lock.json'));
    process.exit(1);
  }
}

const args = ['run', join(given, 'stryker.config.json'), ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, [tool, ...args], { stdio: 'inherit' });
rmSync(join(folder, 'tmp'), { recursive: true, force: true });
process.exit(status ?? 1);
