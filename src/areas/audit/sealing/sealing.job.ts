import type { AppContext } from '../../../server/process/context.ts';
import { startTimer, logTimerEvent, type Timer } from '../../../server/process/timer.ts';
import { sealOnce } from './seals.queries.ts';

/**
 * Seals every second the entries written since, in whichever process comes first. Each process logs the first seal that it makes
 * each day: a log that is stored elsewhere exposes anybody who rewrites the whole chain.
 */
export function startSealing(app: AppContext): Timer {
  let toldOn = '';
  const seal = async () => {
    const seal = await sealOnce(app.db);
    const today = app.now().toISOString().slice(0, 10);
    if (!seal || toldOn === today) return;
    toldOn = today;
    logTimerEvent({ seal: `${seal.id}:${seal.hash}` }, 'the audit is sealed so far');
  };
  const on = /\baudit_(entries|seals)\b/;
  return startTimer(app.settings.auditSealEveryMs, 'audit seals', seal, { commits: app.commits, on });
}
