import type { Desk } from '../../server/process/context.ts';
import { every, type Timer } from '../../server/process/timer.ts';

const EVERY_MS = 500;

/** Looks at the database again and again, so that a health call need not. */
export const startPulse = (desk: Desk): Timer => every(EVERY_MS, 'pulse', () => desk.pulse.look());
