import type { AppContext } from '../../../server/process/context.ts';
import { startTimer, type RepeatingTimer } from '../../../server/process/timer.ts';
import { mergeTeeTimeCounts } from './counts.queries.ts';

const EVERY_MS = 3_600_000;

/** Starts the job that merges the count rows behind the tee-time list's total into one row for each past day. */
export const startMergingTeeTimeCounts = (app: AppContext): RepeatingTimer =>
  startTimer(EVERY_MS, 'tee time counts', () => mergeTeeTimeCounts(app.db));
