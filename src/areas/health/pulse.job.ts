import type { Desk } from '../../server/process/context.ts';
import { every, type Timer } from '../../server/process/timer.ts';

/** Checks the database again and again, so that a health call need not. */
export const startPulse = (desk: Desk): Timer =>
  every(desk.settings.healthEveryMs, 'pulse', () => desk.pulse.refresh());
