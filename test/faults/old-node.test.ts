import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';

const SENTENCE =
  /^RIC needs Node\.js 20\.19 or later, and this is v(\d+\.\d+\.\d+): install a newer one\.\n$/;

/** Installs another version of Node.js from npm, cached in .cache; returns null if the registry is unreachable. */
function nodeOf(version: string): string | null {
  const folder = join(projectRoot, '.cache', 'old-node', version);
  const program = join(folder, 'node_modules', 'node', 'bin', 'node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const quietly = ['--no-audit', '--no-fund', '--no-save', '--loglevel=silent'];
  const { status } = spawnSync('npm', ['install', '--prefix', folder, ...quietly, `node@${version}`]);
  return status === 0 ? program : null;
}

/** Reads the scripts that npm runs with Node.js itself. */
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(projectRoot, 'package.json'), 'utf8'),
);
const BY_NODE = /^(exec )?(env \w+=\w+ )?node /;
const commands = Object.values(scripts)
  .filter((command) => BY_NODE.test(command))
  .map((command) => command.replace(BY_NODE, '').split(' '));

for (const version of ['18.20.8', '20.18.0']) {
  const node = nodeOf(version);
  describe.skipIf(node === null)(`Node.js ${version}`, () => {
    test.each(commands.map((words) => [words.join(' '), words]))(
      'is refused by %s in one sentence',
      (_, words) => {
        const before = readdirSync(projectRoot).toSorted();
        const { status, stdout, stderr } = spawnSync(node ?? '', words, {
          cwd: projectRoot,
          encoding: 'utf8',
        });
        expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
        expect(SENTENCE.exec(stderr)?.[1]).toBe(version);
        expect(readdirSync(projectRoot).toSorted()).toEqual(before);
      },
    );
  });
}

// Ubuntu 22.04's version of Node.js cannot parse any of RIC's scripts, so npm start preloads the version check.
const oldest = nodeOf('12.22.12');
test.skipIf(oldest === null)(
  'npm start refuses Node.js 12, which cannot parse it, in the same sentence',
  () => {
    const words = scripts.start?.replace(BY_NODE, '').split(' ') ?? [];
    const { status, stderr } = spawnSync(oldest ?? '', words, {
      cwd: projectRoot,
      encoding: 'utf8',
      timeout: 15_000,
    });
    expect([status, SENTENCE.exec(stderr)?.[1]]).toEqual([1, '12.22.12']);
  },
);
