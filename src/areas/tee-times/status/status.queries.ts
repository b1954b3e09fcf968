import { sql } from 'kysely';
import { conditionFilter } from '../../../server/lists/list-filters.ts';
import { playDatesAround, hasBegunSql, type StatusMoment } from '../moment/moment.queries.ts';
import { type TeeTimeStatus, TEE_TIME_STATUSES } from '../tee-times.contract.ts';

/** SQL for the status of a tee time that staff read; the rule itself is in status.rules.ts. */
export const statusSql = (now: StatusMoment) => sql<TeeTimeStatus>`case
  when t.state = 'cancel_pending' then 'pending'
  when t.state = 'booked' and ${hasBegunSql(now)} then 'played'
  else t.state end`;

// Each status as a condition on stored columns, so that a filter can use an index.
const CONDITION: Record<TeeTimeStatus, (now: StatusMoment) => ReturnType<typeof sql<boolean>>> = {
  pending: () => sql`t.state in ('pending', 'cancel_pending')`,
  booked: (now) =>
    sql`(t.state = 'booked' and t.play_date >= ${playDatesAround(now).first}::date and not (${hasBegunSql(now)}))`,
  played: (now) =>
    sql`(t.state = 'booked' and t.play_date <= ${playDatesAround(now).last}::date and ${hasBegunSql(now)})`,
  canceled: () => sql`t.state = 'canceled'`,
  failed: () => sql`t.state = 'failed'`,
};

/** Returns the list filter for statuses that contain the typed text; the list's table has the alias `t`. */
export const statusFilter = (now: StatusMoment) =>
  conditionFilter((typed) => {
    const meant = TEE_TIME_STATUSES.filter((status) => status.includes(typed.trim().toLowerCase()));
    const conditions = meant.map((status) => CONDITION[status](now));
    return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
  });
