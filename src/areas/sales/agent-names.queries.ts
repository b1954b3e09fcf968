import { sql } from 'kysely';

/**
 * What each staff user is called where sales are counted, those who left too (`id`, `name`): by today's name, with the e-mail
 * where somebody else has the same name. One person who was removed and added again is no other.
 */
export const AGENT_NAMES = sql`(select u.id, case when exists (
    select from staff_users o where lower_case(o.name) = lower_case(u.name) and lower_case(o.email) <> lower_case(u.email))
  then u.name || ' (' || u.email || ')' else u.name end as name from staff_users u)`;
