import type { AppContext } from '../../server/process/context.ts';
import { every, type Timer } from '../../server/process/timer.ts';

/** Checks the database again and again, so that a health call need not. */
export const startPulse = (app: AppContext): Timer =>
  every(app.settings.healthEveryMs, 'pulse', () => app.pulse.refresh());
