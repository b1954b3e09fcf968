import { runTransaction } from '../../../server/database/transact.ts';
import type { AppContext } from '../../../server/process/context.ts';
import { startTimer, type RepeatingTimer } from '../../../server/process/timer.ts';
import { deleteExpiredImportFiles } from './files.queries.ts';
import { processImportFiles } from './working.steps.ts';

const FORGOTTEN_EVERY_MS = 3_600_000;

/**
 * Starts the job that checks the uploaded import files and inserts their rows; each file is processed by one process. The job
 * also deletes files whose retention is over.
 */
export function startImporting(app: AppContext): RepeatingTimer {
  let forgottenAt = 0;
  const look = async (isStopping: () => boolean) => {
    await processImportFiles(app, isStopping);
    if (Date.now() - forgottenAt < FORGOTTEN_EVERY_MS) return;
    forgottenAt = Date.now();
    await runTransaction(app.db, deleteExpiredImportFiles);
  };
  const on = /\bimport_files\b/;
  return startTimer(app.settings.importEveryMs, 'imports', look, { commits: app.commits, on });
}
