import { sql } from 'kysely';
import { PARTNER_ACTIONS, type PartnerAction } from '../../../contract/partners/partners.ts';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import { Forbidden } from '../../../server/http/errors.ts';
import type { Db, Partner } from '../../../server/process/context.ts';

/** SQL for the ids of the courses on which any course group grants the partner an action. */
export const grantedCourseIdsSql = (partner: Partner, action: PartnerAction) => sql`(
  select c.course_id from course_group_users u
    join course_group_actions a on a.course_group_id = u.course_group_id and a.api_action_id = ${PARTNER_ACTIONS[action]}
    join course_group_courses c on c.course_group_id = u.course_group_id
  where u.api_user_id = ${partner.id})`;

/** SQL that is true if partners may sell tee times of course `k`. */
export const COURSE_IS_SOLD = sql`(not k.inactive and not k.internal_only)`;

/**
 * Returns the error for a course that no group grants. The error is the same for an unknown course, so that a partner cannot find
 * out which courses exist.
 */
export const courseNotGrantedError = (action: PartnerAction) =>
  new Forbidden(`No course group grants you this course for: ${action}.`);

type GrantQuery = { action: PartnerAction; course_id: number };

/** Throws Forbidden if no course group grants the partner this action on the course, or if the course is not sold (any more). */
export async function requireCourseGrant(
  db: Db,
  partner: Partner,
  { action, course_id }: GrantQuery,
): Promise<void> {
  const { rows } = await sql`${PREPARED_STATEMENT_MARK}
    select from courses k where k.id = ${course_id} and ${COURSE_IS_SOLD} and k.id in ${grantedCourseIdsSql(partner, action)}`.execute(
    db,
  );
  if (rows.length === 0) throw courseNotGrantedError(action);
}

/**
 * Throws Forbidden if no course group grants the partner this action on the course of an existing booking. The grant suffices even
 * if the course is no longer sold.
 */
export async function requireGrantForBooking(
  db: Db,
  partner: Partner,
  { action, course_id }: GrantQuery,
): Promise<void> {
  const { rows } = await sql`${PREPARED_STATEMENT_MARK}
    select where ${course_id}::bigint in ${grantedCourseIdsSql(partner, action)}`.execute(db);
  if (rows.length === 0) throw courseNotGrantedError(action);
}
