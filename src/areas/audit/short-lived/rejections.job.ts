import type { AppContext } from '../../../server/process/context.ts';
import { startTimer, logTimerFailure, type RepeatingTimer } from '../../../server/process/timer.ts';
import { insertRejections } from './rejections.queries.ts';

const NAME = 'refusals';
const EVERY_MS = 1_000;

/** Writes the counts of rejected calls that are due as audit entries. If writing fails, they stay due. */
export async function writeCountedRejections(app: AppContext, isEnd = false): Promise<void> {
  const now = app.now();
  const due = app.rejections.due(now, isEnd);
  if (due.length > 0) await insertRejections(app.db, due);
  app.rejections.written(due, now);
}

/**
 * Starts the job that writes the counts of rejected calls every second, so that a rejection itself waits for no write. When
 * stopped, it writes all remaining counts.
 */
export function startWritingRejections(app: AppContext): RepeatingTimer {
  const timer = startTimer(EVERY_MS, NAME, () => writeCountedRejections(app));
  const noteRest = () =>
    writeCountedRejections(app, true).catch((error: unknown) => {
      logTimerFailure(NAME, error);
    });
  return { stop: () => timer.stop().then(noteRest) };
}
