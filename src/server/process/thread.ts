import { renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { z } from 'zod';
import { projectRoot } from './root.ts';

/**
 * Starts a thread from the module `name` beside `from`, a module's own URL. In a build, each thread's module is one of
 * its entries (scripts/build.mjs); from the sources (development, tests) it is bundled at first use.
 */
export function startThread(name: string, from: string, options: WorkerOptions = {}): Worker {
  if (!from.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, from), options);
  return new Worker(bundleOf(fileURLToPath(new URL(`./${name}.ts`, from))), { ...options, execArgv: [] });
}

const Esbuild = z.custom<{ buildSync(options: object): unknown }>();
const bundles = new Map<string, string>();

/** A thread that loads TypeScript itself takes half a second of processor time at every start. */
function bundleOf(source: string): string {
  const known = bundles.get(source);
  if (known !== undefined) return known;
  // Not imported: a build runs where esbuild is not installed.
  const { buildSync } = Esbuild.parse(createRequire(import.meta.url)('esbuild'));
  const place = join(projectRoot, '.cache', 'threads', `${parse(source).name}.mjs`);
  const outfile = `${place}-${process.pid}`;
  buildSync({
    entryPoints: [source],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
  // Another process may start the same thread concurrently, and must not see half of it.
  renameSync(outfile, place);
  bundles.set(source, place);
  return place;
}
