import type { AppContext } from '../../../server/process/context.ts';
import { startTimer, type Timer } from '../../../server/process/timer.ts';
import { noteRequests } from './requests.queries.ts';

const EVERY_MS = 10_000;

/**
 * Writes the numbers of requests of partners' keys every few seconds, so that a request costs no write; and once more at the end.
 */
export function startNotingRequests(app: AppContext): Timer {
  const note = () => noteRequests(app.db, app.keyRequests.counted(), app.now());
  const timer = startTimer(EVERY_MS, 'requests of keys', note);
  return { stop: () => timer.stop().then(note) };
}
