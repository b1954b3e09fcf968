import type { Selectable } from 'kysely';
import type { Db } from '../../../server/process/context.ts';
import type { RentalClubs } from '../../../server/database/tables.ts';

const TERMS = ['id', 'raw_charge', 'raw_cost', 'raw_commission', 'is_dollars'] as const;
/**
 * The charge, cost and commission of a rental club set, in cents; a commission without `is_dollars` is in hundredths
 * of a percent.
 */
export type RentalClubTerms = Pick<Selectable<RentalClubs>, (typeof TERMS)[number]>;

/** Returns those of the given rental clubs that the course rents out today. */
export async function findClubs(db: Db, ids: number[], course_id: number): Promise<RentalClubTerms[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('rental_clubs')
    .select(TERMS)
    .where('id', 'in', ids)
    .where('course_id', '=', course_id)
    .where('archived', '=', false)
    .orderBy('id')
    .execute();
}
