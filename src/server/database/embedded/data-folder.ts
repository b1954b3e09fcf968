import { mkdir, open, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorText } from '../server/reach.ts';

/** The content of the test file. The database allocates more disk space than this at once, so it cannot work with less. */
const PROBE = Buffer.alloc(256 * 1024);

// The common error codes of the operating system in words; any other error is shown as the system words it.
const WORDS = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', "the disk quota of RIC's user is used up"],
  ['EFBIG', 'the limit for the size of a file is reached'],
  ['EROFS', 'it is on a disk that can only be read'],
  ['EACCES', "RIC's user may not write there"],
  ['EPERM', "RIC's user may not write there"],
  ['ENOTDIR', 'it is not a folder'],
  ['EEXIST', 'it is not a folder'],
  ['EIO', 'the disk reports an error'],
]);

/**
 * Tests if a folder can be written to, by writing a file there; returns null, or a sentence that names the setting
 * and the cause.
 */
export async function folderWriteProblem(folder: string): Promise<string | null> {
  const file = join(folder, `.ric-probe-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true });
    const probe = await open(file, 'w');
    await probe.writeFile(PROBE).finally(() => probe.close());
    return null;
  } catch (error) {
    return `DATA_DIR ${folder} cannot be written: ${diskErrorText(error) ?? systemErrorText(error)}.`;
  } finally {
    await unlink(file).catch(() => undefined);
  }
}

/** The disk space that a recovery needs, because it starts with new segments of the database's log, 16 MB each. */
const RECOVERY_BYTES = 40 * 1024 * 1024;

/** Returns null if the disk has room for the recovery of a database in this folder, or a sentence with the cause. */
export async function recoverySpaceProblem(folder: string): Promise<string | null> {
  // If the system does not report the free disk space, a later write shows any problem.
  const free = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  );
  return free < RECOVERY_BYTES
    ? `DATA_DIR ${folder} cannot be written: the disk is full.`
    : folderWriteProblem(folder);
}

/** Returns the cause of a disk error in words; null for an error of another kind. */
export function diskErrorText(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return WORDS.get(code) ?? null;
}
