import './require-node.cjs';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '../src/server/process/cannot-start.ts';
import { lockFolder } from '../src/server/database/lock.ts';
import { beginProcess } from '../src/server/process/start/begin.ts';
import { runCommand } from './command.ts';

const USAGE = 'Usage: npm run db:reset  (development starts over: everything in DATA_DIR goes)';

/** Deletes the embedded database and everything beside it. A database on a server is never touched. */
await runCommand({ usage: USAGE, options: {}, words: [0, 0] }, async () => {
  const { dataDir, databaseUrl } = beginProcess();
  if (databaseUrl) throw new CannotStart('DATABASE_URL is set: drop and create that database yourself.');
  if (!existsSync(join(dataDir, 'database'))) throw new CannotStart(`There is no database in ${dataDir}.`);
  const lock = await lockFolder(dataDir);
  for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true });
  await lock.release();
  console.log(`${dataDir} is empty. The next start makes a new database.`);
});
