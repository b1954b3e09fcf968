import type { AppContext } from '../../../server/process/context.ts';
import { startTimer, type RepeatingTimer } from '../../../server/process/timer.ts';
import { mailDueReports } from './mail.steps.ts';

const EVERY_MS = 5_000;

/** Starts the job that mails due reports; each report is mailed by one process. */
export const startMailingReports = (app: AppContext): RepeatingTimer =>
  startTimer(EVERY_MS, 'report schedules', (isStopping) => mailDueReports(app, { isStopping }), {
    commits: app.commits,
    on: /\breport_schedules\b/,
  });
