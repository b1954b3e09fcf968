import type { AppContext } from '../../server/process/context.ts';
import { startTimer, type RepeatingTimer } from '../../server/process/timer.ts';

/** Starts the job that checks the database regularly, so that health calls answer from the last check. */
export const startHealthChecks = (app: AppContext): RepeatingTimer =>
  startTimer(app.settings.healthEveryMs, 'pulse', () => app.pulse.refresh());
