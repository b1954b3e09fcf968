import { sql } from 'kysely';
import type { Db } from '../../server/process/context.ts';

/** Returns the id of the first course by name that begins with 'Torrey Pines' and that staff can book; null without one. */
export async function defaultCourseId(db: Db): Promise<number | null> {
  const course = await db
    .selectFrom('courses')
    .select('id')
    .where(sql<boolean>`fold(course_name) like 'torrey pines%'`)
    .where('inactive', '=', false)
    .orderBy(sql`fold(course_name) collate "C"`)
    .executeTakeFirst();
  return course?.id ?? null;
}
