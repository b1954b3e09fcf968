import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ledgerProblems } from '../src/areas/reconciling/ledger-check.queries.ts';
import { withChecksumLine } from '../src/server/database/backup/lines.ts';
import { restoreBackup } from '../src/server/database/backup/read-in.ts';
import { databaseBackupLines } from '../src/server/database/backup/read-out.ts';
import { printRestoreResult } from '../src/server/database/backup/print.ts';
import { withDirectDatabaseUrl, openDatabase, type Database } from '../src/server/database/open.ts';
import { migrateAsOwner, openDatabaseAsOwner } from '../src/server/database/owner/owner.ts';
import { checkDatabaseServer } from '../src/server/database/prepare.ts';
import { splitDatabaseHosts } from '../src/server/database/server/hosts.ts';
import { CannotStart } from '../src/server/process/cannot-start.ts';
import { beginProcess } from '../src/server/process/start/begin.ts';
import { runCommand, WrongUsage } from './command.ts';

const USAGE = 'Usage: npm run move -- postgres://ric:secret@127.0.0.1:5432/ric';

await runCommand({ usage: USAGE, options: {}, words: [1, 1] }, async (_, [databaseUrl = '']) => {
  if (splitDatabaseHosts(databaseUrl) === null)
    throw new WrongUsage('That is no address of a PostgreSQL server.');
  const settings = beginProcess();
  const { dataDir } = settings;
  if (!existsSync(join(dataDir, 'database'))) throw new CannotStart(`There is no database in ${dataDir}.`);
  // Opening the embedded database locks it, because bookings of a running RIC would be lost.
  const from = await openDatabase({ dataDir });
  try {
    // RIC's own database may have two further addresses: one past a pooler, and one as the owner of the tables.
    const isOurs = databaseUrl === settings.databaseUrl;
    const owning = { databaseOwnerUrl: isOurs ? settings.databaseOwnerUrl : undefined };
    const to = await openDatabase(isOurs ? withDirectDatabaseUrl(settings) : { databaseUrl, dataDir: null });
    let owner: Database | null = null;
    try {
      await checkDatabaseServer(to, databaseUrl, isOurs ? undefined : null);
      await migrateAsOwner(to, owning);
      owner = await openDatabaseAsOwner(to, owning);
      const restored = await restoreBackup(
        owner ?? to,
        withChecksumLine(databaseBackupLines(from, new Date())),
        { replace: false, say: console.log, check: ledgerProblems },
      );
      process.exitCode = printRestoreResult(restored, console.log);
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
});
