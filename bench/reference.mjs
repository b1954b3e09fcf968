// Serves the reference for RIC's figures: the same answers from Fastify and pg alone, with SQL written by hand for these
// lists.
import { createHash } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';
import { bareHome } from './bare-home.mjs';
import { bareInsert } from './bare-insert.mjs';
import { bareQueues } from './bare-queues.mjs';
import { barePartners } from './bare-partners.mjs';
import { bareReports } from './bare-reports.mjs';
import { serveBarePage } from './bare-page.mjs';
import { REFERENCE_LISTS } from './reference-lists.mjs';

const text = (value) => value;
pg.types.setTypeParser(pg.types.builtins.DATE, text);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c timezone=UTC' });
const courses = (await pool.query('select id, fold(course_name) as name from courses')).rows;

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

function filtered(list, typed) {
  const values = [];
  const conditions = Object.entries(typed).map(([name, one]) => {
    const [condition, value] = list.filters[name](one, courses);
    values.push(value);
    return condition.replaceAll('$', `$${values.length}`);
  });
  if (list.always) conditions.push(list.always);
  return { where: conditions.length > 0 ? `where ${conditions.join(' and ')}` : '', values };
}

// Returns the order of rows: missing values come last in both directions, and the id decides between equal rows.
function ordered({ sorts, order, id = 'id' }, fields, desc) {
  if (fields.length === 0) return order;
  const by = fields.map((name, i) => {
    const nulls = /^(nullif|d\.)/.test(sorts[name]) ? ' nulls last' : '';
    return desc[i] ? `${sorts[name]} desc${nulls}` : sorts[name];
  });
  return [...by, desc[0] ? `${id} desc` : id].join(', ');
}

// Returns the day in which a deep page of results begins, by the counts per day.
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
  desc: JSON.parse(query.sort_desc ?? '[]'),
  page: Number(query.page ?? 1),
  size: Number(query.per_page ?? 30),
  cap: query.cap,
});
const rowsOf = async (text, values, name) => (await pool.query({ text, values, name })).rows;
app.get('/api/health', () => ({ ok: true }));
for (const [name, list] of Object.entries(REFERENCE_LISTS)) {
  const { from, select, id = 'id', small } = list;
  app.get(`/api/${name}/index`, async (request) => {
    await signedIn(request.headers);
    const { filters, sort, desc, page, size } = read(request);
    const { where, values } = filtered(list, filters);
    const by = ordered(list, sort, desc);
    const isWhole = values.length === 0;
    if (isWhole && page === 1)
      return rowsOf(
        `select ${select} from ${from} ${where} order by ${by} limit ${size}`,
        [],
        `${name} ${by} ${size}`,
      );
    let [skip, within] = [(page - 1) * size, where];
    if (name === 'tee_times' && page > 30 && isWhole) {
      const start = await startOf(skip);
      skip = start.skip;
      within = `where created_at < ('${start.day}'::date + 1)::timestamp at time zone 'UTC'`;
    }
    const found = `from ${from} ${within} order by ${by} limit ${size} offset ${skip}`;
    if (small) return rowsOf(`select ${select} ${found}`, values);
    return rowsOf(
      `select ${select} from ${from} where ${id} in (select ${id} ${found}) order by ${by}`,
      values,
    );
  });
  app.get(`/api/${name}/count`, async (request) => {
    await signedIn(request.headers);
    const { filters, cap } = read(request);
    const { where, values } = filtered(list, filters);
    if (values.length === 0 && name === 'tee_times')
      return (await rowsOf('select sum(tee_times)::bigint as n from tee_time_counts', [], 'total'))[0].n;
    const counted =
      cap === undefined
        ? `select count(*) as n from ${from} ${where}`
        : `select count(*) as n from (select from ${from} ${where} limit ${Number(cap) + 1}) c`;
    return (await rowsOf(counted, values))[0].n;
  });
}
bareHome(app, rowsOf, signedIn);
bareInsert(app, pool, signedIn);
bareQueues(app, rowsOf, signedIn);
bareReports(app, rowsOf, signedIn);
barePartners(app, pool);
await serveBarePage(app);
await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) });
process.on('SIGTERM', () => process.exit(0));
