import type { AppContext } from '../../../server/process/context.ts';
import { startTimer, type Timer } from '../../../server/process/timer.ts';
import { joinCounts } from './counts.queries.ts';

const EVERY_MS = 3_600_000;

/** Starts the job that merges the count rows behind the tee-time list's total into one row for each past day. */
export const startJoiningCounts = (app: AppContext): Timer =>
  startTimer(EVERY_MS, 'tee time counts', () => joinCounts(app.db));
