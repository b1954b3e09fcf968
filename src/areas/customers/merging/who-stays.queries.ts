import { sql } from 'kysely';
import { onlyRow } from '../../../server/database/only-row.ts';
import { NotFound, Stale } from '../../../server/http/errors.ts';
import { contains, exactly, where, type Filter } from '../../../server/lists/list-filters.ts';
import type { Db } from '../../../server/process/context.ts';
import { normalOf } from '../find-or-make.queries.ts';

/** The number of the customer who stands for this one now: another where they were merged, else the same. */
export async function whoStays(db: Db, id: number): Promise<number> {
  const merged = await db
    .selectFrom('merged_customers')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return merged?.customer_id ?? id;
}

/** Filters by a customer's number, one that was merged into another's too; `otherwise` is what is said of what is no number. */
export const ofCustomer = (column: string, otherwise?: string) =>
  where(async (typed, db) => {
    const isNumber = exactly(column, otherwise).where(typed);
    const stays = await whoStays(db, Number(typed));
    return stays === Number(typed) ? isNumber : exactly(column).where(String(stays));
  });

/** Filters by a part of an e-mail, or by a whole one that somebody had before they were merged: it leads to the one who stays. */
export const ofEmail = (email: string, id: string): Filter => {
  const has = contains(email);
  return {
    ...has,
    where: async (typed, db) => {
      const { rows } = await sql<{ id: number }>`
        select customer_id as id from former_names where email_normal = ${normalOf(typed)} and email_normal <> ''`.execute(
        db,
      );
      if (rows.length === 0) return has.where(typed);
      return sql<boolean>`(${has.where(typed)} or ${sql.raw(id)} = any(${rows.map((row) => row.id)}::bigint[]))`;
    },
  };
};

/** The number of the customer who stands for this one now, and nobody merges that one until the transaction is over. */
export async function lockWhoStays(db: Db, id: number): Promise<number> {
  return onlyRow(await sql<{ id: number }>`select customer_who_stays(${id}) as id`.execute(db)).id;
}

/** Stale where somebody was merged meanwhile, with who did it; NotFound where there never was such a customer. */
export async function sayWhoIsGone(db: Db, id: number): Promise<never> {
  const merged = await db
    .selectFrom('merged_customers')
    .select(['customer_id', 'merged_by', 'merged_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!merged) throw new NotFound('This customer');
  const what = `merged customer ${id} into customer ${merged.customer_id}`;
  throw new Stale(merged.merged_by, merged.merged_at, what);
}
