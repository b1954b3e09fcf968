import type { AppContext } from '../../../server/process/context.ts';
import { startTimer, logTimerFailure, type Timer } from '../../../server/process/timer.ts';
import { insertRejections } from './rejections.queries.ts';

const NAME = 'refusals';
const EVERY_MS = 1_000;

/** Writes the counts of rejections that are due. If that fails, they are due again. */
export async function writeCountedRejections(app: AppContext, isEnd = false): Promise<void> {
  const now = app.now();
  const due = app.rejections.due(now, isEnd);
  if (due.length > 0) await insertRejections(app.db, due);
  app.rejections.written(due, now);
}

/** Writes the counts of rejections every second, so that a rejection waits for no write; and all of them at the end. */
export function startWritingRejections(app: AppContext): Timer {
  const timer = startTimer(EVERY_MS, NAME, () => writeCountedRejections(app));
  const noteRest = () =>
    writeCountedRejections(app, true).catch((error: unknown) => {
      logTimerFailure(NAME, error);
    });
  return { stop: () => timer.stop().then(noteRest) };
}
