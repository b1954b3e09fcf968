import type { Db } from '../../../server/process/context.ts';

/** The charge in cents of those of these clubs that the course rents out today. */
export async function findClubs(
  db: Db,
  ids: number[],
  course_id: number,
): Promise<{ id: number; raw_charge: number }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('rental_clubs')
    .select(['id', 'raw_charge'])
    .where('id', 'in', ids)
    .where('course_id', '=', course_id)
    .where('archived', '=', false)
    .orderBy('id')
    .execute();
}
