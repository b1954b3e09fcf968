import type { Db } from '../../server/context.ts';
import { Invalid } from '../../server/errors.ts';

type Which = 'all' | 'internal' | 'live';

/** Pairs of id and name, by name: all courses, those not inactive, or those neither inactive nor internal-only. */
export async function coursePairs(db: Db, which: Which): Promise<[number, string][]> {
  const courses = await db
    .selectFrom('courses')
    .select(['id', 'course_name'])
    .$if(which !== 'all', (query) => query.where('inactive', '=', false))
    .$if(which === 'live', (query) => query.where('internal_only', '=', false))
    .orderBy('course_name')
    .execute();
  return courses.map((course) => [course.id, course.course_name]);
}

/** Invalid under `field` unless every id is a course's. */
export async function requireCourses(db: Db, ids: number[], field: string): Promise<void> {
  if (ids.length === 0) return;
  const found = await db.selectFrom('courses').select('id').where('id', 'in', ids).execute();
  if (found.length < new Set(ids).size)
    throw new Invalid({ [field]: ['names a course that does not exist'] });
}

export async function findCourse(db: Db, id: number, field = 'course') {
  const course = await db
    .selectFrom('courses')
    .select([
      'id',
      'course_name',
      'email',
      'phone',
      'internal_only',
      'inactive',
      'rate_required',
      'gs_id',
      'golfnow_id',
      'club_prophet_id',
      'fore_up_id',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!course) throw new Invalid({ [field]: ['does not exist'] });
  return course;
}
