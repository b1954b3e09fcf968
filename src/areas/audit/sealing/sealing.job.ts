import type { AppContext } from '../../../server/process/context.ts';
import { startTimer, logTimerEvent, type RepeatingTimer } from '../../../server/process/timer.ts';
import { sealNewEntries } from './seals.queries.ts';

/**
 * Starts the job that seals new audit entries every second, in whichever process is first. Each process logs its first seal of
 * a day, because a log that is stored elsewhere reveals if somebody has rewritten the whole chain.
 */
export function startAuditSealing(app: AppContext): RepeatingTimer {
  let toldOn = '';
  const seal = async () => {
    const seal = await sealNewEntries(app.db);
    const today = app.now().toISOString().slice(0, 10);
    if (!seal || toldOn === today) return;
    toldOn = today;
    logTimerEvent({ seal: `${seal.id}:${seal.hash}` }, 'the audit is sealed so far');
  };
  const on = /\baudit_(entries|seals)\b/;
  return startTimer(app.settings.auditSealEveryMs, 'audit seals', seal, { commits: app.commits, on });
}
