import { sql } from 'kysely';
import { PARTNER_ACTIONS, type PartnerAction } from '../../../contract/partners/partners.ts';
import { PREPARED } from '../../../server/database/prepared.ts';
import { Forbidden } from '../../../server/http/errors.ts';
import type { Db, Partner } from '../../../server/process/context.ts';

/** The courses on which some group of a partner's grants them an action, as a set of ids. */
export const grantedCourses = (partner: Partner, action: PartnerAction) => sql`(
  select c.course_id from course_group_users u
    join course_group_actions a on a.course_group_id = u.course_group_id and a.api_action_id = ${PARTNER_ACTIONS[action]}
    join course_group_courses c on c.course_group_id = u.course_group_id
  where u.api_user_id = ${partner.id})`;

/** Whether a course `k` is sold by partners at all. */
export const SOLD = sql`(not k.inactive and not k.internal_only)`;

/** Says no more than this, so that nobody finds out which courses there are. */
export const notGranted = (action: PartnerAction) =>
  new Forbidden(`No course group grants you this course for: ${action}.`);

type Asked = { action: PartnerAction; course_id: number };

/** Forbidden where no group grants the action on this course, or where it is not sold (any more). */
export async function requireGranted(db: Db, partner: Partner, { action, course_id }: Asked): Promise<void> {
  const { rows } = await sql`${PREPARED}
    select from courses k where k.id = ${course_id} and ${SOLD} and k.id in ${grantedCourses(partner, action)}`.execute(
    db,
  );
  if (rows.length === 0) throw notGranted(action);
}

/** The same of what was booked before: a course that is not sold any more is no reason to keep it. */
export async function requireGrantedEver(
  db: Db,
  partner: Partner,
  { action, course_id }: Asked,
): Promise<void> {
  const { rows } = await sql`${PREPARED}
    select where ${course_id}::bigint in ${grantedCourses(partner, action)}`.execute(db);
  if (rows.length === 0) throw notGranted(action);
}
