import { sql, type RawBuilder } from 'kysely';
import { countWithNoun, joinWithAnd } from '../../contract/words.ts';
import type { Db } from '../process/context.ts';
import { onlyRow } from '../database/only-row.ts';
import { NotFound, RejectedByRule } from '../http/errors.ts';
import { recordNoun } from './optimistic-lock.ts';
import type { Tables } from '../database/tables.ts';

export type RecordReferences = {
  /** The queries that find the records which refer to this one by a foreign key, by the singular noun of those records. */
  on: Record<string, RawBuilder<unknown>>;
  /** The alternative to deleting, if the record has a flag for it: `Tick Inactive? instead.` */
  instead?: string;
};

/** Returns a sentence that counts and names the records which refer to this one, or null if there are none. */
export async function deletionProblem(db: Db, { on, instead }: RecordReferences): Promise<string | null> {
  const references: string[] = [];
  for (const [noun, rows] of Object.entries(on)) {
    const answer = await sql<{ n: number }>`select count(*) as n from (${rows}) as referring`.execute(db);
    const { n } = onlyRow(answer);
    if (n > 0) references.push(countWithNoun(n, noun));
  }
  if (references.length === 0) return null;
  const why = `This cannot be deleted: it is used by ${joinWithAnd(references)}.`;
  return instead ? `${why} ${instead}` : why;
}

/**
 * Deletes a record to which no other record refers. The record is locked first, so that no new reference can appear.
 * Throws NotFound if the record is missing, RejectedByRule (422) with the sentence of `deletionProblem`.
 */
export async function deleteUnlessReferenced(
  db: Db,
  table: keyof Tables & string,
  id: number,
  references: RecordReferences,
): Promise<object> {
  const locked = await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(db);
  if (locked.rows.length === 0) throw new NotFound(recordNoun(table));
  const why = await deletionProblem(db, references);
  if (why !== null) throw new RejectedByRule(why);
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(db);
  return {};
}
