import type { Desk } from '../../../server/process/context.ts';
import { every, logTimerFailure, type Timer } from '../../../server/process/timer.ts';
import { insertRejections } from './rejections.queries.ts';

const NAME = 'refusals';
const EVERY_MS = 1_000;

/** Writes the counts of rejections that are due. If that fails, they are due again. */
export async function writeCountedRejections(desk: Desk, isEnd = false): Promise<void> {
  const now = desk.now();
  const due = desk.refusals.due(now, isEnd);
  if (due.length > 0) await insertRejections(desk.db, due);
  desk.refusals.written(due, now);
}

/** Writes the counts of rejections every second, so that a rejection waits for no write; and all of them at the end. */
export function startWritingRejections(desk: Desk): Timer {
  const timer = every(EVERY_MS, NAME, () => writeCountedRejections(desk));
  const noteRest = () =>
    writeCountedRejections(desk, true).catch((error: unknown) => {
      logTimerFailure(NAME, error);
    });
  return { stop: () => timer.stop().then(noteRest) };
}
