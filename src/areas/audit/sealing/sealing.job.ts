import type { Desk } from '../../../server/process/context.ts';
import { every, logTimerNews, type Timer } from '../../../server/process/timer.ts';
import { sealOnce } from './seals.queries.ts';

/**
 * Seals every second what was written down since, in whichever process comes first. The first seal of each day that this process
 * makes goes to its log: where the log is kept elsewhere, who writes the whole chain anew is found out by it.
 */
export function startSealing(desk: Desk): Timer {
  let toldOn = '';
  const seal = async () => {
    const seal = await sealOnce(desk.db);
    const today = desk.now().toISOString().slice(0, 10);
    if (!seal || toldOn === today) return;
    toldOn = today;
    logTimerNews({ seal: `${seal.id}:${seal.hash}` }, 'the audit is sealed so far');
  };
  const on = /\baudit_(entries|seals)\b/;
  return every(desk.settings.auditSealEveryMs, 'audit seals', seal, { commits: desk.commits, on });
}
