// Returns the rows of two reports with SQL written by hand: the month from the ledger, the comparison from RIC's sums,
// without the part that keeps the sums exact during bookings, without a snapshot and without the other content of a
// workbook.
const ZONE = 'America/Los_Angeles';
const noon = (day) => `${day}::timestamp at time zone '${ZONE}'`;
const within = (column) => `(${column} >= ${noon('$1::date')} and ${column} < ${noon('($2::date + 1)')})`;
const dayOf = (column) => `(${column} at time zone '${ZONE}')::date`;

// All ledger entries of a transaction have the same tee time and moment.
const POSTED = `with e as (select ledger_transaction_id, tee_time_id, min(created_at) as created_at,
      ${['tee_time', 'discount', 'gift_certificate', 'card', 'on_account']
        .map((account) => `sum(raw_amount) filter (where account = '${account}') as ${account}`)
        .join(', ')}
    from ledger_entries where tee_time_id is not null and ${within('created_at')} group by 1, 2),
  p as (select ${dayOf('e.created_at')} as day, t.source, kind, count(*) as n, sum(players) as players, sum(raw_charge) as charge,
      sum(e.tee_time) as tee_time, sum(discount) as discount, sum(gift_certificate) as gift_certificate, sum(card) as card,
      sum(on_account) as on_account,
      sum(coalesce(card, 0) + coalesce(on_account, 0)) filter (where not ${within('t.created_at')}) as elsewhere,
      sum(players) filter (where kind = 'booking' and not ${within('t.created_at')}) as elsewhere_rounds
    from e join ledger_transactions x on x.id = e.ledger_transaction_id join tee_times t on t.id = e.tee_time_id group by 1, 2, 3)
  select day, source, sum(n) filter (where kind = 'booking') as bookings, sum(players) filter (where kind = 'booking') as rounds,
    sum(charge) filter (where kind = 'booking') as charge, -sum(tee_time + charge) filter (where kind = 'booking') as clubs,
    -sum(discount) filter (where kind = 'booking') as discounts, -sum(gift_certificate) filter (where kind = 'booking') as certificates,
    sum(card) filter (where kind = 'refund') as refunds, sum(on_account) filter (where kind = 'release') as unpaid,
    -sum(gift_certificate) filter (where kind = 'refund') as back, sum(elsewhere) as elsewhere, sum(elsewhere_rounds) as elsewhere_rounds
  from p group by 1, 2`;
const CANCELED = `select ${dayOf('canceled_at')} as day, source, count(*) as canceled, sum(players) as rounds,
    sum(players) filter (where not ${within('created_at')}) as elsewhere_rounds
  from tee_times where state = 'canceled' and ${within('canceled_at')} group by 1, 2`;
const LATER = `select
    (select sum(raw_amount) from tee_times t join ledger_entries e on e.tee_time_id = t.id where ${within('t.created_at')}
      and t.state in ('booked', 'cancel_pending', 'canceled') and account in ('card', 'on_account') and not ${within('e.created_at')}) as later,
    (select sum(players) from tee_times t join ledger_transactions x on x.tee_time_id = t.id where ${within('t.created_at')}
      and t.state in ('booked', 'cancel_pending', 'canceled') and kind = 'booking' and not ${within('x.created_at')}) as booked_later,
    (select sum(players) from tee_times t where ${within('t.created_at')} and t.state = 'canceled' and not ${within('t.canceled_at')}) as canceled_later,
    revenue as home, rounds as home_rounds
  from (select sum(raw_paid + raw_on_account) as revenue, sum(rounds) as rounds from sales_days
    where summed_by = 'source' and created_on between $1::date and $2::date) s`;

const spanSums = (
  from,
  to,
) => `(select course_id, sum(rounds)::bigint as rounds, sum(raw_paid + raw_on_account)::bigint as revenue
  from sales_days where summed_by = 'course' and created_on between ${from}::date and ${to}::date group by 1)`;
const COMPARED = `select course_name, coalesce(a.rounds, 0) as rounds, coalesce(b.rounds, 0) as rounds_before,
    coalesce(a.revenue, 0) as revenue, coalesce(b.revenue, 0) as revenue_before
  from ${spanSums('$1', '$2')} a full join ${spanSums('$3', '$4')} b using (course_id) join courses c on c.id = course_id
  order by fold(course_name) collate "C", c.id`;
const weekSums = (from, to) => `(select (created_on - ${from}::date) / 7 as n, sum(rounds)::bigint as rounds,
    sum(raw_paid + raw_on_account)::bigint as revenue
  from sales_days where summed_by = 'source' and created_on between ${from}::date and ${to}::date group by 1)`;
const firstDay = (from, to) =>
  `case when ${from}::date + 7 * n <= ${to}::date then (${from}::date + 7 * n)::text end`;
const WEEKS = `select ${firstDay('$1', '$2')} as week, ${firstDay('$3', '$4')} as compared,
    coalesce(a.rounds, 0) as rounds, coalesce(b.rounds, 0) as rounds_before,
    coalesce(a.revenue, 0) as revenue, coalesce(b.revenue, 0) as revenue_before
  from generate_series(0, greatest($2::date - $1::date, $4::date - $3::date) / 7) w(n)
    left join ${weekSums('$1', '$2')} a using (n) left join ${weekSums('$3', '$4')} b using (n)
  order by n`;

const FIGURES = [
  'bookings',
  'canceled',
  'rounds',
  'charge',
  'clubs',
  'discounts',
  'certificates',
  'refunds',
  'unpaid',
];
const REVENUE = ['charge', 'clubs', 'discounts', 'certificates', 'refunds', 'unpaid'];
const sumOf = (all, name) => all.reduce((sum, one) => sum + Number(one[name] ?? 0), 0);
const revenueOf = (all) => REVENUE.reduce((sum, name) => sum + sumOf(all, name), 0);

const lastOf = (year, month) => new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10);

function monthOf(posted, canceled, [bridge], last) {
  const gone = canceled.map(({ rounds, elsewhere_rounds, ...one }) => ({
    ...one,
    rounds: -rounds,
    elsewhere_rounds: -(elsewhere_rounds ?? 0),
  }));
  const all = [...posted, ...gone];
  const days = Array.from(
    { length: Number(last.slice(8)) },
    (_, at) => `${last.slice(0, 8)}${String(at + 1).padStart(2, '0')}`,
  );
  const sheet = (of) => {
    return days.map((day) => {
      const own = of.filter((one) => one.day === day);
      return [day, ...FIGURES.map((name) => sumOf(own, name)), revenueOf(own), sumOf(own, 'back')];
    });
  };
  const later = Number(bridge.booked_later ?? 0) - Number(bridge.canceled_later ?? 0);
  return [
    sheet(all),
    ...['internal', 'external', 'misc'].map((source) => sheet(all.filter((one) => one.source === source))),
    [
      ['Posted in the month', revenueOf(all), sumOf(all, 'rounds')],
      [
        'Less: posted in the month for tee times created in other months',
        sumOf(all, 'elsewhere'),
        sumOf(all, 'elsewhere_rounds'),
      ],
      ['Plus: posted in other months for tee times created in this one', Number(bridge.later ?? 0), later],
      ['Home: tee times created in the month', Number(bridge.home), Number(bridge.home_rounds)],
    ],
  ];
}

function percentOf(now, before) {
  if (before === 0) return now === 0 ? null : 'new';
  const tenths = ((now - before) / before) * 1000;
  return Math.sign(tenths) * Math.floor(Math.abs(tenths) + 0.5);
}

const comparedOf = ({ rounds, rounds_before, revenue, revenue_before }) => [
  rounds,
  rounds_before,
  rounds - rounds_before,
  revenue,
  revenue_before,
  revenue - revenue_before,
  percentOf(revenue, revenue_before),
];
const hasFigures = (one) => one.rounds || one.rounds_before || one.revenue || one.revenue_before;

export function bareReports(app, rowsOf, signedIn) {
  const ask = (name, answer) =>
    app.get(`/api/reports/${name}`, async ({ headers, query }) => {
      await signedIn(headers);
      return { sheets: (await answer(query)).map((rows) => ({ rows })) };
    });
  ask('sales_report', async ({ month, year }) => {
    const last = lastOf(Number(year), Number(month));
    const span = [`${last.slice(0, 8)}01`, last];
    const read = (text, name) => rowsOf(text, span, `month ${name}`);
    return monthOf(
      ...(await Promise.all([read(POSTED, 'posted'), read(CANCELED, 'canceled'), read(LATER, 'later')])),
      last,
    );
  });
  ask('revenue-comparison', async ({ start_date, end_date, compare_start_date, compare_end_date }) => {
    const spans = [start_date, end_date, compare_start_date, compare_end_date];
    const courses = (await rowsOf(COMPARED, spans, 'comparison')).filter(hasFigures);
    const weeks = await rowsOf(WEEKS, spans, 'comparison weeks');
    return [
      courses.map((one) => [one.course_name, ...comparedOf(one)]),
      weeks.map((one) => [one.week, one.compared, ...comparedOf(one)]),
    ];
  });
}
