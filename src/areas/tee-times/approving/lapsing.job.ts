import type { AppContext } from '../../../server/process/context.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import { startTimer, type RepeatingTimer } from '../../../server/process/timer.ts';
import { lapseRefundRequest, lockRefundRequest, overdueRefundRequests } from './requests.queries.ts';

const EVERY_MS = 60_000;
const A_FEW = 100;

/** Starts the job that lapses refund requests which nobody approved in time. */
export const startLapsingRefundRequests = (app: AppContext): RepeatingTimer =>
  startTimer(EVERY_MS, 'refund requests', async () => {
    if (await lapseOverdueRequests(app)) app.live.tell('tee_times', 'notices');
  });

/** Lapses the overdue refund requests once; returns true if there were any. */
export async function lapseOverdueRequests({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<boolean> {
  const found = await overdueRefundRequests(db, now(), A_FEW);
  for (const { id } of found)
    await runTransaction(db, async (locked) =>
      lapseRefundRequest(locked, await lockRefundRequest(locked, id), now()),
    );
  return found.length > 0;
}
