import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { importFile } from '../src/areas/importing/import.steps.ts';
import { KINDS } from '../src/areas/importing/kinds/kinds.queries.ts';
import { FolderInUse } from '../src/server/database/lock.ts';
import type { Database } from '../src/server/database/open.ts';
import { openMigrated, prepareDatabase } from '../src/server/database/prepare.ts';
import { CannotStart } from '../src/server/process/cannot-start.ts';
import { projectRoot } from '../src/server/process/root.ts';
import { readSettings, type Settings } from '../src/server/process/settings.ts';

const isKind = (name: string): name is keyof typeof KINDS => name in KINDS;

const USAGE = `Usage: npm run import -- customers FILE.csv [--write]  (customers, certificates or tee_times)
  --write                    puts the good rows in; without it (or with --dry-run) it is only said what would be
  --map "Their name=field"   what a column of another name is; as often as needed
  --ignore                   leaves out the columns that RIC does not have`;

function readArguments() {
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    map: { type: 'string', multiple: true } as const,
    ignore: flag,
    write: flag,
    'dry-run': flag,
  };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [name = '', file, ...more] = positionals;
    const isOne = !(values.write && values['dry-run']);
    if (isKind(name) && file !== undefined && more.length === 0 && isOne)
      return { ...values, map: values.map ?? [], name, kind: KINDS[name], file: resolve(file) };
  } catch {
    // Said below, as for a file that is missing.
  }
  throw new CannotStart(USAGE);
}

/** A server's beside the RIC that runs on it; the embedded one belongs to one process at a time. */
async function open(settings: Settings): Promise<Database> {
  if (settings.databaseUrl) return openMigrated(settings);
  return prepareDatabase(settings).catch((error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error;
    throw new CannotStart(
      `Stop RIC first: it runs on the embedded database in ${settings.dataDir}, which one process alone can open.`,
    );
  });
}

async function runImport() {
  const env = join(projectRoot, '.env');
  if (existsSync(env)) process.loadEnvFile(env);
  const asked = readArguments();
  if (!existsSync(asked.file)) throw new CannotStart(`There is no file ${asked.file}.`);
  const settings = readSettings(process.env);
  const database = await open(settings);
  try {
    const imported = await importFile(database, {
      ...{ ...asked, zone: settings.businessTimeZone, now: new Date(), say: console.log },
    });
    if (imported === null) return;
    const { counts, report } = imported;
    const { good, doubles, refused } = counts;
    console.log(
      `${good} ${asked.write ? 'put in' : 'new'}, ${doubles} doubles, ${refused} refused: ${report}`,
    );
    if (!asked.write)
      console.log('This was a dry run, so nothing was changed. With --write the new ones are put in.');
  } finally {
    await database.close();
  }
}

try {
  await runImport();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
