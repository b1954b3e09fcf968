import type { AppContext } from '../../server/process/context.ts';
import { startTimer, type Timer } from '../../server/process/timer.ts';

/** Checks the database again and again, so that a health call need not. */
export const startPulse = (app: AppContext): Timer =>
  startTimer(app.settings.healthEveryMs, 'pulse', () => app.pulse.refresh());
