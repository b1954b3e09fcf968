import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '../src/server/process/cannot-start.ts';
import { lockFolder } from '../src/server/database/lock.ts';
import { projectRoot } from '../src/server/process/root.ts';
import { readSettings } from '../src/server/process/settings.ts';

/** Development starts over: the embedded database and everything beside it goes. A server's database is never touched. */
async function reset() {
  const file = join(projectRoot, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const { dataDir, databaseUrl } = readSettings(process.env);
  if (databaseUrl) throw new CannotStart('DATABASE_URL is set: drop and create that database yourself.');
  if (!existsSync(join(dataDir, 'database'))) throw new CannotStart(`There is no database in ${dataDir}.`);
  const lock = await lockFolder(dataDir);
  for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true });
  await lock.release();
  console.log(`${dataDir} is empty. The next start makes a new database.`);
}

try {
  await reset();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
