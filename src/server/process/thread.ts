import { renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { z } from 'zod';
import { projectRoot } from './root.ts';

/**
 * Starts a worker thread from the module `name` beside `from`, which is a module's URL. In a build, each thread's
 * module is an entry of scripts/build.mjs; from the sources (development, tests) the module is bundled at first use.
 */
export function startThread(name: string, from: string, options: WorkerOptions = {}): Worker {
  if (!from.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, from), options);
  return new Worker(bundleOf(fileURLToPath(new URL(`./${name}.ts`, from))), { ...options, execArgv: [] });
}

const Esbuild = z.custom<{ buildSync(options: object): unknown }>();
const bundles = new Map<string, string>();

/**
 * Bundles a thread's TypeScript module to a file. A thread that loads TypeScript itself would take half a second of
 * processor time at every start.
 */
function bundleOf(source: string): string {
  const known = bundles.get(source);
  if (known !== undefined) return known;
  // esbuild is loaded only here, because a build runs where esbuild is not installed.
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
  // The file is renamed into place, because another process may start the same thread at once and must not read half a file.
  renameSync(outfile, place);
  bundles.set(source, place);
  return place;
}
