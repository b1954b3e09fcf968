import type { AppContext } from '../../../server/process/context.ts';
import { transact } from '../../../server/database/transact.ts';
import { startTimer, type Timer } from '../../../server/process/timer.ts';
import { lapseRequest, lockRequest, overdueRequests } from './requests.queries.ts';

const EVERY_MS = 60_000;
const A_FEW = 100;

/** Starts the job that lapses refund requests which nobody approved in time. */
export const startLapsing = (app: AppContext): Timer =>
  startTimer(EVERY_MS, 'refund requests', async () => {
    if (await lapseOverdue(app)) app.live.tell('tee_times', 'notices');
  });

/** Lapses the overdue refund requests once; returns true if there were any. */
export async function lapseOverdue({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<boolean> {
  const found = await overdueRequests(db, now(), A_FEW);
  for (const { id } of found)
    await transact(db, async (locked) => lapseRequest(locked, await lockRequest(locked, id), now()));
  return found.length > 0;
}
