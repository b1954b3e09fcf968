import { ledgerProblems } from '../src/areas/reconciling/ledger-check.queries.ts';
import { stageBackupFiles, readBackupFile } from '../src/server/database/backup/files.ts';
import { verifyBackupChecksum, withDecompressionErrors } from '../src/server/database/backup/lines.ts';
import { restoreBackup } from '../src/server/database/backup/read-in.ts';
import { printRestoreResult } from '../src/server/database/backup/print.ts';
import { withDirectDatabaseUrl } from '../src/server/database/open.ts';
import { openDatabaseAsOwner } from '../src/server/database/owner/owner.ts';
import { prepareDatabase } from '../src/server/database/prepare.ts';
import { beginProcess } from '../src/server/process/start/begin.ts';
import { checkReadable } from './command-files.ts';
import { runCommand } from './command.ts';

const USAGE = 'Usage: npm run restore -- FILE  (--replace where the database is not empty)';
const options = { replace: { type: 'boolean', default: false } } as const;

await runCommand({ usage: USAGE, options, words: [1, 1] }, async ({ replace }, [file = '']) => {
  checkReadable(file);
  const settings = withDirectDatabaseUrl(beginProcess());
  await verifyBackupChecksum(withDecompressionErrors(readBackupFile(file)));
  const database = await prepareDatabase(settings);
  const owner = await openDatabaseAsOwner(database, settings);
  const staged = await stageBackupFiles(settings.dataDir);
  try {
    const restored = await restoreBackup(owner ?? database, withDecompressionErrors(readBackupFile(file)), {
      replace,
      say: console.log,
      check: ledgerProblems,
      file: staged.file,
      keep: staged.keep,
    });
    await staged.finish();
    process.exitCode = printRestoreResult(restored, console.log);
  } finally {
    await staged.close();
    await owner?.close();
    await database.close();
  }
});
