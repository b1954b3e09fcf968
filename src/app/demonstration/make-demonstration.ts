import { migrate } from '../../server/database/migrate.ts';
import { whyNotWritable } from '../../server/database/embedded/data-folder.ts';
import { openUnfinished } from '../../server/database/open.ts';
import { CannotStart, startFailure } from '../../server/process/cannot-start.ts';
import type { Settings } from '../../server/process/settings.ts';
import { beginProcess } from '../../server/process/start/begin.ts';
import { reportStepsTo } from '../../server/process/steps/progress.ts';
import { fillWhenEmpty, createGatewayBook } from './company.ts';
import { lacksDemonstration } from './apart.ts';

/**
 * Makes the embedded database with the demonstration company in it. If the process is killed, the unfinished database is
 * ignored and made again.
 */
async function makeDemonstration(settings: Settings): Promise<void> {
  const notWritable = await whyNotWritable(settings.dataDir);
  if (notWritable !== null) throw new CannotStart(notWritable);
  const { database, finish } = await openUnfinished(settings.dataDir);
  await migrate(database);
  await fillWhenEmpty(database, settings);
  await createGatewayBook(database.db, settings);
  await finish();
}

// Ctrl-C in a terminal also reaches the parent process, which then ends this process.
process.on('SIGINT', () => undefined).on('disconnect', () => process.exit(1));
reportStepsTo((step) => process.send?.(step));
try {
  const settings = beginProcess();
  if (lacksDemonstration(settings)) await makeDemonstration(settings);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
}
