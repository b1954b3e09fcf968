import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread from the module `name` beside `from`, a module's own address. Built, each thread's module is one of the
 * build's entries (scripts/build.mjs); from the sources (development, tests) the thread must first learn to read TypeScript.
 */
export function startThread(name: string, from: string, options: WorkerOptions = {}): Worker {
  if (!from.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, from), options);
  const source = new URL(`./${name}.ts`, from).href;
  const tsx = import.meta.resolve('tsx/esm/api');
  const bootstrap = `import('${tsx}').then(({ tsImport }) => tsImport('${source}', '${source}'))`;
  return new Worker(bootstrap, { ...options, eval: true, execArgv: [] });
}
