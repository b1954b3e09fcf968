import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ledgerProblems } from '../src/areas/reconciling/ledger-check.queries.ts';
import { stagedFiles, textsOf } from '../src/server/database/backup/files.ts';
import { checkWhole, readable } from '../src/server/database/backup/lines.ts';
import { rowsIn } from '../src/server/database/backup/read-in.ts';
import { tellRestored } from '../src/server/database/backup/tell.ts';
import { directly } from '../src/server/database/open.ts';
import { openAsOwner } from '../src/server/database/owner/owner.ts';
import { prepareDatabase } from '../src/server/database/prepare.ts';
import { CannotStart } from '../src/server/process/cannot-start.ts';
import { projectRoot } from '../src/server/process/root.ts';
import { readSettings } from '../src/server/process/settings.ts';

function readArguments() {
  try {
    const options = { replace: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file !== undefined && more.length === 0) return { file, replace: values.replace };
  } catch {
    // Said below, as for a file that is missing.
  }
  throw new CannotStart('Usage: npm run restore -- FILE (--replace where the database is not empty)');
}

async function restore() {
  const env = join(projectRoot, '.env');
  if (existsSync(env)) process.loadEnvFile(env);
  const { file, replace } = readArguments();
  if (!existsSync(file)) throw new CannotStart(`There is no file ${file}.`);
  const settings = directly(readSettings(process.env));
  await checkWhole(readable(textsOf(file)));
  const database = await prepareDatabase(settings);
  const owner = await openAsOwner(database, settings);
  const staged = await stagedFiles(settings.dataDir);
  try {
    const restored = await rowsIn(owner ?? database, readable(textsOf(file)), {
      ...{ replace, say: console.log, check: ledgerProblems },
      ...{ file: staged.file, keep: staged.keep },
    });
    await staged.finish();
    process.exitCode = tellRestored(restored, console.log);
  } finally {
    await staged.close();
    await owner?.close();
    await database.close();
  }
}

try {
  await restore();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
