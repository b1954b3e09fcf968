import type { AppContext } from '../../../server/process/context.ts';
import { startTimer, type Timer } from '../../../server/process/timer.ts';
import { joinCounts } from './counts.queries.ts';

const EVERY_MS = 3_600_000;

/** Keeps the rows that make up the list's total few: one for each past day. */
export const startJoiningCounts = (app: AppContext): Timer =>
  startTimer(EVERY_MS, 'tee time counts', () => joinCounts(app.db));
