import { runMigrations } from '../../server/database/migrate.ts';
import { folderWriteProblem } from '../../server/database/embedded/data-folder.ts';
import { createUnfinishedDatabase } from '../../server/database/open.ts';
import { CannotStart, startFailureText } from '../../server/process/cannot-start.ts';
import type { Settings } from '../../server/process/settings.ts';
import { beginProcess } from '../../server/process/start/begin.ts';
import { showStartProgressBy } from '../../server/process/steps/progress.ts';
import { fillEmptyDatabase, createGatewayBook } from './company.ts';
import { lacksDemonstration } from './apart.ts';

/**
 * Makes the embedded database with the demonstration company in it. If the process is killed, the unfinished database is
 * ignored and made again.
 */
async function makeDemonstration(settings: Settings): Promise<void> {
  const notWritable = await folderWriteProblem(settings.dataDir);
  if (notWritable !== null) throw new CannotStart(notWritable);
  const { database, finish } = await createUnfinishedDatabase(settings.dataDir);
  await runMigrations(database);
  await fillEmptyDatabase(database, settings);
  await createGatewayBook(database.db, settings);
  await finish();
}

// Ctrl-C in a terminal also reaches the parent process, which then ends this process.
process.on('SIGINT', () => undefined).on('disconnect', () => process.exit(1));
showStartProgressBy((step) => process.send?.(step));
try {
  const settings = beginProcess();
  if (lacksDemonstration(settings)) await makeDemonstration(settings);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${startFailureText(error)}\n`);
  process.exit(1);
}
