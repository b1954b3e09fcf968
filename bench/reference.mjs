// What RIC is measured against: the same answers from Fastify and pg alone, its SQL written by hand for these lists.
import { createHash } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';
import { bareInsert } from './bare-insert.mjs';
import { servePage } from './bare-page.mjs';

const text = (value) => value;
pg.types.setTypeParser(pg.types.builtins.DATE, text);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c timezone=UTC' });
const low = (column) => `lower(${column}) collate "C"`;
const last = (column) => `nullif(lower(${column}), '') collate "C"`;
const money = (column) => `(${column} / 100.0)::numeric(20,2)::text`;
const LISTS = {
  tee_times: {
    table: 'tee_time_list',
    select: `id, first_name, last_name, created_at, play_date, play_time, players, ${money('raw_paid')} as paid, ${money('raw_cost')} as cost,
      course_id, course_name, confirmation, payment_id, agent, notes, internal_notes, case when state = 'cancel_pending' then 'pending'
      when state = 'booked' and (play_date, play_time) <= (current_date, to_char(now(), 'HH24:MI')) then 'played' else state end as status`,
    order: 'created_at desc, id desc',
    sorts: { course_name: low('course_name'), play_date: 'play_date' },
  },
  customers: {
    table: 'customers',
    select: 'id, type, first_name, last_name, email, primary_phone, updated_at',
    order: `${low('last_name')}, ${low('first_name')}, id`,
    sorts: { first_name: low('first_name'), email: low('email') },
  },
  gift_certificates: {
    table: 'gift_certificate_list',
    select: `id, created_at, first_name, last_name, email, serial, ${money('raw_value')} as value, ${money('raw_balance')} as balance,
      case when email_delivery then 'email' else 'mail' end as delivery_method, internal_memo`,
    order: 'created_at desc, id desc',
    sorts: { first_name: last('first_name'), last_name: last('last_name'), email: last('email') },
  },
};
const courses = (await pool.query('select id, lower(course_name) as name from courses')).rows;

async function signedIn(headers) {
  const { rows } = await pool.query({
    name: 'session',
    text: `select u.email, s.token_hash from sign_ins s join staff_users u on u.id = s.staff_user_id
      where s.client = $1 and s.ended_at is null and s.expires_at > now() and u.removed_at is null`,
    values: [headers.client],
  });
  const hash = createHash('sha256')
    .update(headers['access-token'] ?? '')
    .digest('hex');
  if (rows[0]?.token_hash !== hash || rows[0].email !== headers.uid) throw new Error('signed out');
}

function filtered(filters) {
  const values = [];
  const conditions = Object.entries(filters).map(([column, typed]) => {
    if (column === 'course_name') {
      values.push(courses.filter(({ name }) => name.includes(typed.toLowerCase())).map(({ id }) => id));
      return `course_id = any($${values.length})`;
    }
    values.push(`%${typed}%`);
    return `${column} ilike $${values.length}`;
  });
  return { where: conditions.length > 0 ? `where ${conditions.join(' and ')}` : '', values };
}

// The day in which a page far down begins, from the counts per day.
async function startOf(offset) {
  const { rows } = await pool.query({
    name: 'days',
    text: 'select created_on, tee_times from tee_time_counts order by created_on desc',
  });
  let before = 0;
  const day = rows.find(({ tee_times }) => (before += tee_times) > offset);
  return { day: day.created_on, skip: offset - (before - day.tee_times) };
}

const app = fastify();
const read = ({ query }) => ({
  filters: JSON.parse(query.filters ?? '{}'),
  sort: JSON.parse(query.sort_fields ?? '[]'),
  page: Number(query.page ?? 1),
  cap: query.cap,
});
app.get('/api/health', () => ({ ok: true }));
for (const [name, { table, select, order, sorts }] of Object.entries(LISTS)) {
  app.get(`/api/${name}/index`, async (request) => {
    await signedIn(request.headers);
    const { filters, sort, page } = read(request);
    const { where, values } = filtered(filters);
    const by = sort.length > 0 ? [...sort.map((one) => sorts[one]), 'id'].join(', ') : order;
    if (values.length === 0 && page === 1)
      return (
        await pool.query({
          name: `${name} ${by}`,
          text: `select ${select} from ${table} order by ${by} limit 30`,
        })
      ).rows;
    let [skip, from] = [(page - 1) * 30, where];
    if (name === 'tee_times' && page > 30 && values.length === 0) {
      const start = await startOf(skip);
      skip = start.skip;
      from = `where created_at < ('${start.day}'::date + 1)::timestamp at time zone 'UTC'`;
    }
    const ids = `select id from ${table} ${from} order by ${by} limit 30 offset ${skip}`;
    return (await pool.query(`select ${select} from ${table} where id in (${ids}) order by ${by}`, values))
      .rows;
  });
  app.get(`/api/${name}/count`, async (request) => {
    await signedIn(request.headers);
    const { filters, cap } = read(request);
    const { where, values } = filtered(filters);
    if (values.length === 0 && name === 'tee_times')
      return (
        await pool.query({ name: 'total', text: 'select sum(tee_times)::bigint as n from tee_time_counts' })
      ).rows[0].n;
    const limit = cap === undefined ? '' : `limit ${Number(cap) + 1}`;
    return (await pool.query(`select count(*) as n from (select from ${table} ${where} ${limit}) c`, values))
      .rows[0].n;
  });
}
bareInsert(app, pool, signedIn);
await servePage(app);
await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) });
process.on('SIGTERM', () => process.exit(0));
