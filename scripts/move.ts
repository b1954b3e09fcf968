import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ledgerProblems } from '../src/areas/reconciling/ledger-check.queries.ts';
import { withEnd } from '../src/server/database/backup/lines.ts';
import { rowsIn } from '../src/server/database/backup/read-in.ts';
import { rowsOut } from '../src/server/database/backup/read-out.ts';
import { tellRestored } from '../src/server/database/backup/tell.ts';
import { directly, openDatabase, type Database } from '../src/server/database/open.ts';
import { migrateAsOwner, openAsOwner } from '../src/server/database/owner/owner.ts';
import { checkServer } from '../src/server/database/prepare.ts';
import { CannotStart } from '../src/server/process/cannot-start.ts';
import { projectRoot } from '../src/server/process/root.ts';
import { readSettings } from '../src/server/process/settings.ts';

function readAddress(): string {
  const [address, ...more] = process.argv.slice(2);
  if (address && more.length === 0 && /^postgres(ql)?:\/\//.test(address)) return address;
  throw new CannotStart('Usage: npm run move -- postgres://ric:secret@127.0.0.1:5432/ric');
}

async function move() {
  const env = join(projectRoot, '.env');
  if (existsSync(env)) process.loadEnvFile(env);
  const databaseUrl = readAddress();
  const settings = readSettings(process.env);
  const { dataDir } = settings;
  if (!existsSync(join(dataDir, 'database'))) throw new CannotStart(`There is no database in ${dataDir}.`);
  // Opened, so locked: what a desk that runs would book meanwhile would be lost.
  const from = await openDatabase({ dataDir });
  try {
    // The address that RIC is set to has others beside it: past a pooler, and of whoever owns the database.
    const isOurs = databaseUrl === settings.databaseUrl;
    const owning = { databaseOwnerUrl: isOurs ? settings.databaseOwnerUrl : undefined };
    const to = await openDatabase(isOurs ? directly(settings) : { databaseUrl, dataDir: null });
    let owner: Database | null = null;
    try {
      await checkServer(to, databaseUrl, isOurs ? undefined : null);
      await migrateAsOwner(to, owning);
      owner = await openAsOwner(to, owning);
      const restored = await rowsIn(owner ?? to, withEnd(rowsOut(from, new Date())), {
        ...{ replace: false, say: console.log, check: ledgerProblems },
      });
      process.exitCode = tellRestored(restored, console.log);
      console.log(
        `Start RIC with that DATABASE_URL and the same DATA_DIR now. ${join(dataDir, 'database')} was only read: keep it until you trust the server, and book in one of the two alone.`,
      );
    } finally {
      await owner?.close();
      await to.close();
    }
  } finally {
    await from.close();
  }
}

try {
  await move();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
