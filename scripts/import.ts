import { resolve } from 'node:path';
import { importFile } from '../src/areas/importing/import.steps.ts';
import { IMPORTABLE_KINDS } from '../src/areas/importing/kinds/kinds.queries.ts';
import { FolderInUse } from '../src/server/database/lock.ts';
import type { Database } from '../src/server/database/open.ts';
import { openMigratedDatabase, prepareDatabase } from '../src/server/database/prepare.ts';
import { CannotStart } from '../src/server/process/cannot-start.ts';
import type { Settings } from '../src/server/process/settings.ts';
import { beginProcess } from '../src/server/process/start/begin.ts';
import { checkReadable } from './command-files.ts';
import { runCommand, WrongUsage } from './command.ts';

const isKind = (name: string): name is keyof typeof IMPORTABLE_KINDS => Object.hasOwn(IMPORTABLE_KINDS, name);

const USAGE = `Usage: npm run import -- customers FILE.csv [--write]  (customers, certificates or tee_times)
  --write                    puts the good rows in; without it (or with --dry-run) it is only said what would be
  --map "Their name=field"   what a column of another name is; as often as needed
  --ignore                   leaves out the columns that RIC does not have`;

const flag = { type: 'boolean', default: false } as const;
const noNames: string[] = [];
const options = {
  map: { type: 'string', multiple: true, default: noNames },
  ignore: flag,
  write: flag,
  'dry-run': flag,
} as const;

/** A server's database can be opened while RIC runs; the embedded database belongs to one process at a time. */
async function open(settings: Settings): Promise<Database> {
  if (settings.databaseUrl) return openMigratedDatabase(settings);
  return prepareDatabase(settings).catch((error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error;
    throw new CannotStart(
      `Stop RIC first: it runs on the embedded database in ${settings.dataDir}, which one process alone can open.`,
    );
  });
}

await runCommand({ usage: USAGE, options, words: [2, 2] }, async (values, [name = '', file = '']) => {
  if (!isKind(name)) throw new WrongUsage(`There is no kind '${name}'.`);
  if (values.write && values['dry-run']) throw new WrongUsage('--write and --dry-run contradict each other.');
  checkReadable(file);
  const settings = beginProcess();
  const database = await open(settings);
  try {
    const imported = await importFile(database, {
      ...values,
      name,
      kind: IMPORTABLE_KINDS[name],
      file: resolve(file),
      zone: settings.businessTimeZone,
      now: new Date(),
      say: console.log,
    });
    if (imported === null) return;
    const { counts, report } = imported;
    const { good, doubles, refused } = counts;
    console.log(
      `${good} ${values.write ? 'put in' : 'new'}, ${doubles} doubles, ${refused} refused: ${report}`,
    );
    if (!values.write)
      console.log('This was a dry run, so nothing was changed. With --write the new ones are put in.');
  } finally {
    await database.close();
  }
});
