import type { AppContext } from '../../../server/process/context.ts';
import { startTimer, type Timer } from '../../../server/process/timer.ts';
import { rateAfterMidnight } from './midnight.steps.ts';

const MINUTE_MS = 60_000;

/** Checks every minute if the business day has changed; also soon after a start, which may have missed a midnight. */
export function startRatingAfterMidnight(app: AppContext): Timer {
  let ratedOn: string | null = null;
  return startTimer(MINUTE_MS, 'rates after midnight', async (isStopping) => {
    ratedOn = await rateAfterMidnight(app, ratedOn, isStopping);
  });
}
