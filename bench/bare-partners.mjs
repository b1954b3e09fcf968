// Answers a partner's search with SQL written by hand: checks the API key, and returns the open times of a day at the
// courses of the partner's groups, with the price, without those that RIC booked itself.
import { createHash } from 'node:crypto';

const KEY = `select k.api_user_id from api_keys k where k.key_hash = $1 and k.withdrawn_at is null`;
const SEARCH = `select a.id, a.course_id, k.course_name, a.available_date, a.available_time, a.starts_at,
    array(select s from unnest(a.spots) s where s <= still.players) as spots, a.holes,
    a.starting_side, r.raw_rate, r.raw_service_fee
  from fore_up_availabilities a join courses k on k.id = a.course_id join rates r on r.id = a.rate_id
    cross join lateral (select a.spots[cardinality(a.spots)] - coalesce(sum(t.players), 0) as players from tee_times t
      where t.course_id = a.course_id and t.play_date = a.available_date and t.play_time = to_char(a.available_time, 'FM00":"00')
        and t.state in ('pending', 'booked', 'cancel_pending') and upper(trim(t.confirmation)) = 'INTERNAL') still
  where a.available_date = $1::date and a.gone_at is null and a.starts_at > now() and a.spots @> array[$2::integer] and still.players >= $2
    and not k.inactive and not k.internal_only
    and a.course_id in (select c.course_id from course_group_users u
      join course_group_actions x on x.course_group_id = u.course_group_id and x.api_action_id = 2
      join course_group_courses c on c.course_group_id = u.course_group_id where u.api_user_id = $3)
  order by a.available_time, a.id limit 101`;

export function barePartners(app, pool) {
  app.get('/bare/open_times', async ({ headers, query }) => {
    const hash = createHash('sha256').update(String(headers.authorization).slice(7)).digest('hex');
    const key = await pool.query({ name: 'key', text: KEY, values: [hash] });
    const values = [query.date, Number(query.players), key.rows[0].api_user_id];
    const { rows } = await pool.query({ name: 'partner search', text: SEARCH, values });
    const open_times = rows
      .slice(0, 100)
      .map((row) => ({ ...row, raw_charge: (row.raw_rate + row.raw_service_fee) * query.players }));
    return { open_times, has_more: rows.length > 100 };
  });
}
