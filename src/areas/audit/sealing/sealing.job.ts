import type { Desk } from '../../../server/process/context.ts';
import { every, logTimerEvent, type Timer } from '../../../server/process/timer.ts';
import { sealOnce } from './seals.queries.ts';

/**
 * Seals every second the entries written since, in whichever process comes first. Each process logs the first seal that it makes
 * each day: a log that is stored elsewhere exposes anybody who rewrites the whole chain.
 */
export function startSealing(desk: Desk): Timer {
  let toldOn = '';
  const seal = async () => {
    const seal = await sealOnce(desk.db);
    const today = desk.now().toISOString().slice(0, 10);
    if (!seal || toldOn === today) return;
    toldOn = today;
    logTimerEvent({ seal: `${seal.id}:${seal.hash}` }, 'the audit is sealed so far');
  };
  const on = /\baudit_(entries|seals)\b/;
  return every(desk.settings.auditSealEveryMs, 'audit seals', seal, { commits: desk.commits, on });
}
