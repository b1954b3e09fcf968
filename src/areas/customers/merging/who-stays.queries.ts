import { sql } from 'kysely';
import { onlyRow } from '../../../server/database/only-row.ts';
import { NotFound, StaleRecord } from '../../../server/http/errors.ts';
import {
  textFilter,
  exactNumberFilter,
  parseWholeNumber,
  conditionFilter,
  type ListFilter,
} from '../../../server/lists/list-filters.ts';
import type { Db } from '../../../server/process/context.ts';
import { normalEmail } from '../find-or-make.queries.ts';

/** Returns the id of the customer that a merged customer's id leads to; the same id if the customer was not merged. */
export async function remainingCustomerId(db: Db, id: number): Promise<number> {
  const merged = await db
    .selectFrom('merged_customers')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return merged?.customer_id ?? id;
}

/**
 * Filters a list by a customer's id, also by the id of a merged customer. `otherwise` is the error for a text that is no number.
 */
export const customerIdFilter = (column: string, otherwise?: string) =>
  conditionFilter(async (typed, db) => {
    const stays = await remainingCustomerId(db, parseWholeNumber(typed, otherwise));
    return exactNumberFilter(column).where(String(stays));
  });

/** Filters a list by a part of an e-mail. A whole e-mail from before a merge finds the customer that stays. */
export const customerEmailFilter = (email: string, id: string): ListFilter => {
  const has = textFilter(email);
  return {
    ...has,
    where: async (typed, db) => {
      const { rows } = await sql<{ id: number }>`
        select customer_id as id from former_names where email_normal = ${normalEmail(typed)} and email_normal <> ''`.execute(
        db,
      );
      if (rows.length === 0) return has.where(typed);
      return sql<boolean>`(${has.where(typed)} or ${sql.raw(id)} = any(${rows.map((row) => row.id)}::bigint[]))`;
    },
  };
};

/**
 * Returns the id of the customer that a merged customer's id leads to, and prevents that customer from being merged until the
 * transaction ends.
 */
export async function lockRemainingCustomer(db: Db, id: number): Promise<number> {
  return onlyRow(await sql<{ id: number }>`select customer_who_stays(${id}) as id`.execute(db)).id;
}

/** Throws StaleRecord with the author of the merge if the customer was merged concurrently, or NotFound if the customer never existed. */
export async function throwCustomerGone(db: Db, id: number): Promise<never> {
  const merged = await db
    .selectFrom('merged_customers')
    .select(['customer_id', 'merged_by', 'merged_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!merged) throw new NotFound('This customer');
  const what = `merged customer ${id} into customer ${merged.customer_id}`;
  throw new StaleRecord(merged.merged_by, merged.merged_at, what);
}
