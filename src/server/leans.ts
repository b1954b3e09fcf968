import { sql, type RawBuilder } from 'kysely';
import type { Db } from './context.ts';
import { onlyRow } from './database/only-row.ts';
import { NotFound, Refused } from './errors.ts';
import { nounOf } from './stale.ts';
import type { Tables } from './database/tables.ts';

type Leaning = {
  /** Noun in the singular -> the SQL that finds the records that lean on it. */
  on: Record<string, RawBuilder<unknown>>;
  /** What to do instead, where the record has a flag for it: `Tick Inactive? instead.` */
  instead?: string;
};

/**
 * Deletes a record that nothing leans on. It is locked first, so nothing can begin to lean on it meanwhile.
 * NotFound where it is not; Refused (422) with a sentence that counts and names what leans on it.
 */
export async function deleteUnlessLeanedOn(
  db: Db,
  table: keyof Tables & string,
  id: number,
  { on, instead }: Leaning,
): Promise<object> {
  const locked = await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(db);
  if (locked.rows.length === 0) throw new NotFound(nounOf(table));
  const leaning: string[] = [];
  for (const [noun, rows] of Object.entries(on)) {
    const counted = await sql<{ n: number }>`select count(*) as n from (${rows}) as leaning`.execute(db);
    const { n } = onlyRow(counted);
    if (n > 0) leaning.push(`${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`);
  }
  if (leaning.length > 0) {
    const why = `This can not be deleted: ${listed(leaning)} lean${leaning.length === 1 && leaning[0]?.startsWith('1 ') ? 's' : ''} on it.`;
    throw new Refused(instead ? `${why} ${instead}` : why);
  }
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(db);
  return {};
}

const listed = (parts: string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
