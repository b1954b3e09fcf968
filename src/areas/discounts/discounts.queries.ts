import { sql } from 'kysely';
import type { Db } from '../../server/context.ts';
import type { DiscountTerms } from '../booking/discount.rules.ts';

export type Discount = DiscountTerms & { id: number };

/** A discount by its code, whatever its case; kept from being changed until the transaction ends. */
export async function findDiscountByCode(db: Db, code: string): Promise<Discount | null> {
  const { rows } = await sql<Discount>`
    select d.id, d.code, d.is_dollars, d.raw_amount, d.raw_min_discount, d.raw_max_discount, d.min_players, d.max_players,
      d.start_date, d.end_date, d.enabled, d.gift_certificate_stack,
      array(select c.course_id::int from discount_courses c where c.discount_id = d.id) as course_ids
    from discounts d where lower(d.code) = lower(${code}) for share of d`.execute(db);
  return rows[0] ?? null;
}
