import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CannotStart } from '../src/server/process/cannot-start.ts';

const at = (path: string) => statSync(path, { throwIfNoEntry: false });

function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** Throws an error with a sentence if the path is not a readable file. */
export function checkReadable(path: string): void {
  const file = at(path);
  if (!file) throw new CannotStart(`There is no file ${path}.`);
  if (!file.isFile()) throw new CannotStart(`${path} is ${file.isDirectory() ? 'a folder' : 'no file'}.`);
  if (!isAllowed(path, constants.R_OK)) throw new CannotStart(`This user may not read ${path}.`);
}

/** Throws an error with a sentence if no file can be written at the path. */
export function checkWritable(path: string): void {
  const file = at(path);
  if (file?.isDirectory()) throw new CannotStart(`${path} is a folder: name the file to write in it.`);
  if (file && !file.isFile()) throw new CannotStart(`${path} is no file.`);
  const folder = dirname(resolve(path));
  if (!at(folder)?.isDirectory()) throw new CannotStart(`There is no folder ${folder}.`);
  if (!isAllowed(folder, constants.W_OK)) throw new CannotStart(`This user may not write in ${folder}.`);
}
