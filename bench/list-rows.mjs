// Benchmarks L1 to L8 and C1 to C4: lists with their counts, as the screen requests them.
import { requestOk, measureTimesInTurn, measureRatesInTurn, quantile, measureTimes } from './measure.mjs';

// The number of rows up to which the screen counts; fewer if no search text has three letters.
const CAP = 10_000;
const SHORT_CAP = 1_000;
const COMMON = { last_name: 'smi', course_name: 'torrey' };
const MEDIUM = { first_name: 'yuk', course_name: 'redhawk' };
const LETTERS = { first_name: 'a', last_name: 'e' };

export function requestAddress(path, query) {
  const sent = Object.entries(query).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  return `${path}?${new URLSearchParams(sent)}`;
}

/** Returns the first letter, the first three and the first seven letters of a text. */
export const textBeginnings = (text) => [1, 3, 7].map((length) => String(text).slice(0, length));

/** Requests a page of results and its count, together, from RIC or the reference. */
export function requestPageWithCount(bench, server, { list = 'tee_times', filters = {}, cap, ...rest }) {
  const index = server.address + requestAddress(`/api/${list}/index`, { filters, per_page: 30, ...rest });
  const count = server.address + requestAddress(`/api/${list}/count`, { filters, ...(cap && { cap }) });
  const { headers } = bench;
  return () => Promise.all([requestOk(index, { headers }), requestOk(count, { headers })]);
}

const OF_APART = { course_name: 'course_id' };

/**
 * Requests a page of results and its count from the peer product, which answers both in one call. Over its own tables the
 * peer cannot search for a name in another table, and sorts by the reference instead.
 */
function ofPeer(bench, { filters = {}, page = 1, sort_fields: [sort = 'created_at'] = [] }, table) {
  const sortBy = table === 'tee_times' ? (OF_APART[sort] ?? sort) : sort;
  const direction = sortBy === 'created_at' ? 'desc' : 'asc';
  const typed = Object.entries(filters).map(([name, value]) => [`filters.${name}`, value]);
  const query = Object.fromEntries([
    ...typed,
    ['page', page],
    ['perPage', 30],
    ['sortBy', sortBy],
    ['direction', direction],
  ]);
  const url = bench.peer.address + requestAddress(`/admin/api/resources/${table}/actions/list`, query);
  return () => requestOk(url, { headers: { cookie: bench.cookie } });
}

async function compare(bench, asked, { peer }) {
  const works = {
    ric: requestPageWithCount(bench, bench.ric, asked),
    reference: requestPageWithCount(bench, bench.reference, asked),
  };
  if (peer && bench.peer) Object.assign(works, peersOf(bench, asked));
  await expectSameAnswers(works);
  return withBoth(await measureTimesInTurn(works, bench.rounds), 'ms');
}

/** Returns the requests to the peer product: over its own tables, if they support the request, and over the list table. */
function peersOf(bench, asked) {
  const overList = ofPeer(bench, asked, 'tee_time_list');
  return asked.filters ? { peer: overList } : { peer: ofPeer(bench, asked, 'tee_times'), overList };
}

const withBoth = ({ overList, ...found }, unit) => ({
  ...found,
  ...(overList && { note: `AdminJS over the list table that RIC keeps: ${overList.toFixed(0)} ${unit}` }),
});

// Expects that the compared servers do the same: the same rows in the same order, and the same count.
export async function expectSameAnswers({ ric, reference }) {
  const [ours, theirs] = await Promise.all([ric(), reference()]);
  const read = ([index, count]) =>
    JSON.stringify([JSON.parse(index.body).map(({ id }) => id), JSON.parse(count.body)]);
  if (read(ours) !== read(theirs))
    throw new Error(`RIC and the reference answer differently:\n${read(ours)}\n${read(theirs)}`);
}

async function rare({ query }) {
  const { rows } = await query(`select last_name, course_name from tee_time_list
    where length(last_name) > 7 group by 1, 2 having count(*) = 2 order by 1, 2 limit 1`);
  return rows[0];
}

const row = (id, work, targets, asked) => ({
  id,
  work,
  targets,
  unit: 'ms',
  run: async (bench) => compare(bench, typeof asked === 'function' ? await asked(bench) : asked, targets),
});
async function throughput(bench) {
  const works = {
    ric: requestPageWithCount(bench, bench.ric, {}),
    reference: requestPageWithCount(bench, bench.reference, {}),
  };
  if (bench.peer) Object.assign(works, peersOf(bench, {}));
  return withBoth(await measureRatesInTurn(works, 16, bench.rounds), '/s');
}

const TEXTS = [
  'first_name',
  'last_name',
  'email',
  'primary_phone',
  'play_time',
  'course_name',
  'confirmation',
].concat(['payment_id', 'agent', 'notes', 'internal_notes']);
const EXACT = {
  id: '77777',
  players: '8',
  paid: '$412.00',
  cost: '0',
  play_date: '2026-03-14',
  created_at: '2026-03-14',
};
const STATUSES = ['booked', 'played', 'canceled', 'failed', 'p'];

/** Measures every filter alone: texts by one, three and seven letters of a middle row, other filters by a usual value. */
async function everyFilter(bench) {
  const { rows } = await bench.query(
    `select * from tee_time_list where notes <> $1 and internal_notes <> $1 and payment_id <> $1 order by id limit 1
     offset (select least(20000, count(*) / 50) from tee_time_list)`,
    [''],
  );
  const filters = [
    ...TEXTS.flatMap((name) => textBeginnings(rows[0][name]).map((part) => ({ [name]: part }))),
    ...Object.entries(EXACT).map(([name, value]) => ({ [name]: value })),
    ...STATUSES.map((status) => ({ status })),
  ];
  const slowest = [];
  for (const one of filters) {
    const [[name, typed]] = Object.entries(one);
    const cap = TEXTS.includes(name) && typed.length < 3 ? SHORT_CAP : CAP;
    const p95 = quantile(
      await measureTimes(requestPageWithCount(bench, bench.ric, { filters: one, cap }), 400),
      0.95,
    );
    bench.say(`  ${JSON.stringify(one)}: p95 ${p95.toFixed(1)} ms`);
    slowest.push([p95, JSON.stringify(one)]);
  }
  slowest.sort(([a], [b]) => b - a);
  const worst = slowest.slice(0, 3).map(([p95, filter]) => `${filter} ${p95.toFixed(0)} ms`);
  return { ric: slowest[0][0], note: `${filters.length} filters; worst ${worst.join(', ')}` };
}

export const LIST_ROWS = [
  row('L1', 'list, newest first, with total', { reference: 1.5, peer: 50 }, {}),
  {
    id: 'L1 x16',
    work: 'the same, 16 clients',
    unit: '/s',
    targets: { reference: 0.6, peer: 50 },
    run: throughput,
  },
  row('L2', 'last name smi, course torrey', { reference: 1.5, peer: 4 }, { filters: COMMON, cap: CAP }),
  row('L3', 'first name yuk, course redhawk', { reference: 2, peer: 2 }, { filters: MEDIUM, cap: CAP }),
  row('L4', 'a last name and a course that meet twice', { reference: 2, peer: 1 }, async (bench) => ({
    filters: await rare(bench),
    cap: CAP,
  })),
  row(
    'L5',
    'one letter in two columns, as the screen asks',
    { reference: 3, peer: 50 },
    { filters: LETTERS, cap: SHORT_CAP },
  ),
  row('L5 exact', 'the same, counted to the end', { reference: 3 }, { filters: LETTERS }),
  row('L6', 'page 10,000', { reference: 3, peer: 20 }, ({ lastPage = 10_000 }) => ({
    page: Math.min(10_000, lastPage),
  })),
  row(
    'L7',
    'by course, then play date',
    { reference: 5, peer: 100 },
    { sort_fields: ['course_name', 'play_date'] },
  ),
  { id: 'L8', work: 'every filter alone, worst p95', unit: 'ms', targets: { most: 60 }, run: everyFilter },
  row('C1', 'customers, page 1', { reference: 2 }, { list: 'customers' }),
  row('C2', 'customers, page 9,000', { reference: 2 }, { list: 'customers', page: 9000 }),
  row(
    'C3',
    'certificates by last name',
    { reference: 2 },
    { list: 'gift_certificates', sort_fields: ['last_name'] },
  ),
  row(
    'C4',
    'certificates by e-mail, page 1,500',
    { reference: 2 },
    { list: 'gift_certificates', sort_fields: ['email'], page: 1500 },
  ),
];
