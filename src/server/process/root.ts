import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return folder;
  return findRoot(dirname(folder));
}

/** The folder of package.json, both for the sources and for a build. */
export const projectRoot = findRoot(dirname(fileURLToPath(import.meta.url)));
