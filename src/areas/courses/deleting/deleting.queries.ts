import { sql } from 'kysely';
import type { Db } from '../../../server/process/context.ts';
import { onlyRow } from '../../../server/database/only-row.ts';
import {
  deleteUnlessReferenced,
  deletionProblem,
  type RecordReferences,
} from '../../../server/records/references.ts';
import { findCourseRecord } from '../courses.queries.ts';
import type { DeletedWithCourse } from '../courses.contract.ts';

const referencesTo = (id: number): RecordReferences => ({
  on: {
    'tee time': sql`select from tee_times where course_id = ${id}`,
    rate: sql`select from rates where course_id = ${id}`,
    'rental club': sql`select from rental_clubs where course_id = ${id}`,
    image: sql`select from images where course_id = ${id}`,
    'gift certificate': sql`select from gift_certificates where course_id = ${id}`,
  },
  instead: 'Tick Inactive? instead, so that it is no longer offered.',
});

export const deleteCourse = (db: Db, id: number) =>
  deleteUnlessReferenced(db, 'courses', id, referencesTo(id));

/** Counts the rows of all tables that are deleted with a course. */
export async function countDeletedWithCourse(db: Db, id: number): Promise<DeletedWithCourse> {
  await findCourseRecord(db, id);
  const counts = await sql<Omit<DeletedWithCourse, 'kept_because'>>`select
    (select count(*) from maintenances where course_id = ${id}) as maintenances,
    (select count(*) from fore_up_availabilities where course_id = ${id}) as open_times,
    (select count(*) from lost_leads where course_id = ${id}) as lost_leads,
    (select count(*) from availability_queues q
      where exists (select from fore_up_availabilities a where a.id = q.fore_up_availability_id and a.course_id = ${id})
      or exists (select from lost_leads l where l.id = q.lost_lead_id and l.course_id = ${id})) as waiting_customers,
    (select count(*) from holiday_courses where course_id = ${id}) as holidays,
    (select count(*) from course_group_courses where course_id = ${id}) as course_groups,
    (select count(*) from discount_courses where course_id = ${id}) as discounts,
    (select count(*) from discount_courses d where course_id = ${id} and not exists (select from discount_courses o
      where o.discount_id = d.discount_id and o.course_id <> ${id})) as discounts_here_only`.execute(db);
  return { kept_because: await deletionProblem(db, referencesTo(id)), ...onlyRow(counts) };
}
