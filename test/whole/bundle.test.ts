import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../src/server/root.ts';

const MOST_BYTES = 180_000;
const assets = join(projectRoot, 'dist', 'web', 'assets');
const read = (name: string) => readFileSync(join(assets, name), 'utf8');

beforeAll(() => {
  execFileSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')]);
}, 300_000);

/** A script and all that it imports before it runs. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, imported = ''] of read(name).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
    withImports(imported, found);
  return found;
}

function scriptsOf(screen: string): string[] {
  const page = readFileSync(join(assets, '..', 'index.html'), 'utf8');
  const entries = [...page.matchAll(/\/assets\/([\w.-]+\.js)/g)].map(([, name = '']) => name);
  const chunk = readdirSync(assets).find((name) => name.startsWith(`${screen}-`) && name.endsWith('.js'));
  expect(entries).not.toEqual([]);
  expect(chunk).toBeDefined();
  return [...[...entries, chunk ?? ''].reduce((found, name) => withImports(name, found), new Set<string>())];
}

test(`the tee-time list loads at most ${MOST_BYTES / 1000} kB of JavaScript, compressed`, () => {
  const bytes = scriptsOf('TeeTimeList').reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});
