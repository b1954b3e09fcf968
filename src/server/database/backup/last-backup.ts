import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileIn = (dataDir: string) => join(dataDir, 'last-backup');

/** Records the time of a complete backup in the data folder. Other backup tools may touch that file themselves. */
export async function recordBackupTime(dataDir: string, now: Date): Promise<void> {
  // A failure is ignored: without a data folder, no process reports the age of the backup.
  await writeFile(fileIn(dataDir), `${now.toISOString()}\n`).catch(() => undefined);
}

/** Returns the seconds since the last complete backup; null if no backup is known. */
export async function secondsSinceBackup(dataDir: string, now: Date): Promise<number | null> {
  const file = await stat(fileIn(dataDir)).catch(() => null);
  return file && Math.max(0, (now.getTime() - file.mtimeMs) / 1000);
}
