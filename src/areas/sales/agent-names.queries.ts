import { sql } from 'kysely';

/**
 * SQL for the names of staff users in sales figures, including removed users, as rows (`id`, `name`): the present name, with
 * the e-mail if another user has the same name. A person who was removed and added again stays the same person.
 */
export const AGENT_NAMES_SQL = sql`(select u.id, case when exists (
    select from staff_users o where lower_case(o.name) = lower_case(u.name) and lower_case(o.email) <> lower_case(u.email))
  then u.name || ' (' || u.email || ')' else u.name end as name from staff_users u)`;
