import { ledgerProblems } from '../src/areas/reconciling/ledger-check.queries.ts';
import { stagedFiles, textsOf } from '../src/server/database/backup/files.ts';
import { checkWhole, withReadableErrors } from '../src/server/database/backup/lines.ts';
import { insertRows } from '../src/server/database/backup/read-in.ts';
import { printRestored } from '../src/server/database/backup/print.ts';
import { withoutPooler } from '../src/server/database/open.ts';
import { openAsOwner } from '../src/server/database/owner/owner.ts';
import { prepareDatabase } from '../src/server/database/prepare.ts';
import { beginProcess } from '../src/server/process/start/begin.ts';
import { checkReadable } from './command-files.ts';
import { runCommand } from './command.ts';

const USAGE = 'Usage: npm run restore -- FILE  (--replace where the database is not empty)';
const options = { replace: { type: 'boolean', default: false } } as const;

await runCommand({ usage: USAGE, options, words: [1, 1] }, async ({ replace }, [file = '']) => {
  checkReadable(file);
  const settings = withoutPooler(beginProcess());
  await checkWhole(withReadableErrors(textsOf(file)));
  const database = await prepareDatabase(settings);
  const owner = await openAsOwner(database, settings);
  const staged = await stagedFiles(settings.dataDir);
  try {
    const restored = await insertRows(owner ?? database, withReadableErrors(textsOf(file)), {
      replace,
      say: console.log,
      check: ledgerProblems,
      file: staged.file,
      keep: staged.keep,
    });
    await staged.finish();
    process.exitCode = printRestored(restored, console.log);
  } finally {
    await staged.close();
    await owner?.close();
    await database.close();
  }
});
