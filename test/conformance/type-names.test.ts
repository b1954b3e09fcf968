import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';
import { sourceFiles } from './source-files.ts';

/** A type is named for its role, as in `RepriceInput`; a participle or a preposition says nothing of it. */
const SAYS_NOTHING = /\b(?:type|interface|const) (?:Asked|Said|Found|Wanted|Told|Kept|Going|Went|By)\b/g;

const namelessIn = (file: string): string[] =>
  [...readFileSync(join(projectRoot, file), 'utf8').matchAll(SAYS_NOTHING)].map(
    ([name]) => `${file} ${name}`,
  );

test('a type is named for what it holds', () => {
  expect(sourceFiles.length).toBeGreaterThan(1_000);
  expect(sourceFiles.flatMap(namelessIn)).toEqual([]);
});
