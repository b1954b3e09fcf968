import { sql, type RawBuilder } from 'kysely';
import { counted, listed } from '../../contract/words.ts';
import type { Db } from '../process/context.ts';
import { onlyRow } from '../database/only-row.ts';
import { NotFound, Refused } from '../http/errors.ts';
import { nounOf } from './optimistic-lock.ts';
import type { Tables } from '../database/tables.ts';

export type Leaning = {
  /** Noun in the singular -> the SQL that finds the records that lean on it. */
  on: Record<string, RawBuilder<unknown>>;
  /** What to do instead, where the record has a flag for it: `Tick Inactive? instead.` */
  instead?: string;
};

/** The sentence that counts and names what leans on a record, or null where nothing does. */
export async function whyKept(db: Db, { on, instead }: Leaning): Promise<string | null> {
  const leaning: string[] = [];
  for (const [noun, rows] of Object.entries(on)) {
    const answer = await sql<{ n: number }>`select count(*) as n from (${rows}) as leaning`.execute(db);
    const { n } = onlyRow(answer);
    if (n > 0) leaning.push(counted(n, noun));
  }
  if (leaning.length === 0) return null;
  const why = `This can not be deleted: ${listed(leaning)} lean${leaning.length === 1 && leaning[0]?.startsWith('1 ') ? 's' : ''} on it.`;
  return instead ? `${why} ${instead}` : why;
}

/**
 * Deletes a record that nothing leans on. It is locked first, so nothing can begin to lean on it meanwhile.
 * NotFound where it is not; Refused (422) with `whyKept`.
 */
export async function deleteUnlessLeanedOn(
  db: Db,
  table: keyof Tables & string,
  id: number,
  leaning: Leaning,
): Promise<object> {
  const locked = await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(db);
  if (locked.rows.length === 0) throw new NotFound(nounOf(table));
  const why = await whyKept(db, leaning);
  if (why !== null) throw new Refused(why);
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(db);
  return {};
}
