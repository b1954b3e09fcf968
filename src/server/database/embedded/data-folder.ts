import { mkdir, open, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorText } from '../server/reach.ts';

/** The size of the test file. The database allocates more than this at once, so with less room it cannot work. */
const PROBE = Buffer.alloc(256 * 1024);

// The common errors of a system; any other is shown in the system's own words.
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

/** Tests if a folder can be written to, by writing to it; returns null, or a sentence that names the setting and the cause. */
export async function whyNotWritable(folder: string): Promise<string | null> {
  const file = join(folder, `.ric-probe-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true });
    const probe = await open(file, 'w');
    await probe.writeFile(PROBE).finally(() => probe.close());
    return null;
  } catch (error) {
    return `DATA_DIR ${folder} cannot be written: ${diskReason(error) ?? systemErrorText(error)}.`;
  } finally {
    await unlink(file).catch(() => undefined);
  }
}

/** A recovery starts with new segments of the log, 16 MB each. */
const RECOVERY_BYTES = 40 * 1024 * 1024;

/** Returns null if a database in the folder has room to recover, or a sentence with the cause. */
export async function whyNoRoom(folder: string): Promise<string | null> {
  // If the system does not report the free space, writing there shows what is wrong.
  const free = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  );
  return free < RECOVERY_BYTES
    ? `DATA_DIR ${folder} cannot be written: the disk is full.`
    : whyNotWritable(folder);
}

/** Returns the cause of a disk error in words; null for any other error. */
export function diskReason(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return WORDS.get(code) ?? null;
}
