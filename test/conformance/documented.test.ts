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

const pages = [
  ...readdirSync(projectRoot).filter((name) => name.endsWith('.md')),
  ...['docs', 'src'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  ),
];
const textOf = (page: string): string => readFileSync(join(projectRoot, page), 'utf8');

const MOST_WORDS = 35_000;
const GENERATED = ['docs/api.md', 'docs/lists.md', 'docs/settings.md'];
/** A word has a letter or a digit: the lines of tables and drawings are none. */
const WORD = /\S*[\p{L}\p{N}]\S*/gu;

test('the documents written by hand have at most 35,000 words', () => {
  const written = pages.filter((page) => !GENERATED.includes(page));
  const words = written.map((page) => textOf(page).match(WORD)?.length ?? 0);
  expect(written.length).toBeGreaterThan(40);
  expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MOST_WORDS);
});

test('every file and folder that a document names is there', () => {
  const named = pages.flatMap((page) =>
    [...textOf(page).matchAll(NAMED)].map(([path]) => `${page}: ${path}`),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((one) => !existsSync(join(projectRoot, one.split(': ')[1] ?? '')))).toEqual([]);
});
