import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';

test(
  'the documents are what the contract says, the types of the tables what the database says',
  { timeout: 60_000 },
  async () => {
    const checked = promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/docs.ts', '--check'], {
      cwd: projectRoot,
    });
    await expect(checked).resolves.toMatchObject({ stderr: '' });
  },
);

const NAMED = /(?<![\w/.])(?:src|db|scripts|test|bench|docs)\/[\w./-]*\w/g;

test('every file and folder that a document names is there', () => {
  const pages = [
    ...readdirSync(projectRoot).filter((name) => name.endsWith('.md')),
    ...['docs', 'src'].flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md'))
        .map((name) => join(folder, name)),
    ),
  ];
  const named = pages.flatMap((page) =>
    [...readFileSync(join(projectRoot, page), 'utf8').matchAll(NAMED)].map(([path]) => `${page}: ${path}`),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((one) => !existsSync(join(projectRoot, one.split(': ')[1] ?? '')))).toEqual([]);
});
