import type { AppContext } from '../../../server/process/context.ts';
import { startTimer, type RepeatingTimer } from '../../../server/process/timer.ts';
import { rerateAfterMidnight } from './midnight.steps.ts';

const MINUTE_MS = 60_000;

/**
 * Starts the job that checks every minute if the business day has changed. It also runs soon after a start, because the process
 * may have been down at midnight.
 */
export function startRatingAfterMidnight(app: AppContext): RepeatingTimer {
  let ratedOn: string | null = null;
  return startTimer(MINUTE_MS, 'rates after midnight', async (isStopping) => {
    ratedOn = await rerateAfterMidnight(app, ratedOn, isStopping);
  });
}
