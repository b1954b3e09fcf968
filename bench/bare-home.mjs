// Answers the calls of Home's cards and leaderboard with SQL written by hand, from RIC's sums, but without the part that
// keeps the sums exact while tee times are booked.
const ZONE = 'America/Los_Angeles';
const FIRST = `case when $1 then date_trunc('month', $2::date)::date else $2::date end`;
const LENGTH = `case when $1 then interval '1 month' else interval '1 day' end`;
/**
 * The periods of an SQL statement whose first parameters are a period's length and day: the first day, the first day of the
 * period before, and of the one after.
 */
const PERIOD = `p as (select first, (first - ${LENGTH})::date as before, (first + ${LENGTH})::date as after from (select ${FIRST} as first) f)`;
const noon = (column) => `${column}::timestamp at time zone '${ZONE}'`;
const sums = (prefix, when) => `
  coalesce(sum(bookings) filter (where ${when}), 0)::bigint as ${prefix}booking_count,
  coalesce(sum(rounds) filter (where ${when}), 0)::bigint as ${prefix}round_count,
  coalesce(sum(raw_paid + raw_on_account) filter (where ${when}), 0)::bigint as ${prefix}revenue`;
const place = (figure) =>
  `row_number() over (partition by key order by ${figure} desc, fold(course_name) collate "C", k.id)`;
const NOT_GIVEN_BACK = `not exists (select from ledger_transactions t where t.gift_certificate_id = g.id and t.kind = 'refund'
  and t.tee_time_id is null)`;

const SOURCES = `with ${PERIOD} select source, ${sums('', 'created_on >= p.first')}, ${sums('previous_', 'created_on < p.first')}
  from p, sales_days where summed_by = 'source' and created_on >= p.before and created_on < p.after group by source`;
const COURSES = `with ${PERIOD} select key as source, json_agg(json_build_object('id', id, 'course_name', course_name, 'count', n) order by place) as courses
  from (select key, k.id, course_name, n, ${place('n')} as place from (
    select source as key, course_id, sum(rounds)::bigint as n from p, sales_days
    where summed_by = 'course' and created_on >= p.first and created_on < p.after group by 1, 2) s join courses k on k.id = s.course_id where n > 0) c
  where place <= 3 group by key`;
const SOLD = `with ${PERIOD} select g.created_at < ${noon('p.first')} as key, count(*) as sold, sum(raw_price)::bigint as revenue,
    round(avg(raw_value))::bigint as mean, round(percentile_cont(0.5) within group (order by raw_value)::numeric)::bigint as median,
    mode() within group (order by raw_value) as mode
  from p, gift_certificates g where raw_value > 0 and g.created_at >= ${noon('p.before')} and g.created_at < ${noon('p.after')}
    and ${NOT_GIVEN_BACK} group by 1`;
const REDEEMED = `with ${PERIOD} select key, sum(n)::bigint as redeemed,
    json_agg(json_build_object('id', id, 'course_name', course_name, 'count', n) order by place) filter (where place <= 3) as courses
  from (select key, k.id, course_name, n, ${place('n')} as place from (
    select created_on < p.first as key, course_id, sum(redeemed)::bigint as n from p, sales_days
    where summed_by = 'course' and created_on >= p.before and created_on < p.after and redeemed > 0 group by 1, 2) s
    join courses k on k.id = s.course_id) c group by key`;
const STARTS = `(select generate_series(p.first - ${LENGTH} * (case when $1 then 11 else 29 end), p.first, ${LENGTH})::date as "from" from p) starts`;
const UNIT = `case when $1 then 'month' else 'day' end`;
const ROUNDS_TREND = `with ${PERIOD} select "from", coalesce(count, 0)::bigint as count from ${STARTS} left join (
    select date_trunc(${UNIT}, created_on)::date as "from", sum(rounds) as count from p, sales_days
    where summed_by = 'source' and source <> 'misc' and created_on > p.first - ${LENGTH} * (case when $1 then 12 else 30 end) and created_on < p.after
    group by 1) s using ("from") order by 1`;
const SOLD_TREND = `with ${PERIOD} select "from", coalesce(count, 0)::bigint as count from ${STARTS} left join (
    select date_trunc(${UNIT}, g.created_at at time zone '${ZONE}')::date as "from", count(*) as count from p, gift_certificates g
    where raw_value > 0 and g.created_at >= ${noon(`(p.first - ${LENGTH} * (case when $1 then 11 else 29 end))`)}
      and g.created_at < ${noon('p.after')} and ${NOT_GIVEN_BACK} group by 1) s using ("from") order by 1`;
const BOARD = `select case when (select count(distinct lower(email)) from staff_users o where o.name = u.name) > 1
      then u.name || ' (' || u.email || ')' else u.name end as name, (array_agg(u.level order by u.id desc))[1] as level,
    sum(rounds)::bigint as rounds,
    sum(raw_paid + raw_on_account)::bigint as revenue,
    coalesce(sum(rounds) filter (where created_on = $1::date), 0)::bigint as day_rounds,
    coalesce(sum(raw_paid + raw_on_account) filter (where created_on = $1::date), 0)::bigint as day_revenue
  from sales_days join staff_users u on u.id = staff_user_id where summed_by = 'staff_user' and u.level = any($2)
    and created_on >= date_trunc('month', $1::date) and created_on < date_trunc('month', $1::date) + interval '1 month'
  group by 1 order by 1`;

const LEVELS = { sdgr: ['admin', 'sdgr'], psgr: ['psgr'], hotels: ['hotels'] };
const NONE = { sold: 0, revenue: 0, mean: 0, median: 0, mode: 0 };
const averages = ({ mean, median, mode }) => ({ mean, median, mode });
const by = (rows, name) => new Map(rows.map((row) => [row[name], row]));

const FIGURES = ['booking_count', 'round_count', 'revenue'];
function teeTimesOf(sources, courses) {
  const of = by(sources, 'source');
  const answer = ['internal', 'external', 'misc'].flatMap((source) =>
    FIGURES.flatMap((figure) => [
      [`${source}_${figure}`, of.get(source)?.[figure] ?? 0],
      [`previous_${source}_${figure}`, of.get(source)?.[`previous_${figure}`] ?? 0],
    ]),
  );
  const top = by(courses, 'source');
  return {
    ...Object.fromEntries(answer),
    internal_courses: top.get('internal')?.courses ?? [],
    external_courses: top.get('external')?.courses ?? [],
  };
}

function certificatesOf(sold, redeemed) {
  const [soldBy, redeemedBy] = [by(sold, 'key'), by(redeemed, 'key')];
  const [now, before] = [soldBy.get(false) ?? NONE, soldBy.get(true) ?? NONE];
  return {
    sold: now.sold,
    revenue: now.revenue,
    redeemed: redeemedBy.get(false)?.redeemed ?? 0,
    previous_sold: before.sold,
    previous_revenue: before.revenue,
    previous_redeemed: redeemedBy.get(true)?.redeemed ?? 0,
    averages: averages(now),
    previous_averages: averages(before),
    courses: redeemedBy.get(false)?.courses ?? [],
    previous_courses: redeemedBy.get(true)?.courses ?? [],
  };
}

function boardOf(rows, rounds, revenue) {
  const named = (figure, name) =>
    Object.fromEntries(
      rows.filter((row) => row[figure] !== 0).map((row) => [row.name, { [name]: row[figure] }]),
    );
  return { rounds: named(rounds, 'rounds'), revenue: named(revenue, 'revenue') };
}

const boxOf = ({ level }) => Object.keys(LEVELS).find((box) => LEVELS[box].includes(level));

export function bareHome(app, rowsOf, signedIn) {
  const ask = (path, answer) =>
    app.get(`/api/${path}/:isMonthly/:date`, async ({ headers, params }) => {
      await signedIn(headers);
      return answer([params.isMonthly === 'true', params.date]);
    });
  ask('tee_times/summary', async (period) =>
    teeTimesOf(
      ...(await Promise.all([
        rowsOf(SOURCES, period, 'home sources'),
        rowsOf(COURSES, period, 'home courses'),
      ])),
    ),
  );
  ask('gift_certificates/summary', async (period) =>
    certificatesOf(
      ...(await Promise.all([rowsOf(SOLD, period, 'home sold'), rowsOf(REDEEMED, period, 'home redeemed')])),
    ),
  );
  ask('tee_times/trend', (period) => rowsOf(ROUNDS_TREND, period, 'home rounds'));
  ask('gift_certificates/trend', (period) => rowsOf(SOLD_TREND, period, 'home trend'));
  app.post('/api/summary/agent_leaderboard', async ({ headers, body }) => {
    await signedIn(headers);
    const levels = Object.entries(LEVELS).flatMap(([box, some]) => (body.agentFilter[box] ? some : []));
    const rows = await rowsOf(BOARD, [body.date, levels], 'home board');
    return {
      daily: boardOf(rows, 'day_rounds', 'day_revenue'),
      monthly: boardOf(rows, 'rounds', 'revenue'),
      boxes: Object.fromEntries(
        rows.filter((row) => row.rounds !== 0 || row.revenue !== 0).map((row) => [row.name, boxOf(row)]),
      ),
    };
  });
}
