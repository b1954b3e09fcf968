// Benchmarks R1 and R2: two reports as their screens request them, a month of the ledger and a comparison of two years.
import { waitUntilSummed } from './home-rows.mjs';
import { requestOk, measureTimesInTurn } from './measure.mjs';

const rowsIn = ({ body }) => JSON.stringify(JSON.parse(body).sheets.map(({ rows }) => rows));

async function report(bench, name, query) {
  await waitUntilSummed(bench);
  const { headers, ric, reference, rounds } = bench;
  const ofIt = ({ address }) => {
    const url = `${address}/api/reports/${name}?${new URLSearchParams(query).toString()}`;
    return () => requestOk(url, { headers });
  };
  const works = { ric: ofIt(ric), reference: ofIt(reference) };
  const [ours, theirs] = (await Promise.all([works.ric(), works.reference()])).map(rowsIn);
  if (ours !== theirs) throw new Error(`RIC and the reference answer differently:\n${ours}\n${theirs}`);
  return { ...(await measureTimesInTurn(works, rounds)), note: `${JSON.parse(ours).flat().length} rows` };
}

/** Returns the newest day on which tee times were created, and the days that bound the two years before it. */
async function newestYears({ query }) {
  const { rows } =
    await query(`select (max(created_on) - interval '1 year' + interval '1 day')::date::text as start_date,
      max(created_on)::text as end_date, (max(created_on) - interval '2 years' + interval '1 day')::date::text as compare_start_date,
      (max(created_on) - interval '1 year')::date::text as compare_end_date from tee_time_counts where tee_times > 0`);
  return rows[0];
}

async function month(bench) {
  const { end_date } = await newestYears(bench);
  // The report covers the whole month before.
  const [year, month] = end_date.split('-').map(Number);
  const before = new Date(Date.UTC(year, month - 2, 1));
  return report(bench, 'sales_report', { month: before.getUTCMonth(), year: before.getUTCFullYear() });
}

const comparison = async (bench) => report(bench, 'revenue-comparison', await newestYears(bench));

export const REPORT_ROWS = [
  {
    id: 'R1',
    work: 'sales report of a month, its screen',
    unit: 'ms',
    targets: { reference: 1.5 },
    run: month,
  },
  {
    id: 'R2',
    work: 'revenue comparison over two years, by creation, its screen',
    unit: 'ms',
    targets: { reference: 3 },
    run: comparison,
  },
];
