import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsFingerprint } from '../../scripts/testing/migrations.mjs';
import { runMigrations } from '../../src/server/database/migrate.ts';
import { openDatabase } from '../../src/server/database/open.ts';
import { projectRoot } from '../../src/server/process/root.ts';

/** Returns a data folder with a migrated, empty, closed embedded database; making a missing one takes five seconds. */
export async function emptyEmbeddedFolder(): Promise<string> {
  const folder = join(projectRoot, '.cache', `embedded-${migrationsFingerprint()}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const database = await openDatabase({ dataDir: unfinished });
  await runMigrations(database).finally(database.close);
  renameSync(unfinished, folder);
  return folder;
}

/** Copies an empty database into a data folder that has none yet, as a first start would make it. */
export async function putEmptyDatabase(dataDir: string): Promise<void> {
  cpSync(join(await emptyEmbeddedFolder(), 'database'), join(dataDir, 'database'), { recursive: true });
}
