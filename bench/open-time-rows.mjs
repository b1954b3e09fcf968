// Benchmarks V1, V2 and Q1: a list of a million open times, and the customers who wait for them.
import { requestPageWithCount, textBeginnings, expectSameAnswers } from './list-rows.mjs';
import { requestOk, measureTimesInTurn, quantile, measureTimes } from './measure.mjs';

// The number of rows up to which the screen counts; it requests a hundred rows, by date and time.
const CAP = 10_000;
const asked = (filters) => ({
  list: 'fore_up_availability',
  filters,
  cap: CAP,
  per_page: 100,
  sort_fields: ['available_date', 'available_time'],
  sort_desc: [false, false],
});
export const requestTorreyOpenTimes = (bench, server) =>
  requestPageWithCount(bench, server, asked({ course_name: 'Torrey' }));

async function availability(bench) {
  const works = {
    ric: requestTorreyOpenTimes(bench, bench.ric),
    reference: requestTorreyOpenTimes(bench, bench.reference),
  };
  await expectSameAnswers(works);
  return measureTimesInTurn(works, bench.rounds);
}

/**
 * Measures every filter alone: names by one, three and seven letters, other filters by a usual value, and a text without
 * matches.
 */
async function everyFilter(bench) {
  const filters = [
    ...textBeginnings('Torrey Pines').map((course_name) => ({ course_name })),
    ...textBeginnings('Group San Diego').map((group_name) => ({ group_name })),
    ...['$40.37', '$84.40', '$1.00'].map((rate) => ({ rate })),
    ...['2035-01-01', '2035-03-14', '2035-04-05', '2034-12-31'].map((available_date) => ({ available_date })),
    ...['06:00', '12:08', '17:43', '05:00'].map((available_time) => ({ available_time })),
    ...['1', '2', '4', '5', '8', '9'].map((spots) => ({ spots })),
    { course_name: 'nowhere' },
    { group_name: 'nobody' },
  ];
  const found = [];
  for (const one of filters) {
    const p95 = quantile(await measureTimes(requestPageWithCount(bench, bench.ric, asked(one)), 400), 0.95);
    bench.say(`  ${JSON.stringify(one)}: p95 ${p95.toFixed(1)} ms`);
    found.push([p95, JSON.stringify(one)]);
  }
  found.sort(([a], [b]) => b - a);
  const worst = found.slice(0, 3).map(([p95, filter]) => `${filter} ${p95.toFixed(0)} ms`);
  return { ric: found[0][0], note: `${filters.length} filters; worst ${worst.join(', ')}` };
}

const get =
  ({ headers }, server, path) =>
  () =>
    requestOk(server.address + path, { headers });
const idsOf = async (asking, rows) => rows(JSON.parse((await asking()).body)).map(({ id }) => id);

async function compare(bench, path, rows) {
  const works = { ric: get(bench, bench.ric, path), reference: get(bench, bench.reference, path) };
  const [ours, theirs] = await Promise.all([idsOf(works.ric, rows), idsOf(works.reference, rows)]);
  // Only the ids are compared, because the order in which customers are called is RIC's own and the reference has none.
  if (ours.toSorted().join() !== theirs.toSorted().join() || ours.length === 0)
    throw new Error(`RIC and the reference answer differently: ${ours.length} and ${theirs.length} rows`);
  return { ...(await measureTimesInTurn(works, bench.rounds)), rows: ours };
}

const waitList = async (bench) => {
  const { rows, ...found } = await compare(bench, '/api/fore_up_availability/wait_list_queues', (all) => all);
  return { ...found, note: `${rows.length} queues` };
};

/** Finds the longest queue that is not booked yet. */
async function queue(bench) {
  const { rows } =
    await bench.query(`select q.fore_up_availability_id as id, count(*) as n from availability_queues q
    group by 1 order by 2 desc, 1 limit 1`);
  const [{ id, n }] = rows;
  const path = `/api/availability_queue/index?id=${id}`;
  const { rows: _, ...found } = await compare(bench, path, (one) => one.availability_queues);
  return { ...found, note: `${n} who wait` };
}

export const OPEN_TIME_ROWS = [
  {
    id: 'V1',
    work: 'availability as it opens: 100 rows, Torrey, by date and time, with its total',
    unit: 'ms',
    targets: { reference: 2 },
    run: availability,
  },
  {
    id: 'V2',
    work: 'every filter of it alone, worst p95',
    unit: 'ms',
    targets: { most: 60 },
    run: everyFilter,
  },
  { id: 'Q1', work: 'the wait list, all of it', unit: 'ms', targets: { reference: 2 }, run: waitList },
  { id: 'Q1 one', work: 'queue management', unit: 'ms', targets: { reference: 2 }, run: queue },
];
