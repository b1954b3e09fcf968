import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
} from 'node:fs';
import { join } from 'node:path';

/** Matches the paths in DATA_DIR of files that RIC creates, half-written ones included. Files with other names are not touched. */
const MADE_BY_RIC = [
  /^database(\.unfinished)?(\/((base|global|pg_\w+)(\/.*)?|PG_VERSION|\w+(\.auto)?\.conf|postmaster\.\w+))?$/,
  /^(backup-copy|restoring)(\/.*)?$/,
  /^images(\/([\w-]+\.\w+|\.[\w-]+))?$/,
  /^mailbox(\/[^/]+\.(eml|unfinished))?$/,
  /^outside(\/([a-z-]+\.(jsonl(\.\w+)?|key)|course-samples(\/[^/]+)?))?$/,
  /^(backup\.sock|last-backup)$/,
  /^\.ric-probe-\d+$/,
];
const isMadeByRic = (path: string) => MADE_BY_RIC.some((pattern) => pattern.test(path));

const OTHERS = 0o077;
/** The flags that open a path without following a link at its end and without blocking on a pipe. */
const AS_IT_IS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * The error codes for which a file is skipped: it is gone, belongs to another user, has become a link, or is on a
 * disk without modes or writes.
 */
const LEFT = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENXIO', 'ENOTSUP', 'EROFS']);

/**
 * Removes the access rights of other users from the files that RIC has created in its data folder, and from the
 * folder if it contains nothing else. Follows no link, and skips files of other users. Returns how many files and
 * folders were corrected.
 */
export function makeFilesPrivate(dataDir: string): number {
  if (process.platform === 'win32') return 0;
  return unlessLeft(() => {
    const folder = realpathSync(dataDir);
    const isRicsAlone = readdirSync(folder).every(isMadeByRic);
    return (isRicsAlone ? correct(folder) : 0) + correctIn(folder, '');
  });
}

function correctIn(folder: string, within: string): number {
  let corrected = 0;
  for (const entry of readdirSync(join(folder, within), { withFileTypes: true })) {
    const path = within === '' ? entry.name : `${within}/${entry.name}`;
    if (!isMadeByRic(path) || !(entry.isDirectory() || entry.isFile())) continue;
    corrected += unlessLeft(() => correct(join(folder, path)));
    if (entry.isDirectory()) corrected += unlessLeft(() => correctIn(folder, path));
  }
  return corrected;
}

/** Corrects the access rights of a file; returns 1 if they were wrong and are now right, else 0. */
function correct(path: string): 0 | 1 {
  if ((lstatSync(path).mode & OTHERS) === 0) return 0;
  const file = openSync(path, AS_IT_IS);
  try {
    const { mode, uid } = fstatSync(file);
    if (uid !== process.getuid?.()) return 0;
    fchmodSync(file, mode & ~OTHERS);
    return 1;
  } finally {
    closeSync(file);
  }
}

function unlessLeft(work: () => number): number {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && LEFT.has(String(error.code))) return 0;
    throw error;
  }
}
