import type { Db } from '../../../server/process/context.ts';
import {
  checkSeals,
  countErasedEntries,
  findSealHash,
  findLastSeal,
  countDeletedEntries,
  findMissingEntries,
  countUnsealedEntries,
  type BrokenSeal,
  type AuditSeal,
} from './seals.queries.ts';

const AT_ONCE = 500;

/** Parses a seal as it is in the log or on paper: `1234:9f86d0…`; null if the text is no seal. */
export const parseSeal = (text: string): AuditSeal | null => {
  const [, id, hash] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text) ?? [];
  return id && hash ? { id: Number(id), hash: hash.toLowerCase() } : null;
};

/**
 * Recomputes the whole chain of seals and describes each mismatch in a sentence. `isWhole` is true if there is none; unsealed
 * entries do not count. Somebody who can write the whole database can also rewrite the chain, which only the `known` seals,
 * stored elsewhere, reveal.
 */
export async function verifyAudit(
  db: Db,
  known: AuditSeal[],
): Promise<{ isWhole: boolean; lines: string[] }> {
  const problems: string[] = [];
  let seals = 0;
  for (let from = 1; ;) {
    const some = await checkSeals(db, from, AT_ONCE);
    for (const seal of some.filter(({ is_whole, is_apart }) => !is_whole || is_apart))
      problems.push(sentenceOf({ ...seal, missing: await findMissingEntries(db, seal) }));
    seals += some.length;
    const last = some.at(-1);
    if (!last) break;
    from = last.id + 1;
  }
  for (const { id, hash } of known) {
    const found = await findSealHash(db, id);
    if (found === null) problems.push(`Seal ${id} is known and is not there.`);
    else if (found !== hash)
      problems.push(`Seal ${id} was ${hash} and is ${found}: the chain was rewritten.`);
  }
  const forgotten = await countErasedEntries(db);
  if (forgotten.unsaid.length > 0)
    problems.push(`Entries were emptied, and no erasure says so: ${forgotten.unsaid.join(', ')}.`);
  const lines = [...problems, ...(await standing(db, { seals, forgotten: forgotten.count }))];
  return { isWhole: problems.length === 0, lines };
}

/** Returns sentences about the state of the audit trail, with the facts that an auditor asks for. */
async function standing(db: Db, { seals, forgotten }: { seals: number; forgotten: number }) {
  const tail = await countUnsealedEntries(db);
  const last = await findLastSeal(db);
  const gone = await countDeletedEntries(db);
  return [
    `${seals} seals were checked${last ? `, the last is ${last.id}:${last.hash} of ${last.sealed_at}` : ''}.`,
    tail.count === 0
      ? 'Every entry is sealed.'
      : `${tail.count} entries, from ${tail.first} to ${tail.last}, are not sealed yet.`,
    ...(gone.up_to === null
      ? []
      : [`${gone.count} sign-ins, refusals, reads and sends of before ${gone.up_to} were let go.`]),
    ...(forgotten === 0
      ? []
      : [`${forgotten} entries are empty, since a customer’s personal data was erased.`]),
  ];
}

function sentenceOf({ id, sealed_at, entries, missing, is_apart }: BrokenSeal): string {
  const which = `Seal ${id} of ${sealed_at}`;
  if (is_apart) return `${which}: the seal before it is not there.`;
  if (missing.length > 0) return `${which}: entries are not there any more: ${missing.join(', ')}.`;
  return `${which}: one of the entries ${entries}, or the seal, was changed.`;
}
