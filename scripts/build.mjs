import './require-node.cjs';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { constants as os, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isStampFresh, projectFolder, hashSources, writeStamp } from './freshness.mjs';
import { beginStep } from './progress.mjs';

/**
 * The packages with parts that no bundle can hold (machine code, WebAssembly and its loaders), and word lists that are
 * rarely read.
 */
const NOT_BUNDLED = [
  '@electric-sql/pglite',
  '@node-rs/argon2',
  '@zxcvbn-ts/language-common',
  'pg-native',
  'sharp',
];
/** Defines `require`, which a bundle lacks, for older packages that use it to load a module of Node.js. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

// The packages are bundled too, because reading thousands of their files one by one takes half of a start's processor time.
const SERVER = {
  absWorkingDir: projectFolder,
  bundle: true,
  external: NOT_BUNDLED,
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
};

/**
 * Builds the server program as one function that `cached-main.ts` calls. The file's name changes with its sources, because
 * its compiled cache must change too.
 */
async function buildProgram(folder, name) {
  const { build } = await import('esbuild');
  await build({
    ...SERVER,
    entryPoints: ['src/app/main.ts'],
    outfile: join(folder, name),
    format: 'cjs',
    // On Node.js 20 a function from V8's code cache cannot use `import`, but it can use `require`.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'programUrl' },
    banner: {
      js: `(function (exports, require, module) { const programUrl = require('node:url').pathToFileURL(require.resolve('./${name}')).href;`,
    },
    footer: { js: '})' },
  });
}

async function buildServer(folder) {
  const { build } = await import('esbuild');
  const program = `program-${hashSources().slice(0, 16)}.cjs`;
  await buildProgram(folder, program);
  await build({
    ...SERVER,
    entryPoints: {
      main: 'src/app/cached-main.ts',
      'make-demonstration': 'src/app/demonstration/make-demonstration.ts',
      'embedded-worker': 'src/server/database/embedded/embedded-worker.ts',
      'workbook-worker': 'src/server/workbook/workbook-worker.ts',
      'user-create': 'scripts/user-create.ts',
      'partner-create': 'scripts/partner-create.ts',
      'audit-verify': 'scripts/audit-verify.ts',
      backup: 'scripts/backup.ts',
      restore: 'scripts/restore.ts',
      move: 'scripts/move.ts',
      import: 'scripts/import.ts',
    },
    outdir: folder,
    splitting: true,
    banner: { js: REQUIRE },
    define: { PROGRAM: JSON.stringify(`./${program}`) },
    format: 'esm',
  });
}

async function buildWeb(folder) {
  const { build } = await import('vite');
  await build({
    root: join(projectFolder, 'src', 'app'),
    configFile: join(projectFolder, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder },
  });
  await compressAssets(join(folder, 'assets'), QUICK);
}

const { BROTLI_PARAM_QUALITY } = constants;
/** Quality 8 takes an eighth of a second and gives files a twelfth larger than quality 11, which takes three seconds. */
const QUICK = { [BROTLI_PARAM_QUALITY]: 8 };
const SMALLEST = { [BROTLI_PARAM_QUALITY]: 11 };

/** Writes a compressed copy beside each script and style sheet, so that no visitor waits for the compression. */
async function compressAssets(folder, params) {
  const compress = { br: (text) => promisify(brotliCompress)(text, { params }), gz: promisify(gzip) };
  const names = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const text = readFileSync(join(folder, name));
      for (const [ending, work] of Object.entries(compress))
        replaceFile(join(folder, `${name}.${ending}`), await work(text));
    }),
  );
}

/** Replaces a file by renaming, so that a concurrent reader gets either the old file or the new one, completely. */
function replaceFile(file, bytes) {
  writeFileSync(`${file}.${process.pid}`, bytes);
  renameSync(`${file}.${process.pid}`, file);
}

/**
 * Builds into a separate folder and moves the folder into place at the end, so that a server started from dist never sees
 * half a build.
 */
async function buildAside(name, make) {
  const unfinished = join(projectFolder, 'dist', `.${name}-${process.pid}`);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  try {
    await make(unfinished);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  const place = join(projectFolder, 'dist', name);
  const former = join(projectFolder, 'dist', `.${name}-${process.pid}-former`);
  if (existsSync(place)) renameSync(place, former);
  renameSync(unfinished, place);
  rmSync(former, { recursive: true, force: true });
}

const PARTS = { server: buildServer, web: buildWeb };

/** The line that the build prints when all parts can be used. */
const USABLE = 'usable';

/** Builds all parts, and prints the name of each finished part. Then compresses the assets again, as small as possible. */
async function buildAll(sources) {
  const parts = Object.entries(PARTS).map(async ([name, make]) => {
    await buildAside(name, make);
    console.log(name);
  });
  await Promise.all(parts);
  writeStamp('sources', sources);
  console.log(USABLE);
  setPriority(os.priority.PRIORITY_LOW);
  await compressAssets(join(projectFolder, 'dist', 'web', 'assets'), SMALLEST);
}

const isBuilt = (sources) =>
  existsSync(join(projectFolder, 'dist/server/main.js')) &&
  existsSync(join(projectFolder, 'dist/web/index.html')) &&
  isStampFresh('sources', sources);

/**
 * Builds the server and web application if the sources have changed since the last build, in a separate process, which
 * frees the build's memory and helper processes at its end. `onPart` receives the name of each finished part, `ending` is a
 * signal that stops the build. `usable` resolves when RIC can start, `finished` when the assets are also as small as
 * possible.
 */
export function beginBuild({ onPart = () => undefined, ending } = {}) {
  if (isBuilt(hashSources())) return { usable: Promise.resolve(), finished: Promise.resolve() };
  const step = beginStep('Building', Object.keys(PARTS).length);
  // The build is always for production, even if a test starts it, because people get React's production version.
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    signal: ending,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const finished = new Promise((resolve, reject) => {
    const decide = (status) => (status === 0 ? resolve() : reject(new Error('see above.')));
    child.once('error', () => decide(1)).once('close', decide);
  });
  let done = 0;
  const usable = new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line === USABLE) resolve();
      if (!(line in PARTS)) return;
      step.advance((done += 1));
      onPart(line);
    });
    finished.catch(reject);
  }).finally(step.end);
  return { usable, finished };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.env.NODE_ENV = 'production';
  const sources = hashSources();
  if (!isBuilt(sources)) await buildAll(sources);
}
