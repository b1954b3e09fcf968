import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/server/process/root.ts';

const FOLDERS = ['bench', 'db', 'demo', 'scripts', 'src', 'test'];
const CODE = /\.(?:tsx?|mjs)$/;

/** The paths of all code files, relative to the project's folder. */
export const sourceFiles: readonly string[] = [
  ...readdirSync(projectRoot),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  ),
].filter((file) => CODE.test(file));
