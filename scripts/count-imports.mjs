// Prints how many modules of src a file imports, directly and through other modules; types, tests and packages do not
// count. With --areas the script also prints the areas that those modules belong to. Usage: node scripts/count-imports.mjs
// src/areas/tee-times/repricing/round-changes.handlers.ts [--areas]
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { projectFolder } from './freshness.mjs';

const { parseFileSync } = createRequire(import.meta.url)('@swc/core');
const [file, option] = process.argv.slice(2);
if (!file || !existsSync(join(projectFolder, file)) || (option && option !== '--areas')) {
  console.error('Usage: node scripts/count-imports.mjs FILE [--areas]');
  process.exit(2);
}

const IMPORTS = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'];
/** Returns true if the compiler removes an import statement, because it names only types. */
const isType = ({ typeOnly, specifiers = [] }) =>
  typeOnly || (specifiers.length > 0 && specifiers.every(({ isTypeOnly }) => isTypeOnly));

/** Returns the files of src that a module imports directly. */
function importsOf(module) {
  const text = readFileSync(module, 'utf8');
  const { body } = parseFileSync(module, { syntax: 'typescript', tsx: module.endsWith('.tsx') });
  const named = body.filter((one) => IMPORTS.includes(one.type) && one.source && !isType(one));
  const dynamic = [...text.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, path]) => path);
  return [...named.map(({ source }) => source.value), ...dynamic]
    .filter((path) => path.startsWith('.') && /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => join(dirname(module), path));
}

const seen = new Set([join(projectFolder, file)]);
for (const module of seen) for (const imported of importsOf(module)) seen.add(imported);
seen.delete(join(projectFolder, file));
const modules = [...seen]
  .map((module) => relative(projectFolder, module))
  .filter((path) => path.startsWith('src/'));
console.log(`${file} imports ${modules.length} modules of src.`);
if (option) {
  const areas = modules.map((path) => /^src\/areas\/([^/]+)\//.exec(path)?.[1]).filter(Boolean);
  const names = [...new Set(areas)].toSorted((a, b) => a.localeCompare(b));
  console.log(`They are of ${names.length} areas: ${names.join(', ')}.`);
}
