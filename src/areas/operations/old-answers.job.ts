import type { AppContext } from '../../server/process/context.ts';
import { startTimer, type Timer } from '../../server/process/timer.ts';
import { deleteOldAnswers } from './operations.queries.ts';

const HOUR_MS = 3_600_000;

/** Deletes the stored answers of old operations every hour. */
export const startDeletingOldAnswers = (app: AppContext): Timer =>
  startTimer(HOUR_MS, 'old answers', () => deleteOldAnswers(app.db, app.settings.answersKeptDays));
