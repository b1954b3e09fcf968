import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';

// The limit of the first script's size. React takes 69 kB of it, the router 29, the queries 10
// (docs/decisions/0007-own-or-library-in-the-browser.md).
const MOST_BYTES = 138_400;
const MOST_OPENING_BYTES = 3_000;
// The limit of the size of the scripts for screens without inputs. Folding texts takes half a kilobyte of it, cleaning and
// parsing typed values another.
const MOST_PLAIN_BYTES = 31_900;
const MOST_STYLE_BYTES = 12_000;
const MOST_SCRIPTS_OF_A_RECORD = 10;
const web = join(projectRoot, 'dist', 'web');
const read = (name: string) => readFileSync(join(web, 'assets', name), 'utf8');
const compressed = (names: string[]) => names.reduce((sum, name) => sum + gzipSync(read(name)).length, 0);

beforeAll(() => {
  execFileSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')]);
}, 300_000);

/** Returns the scripts or style sheets that the page itself requests. */
function ofThePage(ending: 'js' | 'css'): string[] {
  const page = readFileSync(join(web, 'index.html'), 'utf8');
  return [...page.matchAll(/\/assets\/([\w.-]+)"/g)]
    .map(([, name = '']) => name)
    .filter((name) => name.endsWith(`.${ending}`));
}

/** Returns a script and everything that it imports before it runs. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, imported = ''] of read(name).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
    withImports(imported, found);
  return found;
}

test('the tee-time list is one script and one stylesheet, and a small script before them that asks', () => {
  const [opening = '', script = '', ...more] = ofThePage('js');
  expect(more).toEqual([]);
  expect([...withImports(script)]).toEqual([script]);
  expect(compressed([opening])).toBeLessThanOrEqual(MOST_OPENING_BYTES);
  expect(read(opening)).toContain('/api/tee_times/index');
  expect(read(script)).toContain('Tee Time Management');
  expect(ofThePage('css')).toHaveLength(1);
});

test('schemas stay on the server', () => {
  const scripts = readdirSync(join(web, 'assets')).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  // The pattern matches texts of the library zod, and of a list's query schema.
  for (const name of scripts) expect(read(name), name).not.toMatch(/ZodError|must be a JSON object/);
});

test(`the tee-time list loads at most ${MOST_BYTES / 1000} kB of JavaScript, compressed`, () => {
  const bytes = compressed(ofThePage('js'));
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  expect(compressed(ofThePage('css'))).toBeLessThanOrEqual(MOST_STYLE_BYTES);
});

test('what is fetched without the theme of the forms has none of their inputs', () => {
  const [, application = ''] = ofThePage('js');
  const plain = readdirSync(join(web, 'assets')).filter((name) => /^(lists|Home|SignOut)-.*\.js$/.test(name));
  expect(plain).toHaveLength(3);
  for (const name of plain)
    for (const imported of withImports(name))
      expect([application, ...plain], `${name} imports ${imported}`).toContain(imported);
  expect(compressed(plain)).toBeLessThanOrEqual(MOST_PLAIN_BYTES);
});

test(`a record loads at most ${MOST_SCRIPTS_OF_A_RECORD} scripts`, () => {
  const records = readdirSync(join(web, 'assets')).filter((name) => /^\w+Detail-[\w-]+\.js$/.test(name));
  expect(records.length).toBeGreaterThan(5);
  for (const name of records)
    expect(withImports(name).size, name).toBeLessThanOrEqual(MOST_SCRIPTS_OF_A_RECORD);
});
