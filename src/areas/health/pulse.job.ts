import type { AppContext } from '../../server/process/context.ts';
import { startTimer, type Timer } from '../../server/process/timer.ts';

/** Starts the job that checks the database regularly, so that health calls answer from the last check. */
export const startPulse = (app: AppContext): Timer =>
  startTimer(app.settings.healthEveryMs, 'pulse', () => app.pulse.refresh());
