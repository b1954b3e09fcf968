import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';
import { sourceFiles } from './source-files.ts';

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');

/** Matches type names that name no role, such as a participle or a preposition; a good name is `RepriceInput`. */
const SAYS_NOTHING = /\b(?:type|interface|const) (?:Asked|Said|Found|Wanted|Told|Kept|Going|Went|By)\b/g;

const namelessIn = (file: string): string[] =>
  [...read(file).matchAll(SAYS_NOTHING)].map(([name]) => `${file} ${name}`);

test('a type is named for what it holds', () => {
  expect(sourceFiles.length).toBeGreaterThan(1_000);
  expect(sourceFiles.flatMap(namelessIn)).toEqual([]);
});

const EXPORTED = /^export (?:default )?(?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm;
// Returns true for files written by hand. In the generated file, each table's type has the name of its record.
const isWritten = (file: string): boolean => file.startsWith('src/') && !/\.test\.|\/tables\.ts$/.test(file);

/** Returns the files that export each name. */
function filesByName(): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>();
  for (const file of sourceFiles.filter(isWritten))
    for (const [, name = ''] of read(file).matchAll(EXPORTED))
      files.set(name, (files.get(name) ?? new Set()).add(file));
  return files;
}

/** Returns a file's area, or its folder in another layer: `src/areas/rates`, `src/server/lists`. */
const areaOf = (file: string): string => file.split('/').slice(0, 3).join('/');

const described = ([name, files]: readonly [string, Set<string>]): string =>
  `${name}: ${[...files].join(' ')}`;

test('a name can be searched: at most two files export it, and one of each area', () => {
  const all = [...filesByName()];
  expect(all.length).toBeGreaterThan(2_500);
  expect(all.filter(([, files]) => files.size > 2).map(described)).toEqual([]);
  const isTwoThings = (files: Set<string>) => new Set([...files].map(areaOf)).size < files.size;
  expect(all.filter(([, files]) => isTwoThings(files)).map(described)).toEqual([]);
});
