import { sql } from 'kysely';
import { onlyRow } from '../../../server/database/only-row.ts';
import { NotFound, Stale } from '../../../server/http/errors.ts';
import { exactly, where } from '../../../server/lists/list-filters.ts';
import type { Db } from '../../../server/process/context.ts';

/** The number of the customer who stands for this one now: another where they were merged, else the same. */
export async function whoStays(db: Db, id: number): Promise<number> {
  const merged = await db
    .selectFrom('merged_customers')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return merged?.customer_id ?? id;
}

/** Filters by a customer's number, one that was merged into another's too. */
export const ofCustomer = (column: string) =>
  where(async (typed, db) => {
    const isNumber = exactly(column).where(typed);
    const stays = await whoStays(db, Number(typed));
    return stays === Number(typed) ? isNumber : exactly(column).where(String(stays));
  });

/** The same, and nobody merges that one until the transaction is over. */
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
