import type { AppContext } from '../../server/process/context.ts';
import { startTimer, type RepeatingTimer } from '../../server/process/timer.ts';
import { deleteOldOperationAnswers } from './operations.queries.ts';

const HOUR_MS = 3_600_000;

/** Deletes the stored answers of old operations every hour. */
export const startDeletingOperationAnswers = (app: AppContext): RepeatingTimer =>
  startTimer(HOUR_MS, 'old answers', () => deleteOldOperationAnswers(app.db, app.settings.answersKeptDays));
