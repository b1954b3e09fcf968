import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileIn = (dataDir: string) => join(dataDir, 'last-backup');

/** Notes that a backup is complete. Another tool that makes backups may touch the file itself. */
export async function noteBackup(dataDir: string, now: Date): Promise<void> {
  // Without a data folder no process is there to tell the age.
  await writeFile(fileIn(dataDir), `${now.toISOString()}\n`).catch(() => undefined);
}

/** Returns the seconds since the last complete backup; null where none is known. */
export async function backupAge(dataDir: string, now: Date): Promise<number | null> {
  const file = await stat(fileIn(dataDir)).catch(() => null);
  return file && Math.max(0, (now.getTime() - file.mtimeMs) / 1000);
}
