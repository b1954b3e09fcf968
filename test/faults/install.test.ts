import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { projectRoot } from '../../src/server/process/root.ts';

/** Runs `npm start` in a folder with the scripts and the lock file but no packages, with a local package registry. */
function startWith(registry: string) {
  const folder = mkdtempSync(join(tmpdir(), 'ric-install-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(join(projectRoot, name), join(folder, name), { recursive: true });
  // Without sources the folder would look like a container's, where npm start installs nothing.
  mkdirSync(join(folder, 'src'));
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_cache: join(folder, 'cache'),
    npm_config_registry: registry,
  };
  return spawnSync(process.execPath, [join(folder, 'scripts', 'start.mjs')], { env, encoding: 'utf8' });
}

test('an npm registry that is away is one sentence of npm start', { timeout: 120_000 }, async () => {
  const port = await freePort();
  const { status, stdout, stderr } = startWith(`http://ric:secret@127.0.0.1:${port}/`);
  expect({ status, stdout }).toEqual({ status: 1, stdout: 'Installing packages ...\n' });
  expect(stderr).toBe(
    `The packages could not be installed: the npm registry at 127.0.0.1:${port} cannot be reached (ECONNREFUSED). ` +
      "Check the network and npm's settings, then try again.\n",
  );
});

test('what else npm refuses is told in its own words', { timeout: 60_000 }, () => {
  const { status, stderr } = startWith('nonsense');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The packages could not be installed: npm ci failed\.\nnpm error /);
});
