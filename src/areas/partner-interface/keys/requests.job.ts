import type { AppContext } from '../../../server/process/context.ts';
import { startTimer, type RepeatingTimer } from '../../../server/process/timer.ts';
import { storeKeyRequests } from './requests.queries.ts';

const EVERY_MS = 10_000;

/**
 * Starts storing the number of requests by each API key every few seconds and once more at the end, so that a request itself writes
 * nothing.
 */
export function startStoringKeyRequests(app: AppContext): RepeatingTimer {
  const note = () => storeKeyRequests(app.db, app.keyRequests.counted(), app.now());
  const timer = startTimer(EVERY_MS, 'requests of keys', note);
  return { stop: () => timer.stop().then(note) };
}
