import { transact } from '../../../server/database/transact.ts';
import type { AppContext } from '../../../server/process/context.ts';
import { startTimer, type Timer } from '../../../server/process/timer.ts';
import { deleteOldFiles } from './files.queries.ts';
import { workOnFiles } from './working.steps.ts';

const FORGOTTEN_EVERY_MS = 3_600_000;

/**
 * Checks the files that admins upload, and inserts their rows, each in one of the processes; deletes files that nobody inserted.
 */
export function startImporting(app: AppContext): Timer {
  let forgottenAt = 0;
  const look = async (isStopping: () => boolean) => {
    await workOnFiles(app, isStopping);
    if (Date.now() - forgottenAt < FORGOTTEN_EVERY_MS) return;
    forgottenAt = Date.now();
    await transact(app.db, deleteOldFiles);
  };
  const on = /\bimport_files\b/;
  return startTimer(app.settings.importEveryMs, 'imports', look, { commits: app.commits, on });
}
