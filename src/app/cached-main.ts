import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';

/** The name of the bundled program's file beside this one, which changes with its sources; set by scripts/build.mjs. */
declare const PROGRAM: string;

const file = fileURLToPath(new URL(PROGRAM, import.meta.url));
const cacheFile = `${file}.cache`;

function readCache(): Buffer | undefined {
  try {
    return readFileSync(cacheFile);
  } catch {
    return undefined;
  }
}

/**
 * Writes the compiled code that V8 has produced so far to a cache file. In a read-only folder there is no cache file, and
 * every start compiles again.
 */
function writeCache(script: Script): void {
  const unfinished = `${cacheFile}.${process.pid}`;
  try {
    writeFileSync(unfinished, script.createCachedData());
    renameSync(unfinished, cacheFile);
  } catch {
    // Without the cache file only the start is slower.
  }
}

// Compiling takes half of a start's processor time. Node.js 20 does not cache compiled modules, so the program is one
// script, whose compiled code the first start writes beside the script. V8 rejects a cache file that was written with
// another version or other flags.
const cachedData = readCache();
const script = new Script(readFileSync(file, 'utf8'), {
  filename: file,
  ...(cachedData && { cachedData }),
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
const program: unknown = script.runInThisContext();
if (typeof program !== 'function') throw new Error(`${file} is not what scripts/build.mjs writes.`);
const loaded: { exports: { started?: Promise<unknown> } } = { exports: {} };
Reflect.apply(program, undefined, [loaded.exports, createRequire(file), loaded]);
if (!cachedData || script.cachedDataRejected)
  loaded.exports.started?.then(
    () => writeCache(script),
    () => undefined,
  );
