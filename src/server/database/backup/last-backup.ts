import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileIn = (dataDir: string) => join(dataDir, 'last-backup');

/** Records that a backup is complete. Other backup tools may touch the file themselves. */
export async function noteBackup(dataDir: string, now: Date): Promise<void> {
  // Without a data folder there is no process to report the age.
  await writeFile(fileIn(dataDir), `${now.toISOString()}\n`).catch(() => undefined);
}

/** Returns the seconds since the last complete backup; null if none is known. */
export async function backupAge(dataDir: string, now: Date): Promise<number | null> {
  const file = await stat(fileIn(dataDir)).catch(() => null);
  return file && Math.max(0, (now.getTime() - file.mtimeMs) / 1000);
}
