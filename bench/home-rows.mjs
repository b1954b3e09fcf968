// Benchmarks H1 and H2: all cards of Home and its leaderboard, as the screen requests them, alone and while tee times are
// booked.
import { setTimeout as pause } from 'node:timers/promises';
import { requestOk, measureTimesInTurn, median, quantile, measureRate, measureTimes } from './measure.mjs';
import { bookFromScreen } from './other-rows.mjs';

const ZONE = 'America/Los_Angeles';
const CLIENTS = 16;
const LONGEST_SUMMING_MS = 300_000;
const UNDER_BOOKINGS_MS = 15_000;
const CALLS = [
  'tee_times/summary',
  'tee_times/trend',
  'gift_certificates/summary',
  'gift_certificates/trend',
];
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(new Date());

/** Returns a function that sends all requests of the Home screen at once. */
function ofHome({ headers }, { address }) {
  const date = today();
  const cards = CALLS.flatMap((path) =>
    [true, false].map((month) => `${address}/api/${path}/${month}/${date}`),
  );
  const board = { method: 'POST', body: { date, agentFilter: { sdgr: true, psgr: true, hotels: true } } };
  return () =>
    Promise.all([
      ...cards.map((url) => requestOk(url, { headers })),
      requestOk(`${address}/api/summary/agent_leaderboard`, { ...board, headers }),
    ]);
}

/** Waits until the server has summed all sales days, as it does after its start and after bookings. */
export async function waitUntilSummed({ query }) {
  const end = Date.now() + LONGEST_SUMMING_MS;
  // Right after the first start no sales day is marked as changed, because none was summed yet.
  const left = `select from sales_changes union all select from sales_zone where zone is null limit 1`;
  while ((await query(left)).rowCount > 0) {
    if (Date.now() > end) throw new Error('The days are not summed.');
    await pause(500);
  }
}

const sorted = (value) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((key) => [key, sorted(value[key])]),
      )
    : value;

async function sameAnswers({ ric, reference }) {
  const [ours, theirs] = await Promise.all([ric(), reference()]);
  for (const [i, { body }] of ours.entries()) {
    const [one, other] = [body, theirs[i].body].map((text) => JSON.stringify(sorted(JSON.parse(text))));
    if (one !== other) throw new Error(`RIC and the reference answer differently:\n${one}\n${other}`);
  }
}

async function alone(bench) {
  await waitUntilSummed(bench);
  const works = { ric: ofHome(bench, bench.ric), reference: ofHome(bench, bench.reference) };
  await sameAnswers(works);
  return measureTimesInTurn(works, bench.rounds);
}

/** Computes the totals of this day and this month directly from tee times and ledger. */
const RECOUNT = `select source, sum((state <> 'canceled')::integer)::bigint as bookings,
    sum(case when state = 'canceled' then 0 else players end)::bigint as rounds,
    coalesce(sum((select sum(raw_amount) from ledger_entries e where e.tee_time_id = t.id and account in ('card', 'on_account'))), 0)::bigint as revenue
  from tee_times t where state in ('booked', 'cancel_pending', 'canceled')
    and created_at >= date_trunc($1, now() at time zone '${ZONE}') at time zone '${ZONE}' group by source`;

async function differences({ query, headers, ric }) {
  const found = [];
  for (const unit of ['day', 'month']) {
    const url = `${ric.address}/api/tee_times/summary/${unit === 'month'}/${today()}`;
    const shown = JSON.parse((await requestOk(url, { headers })).body);
    for (const { source, bookings, rounds, revenue } of (await query(RECOUNT, [unit])).rows) {
      const ours = ['booking_count', 'round_count', 'revenue'].map((name) => shown[`${source}_${name}`]);
      if (ours.join() !== [bookings, rounds, revenue].join())
        found.push(`${unit} ${source}: ${ours.join()} and not ${[bookings, rounds, revenue].join()}`);
    }
  }
  return found;
}

async function underBookings(bench) {
  const { ric, headers } = bench;
  const book = () => bookFromScreen(ric, headers);
  const most = await measureRate(book, CLIENTS);
  await waitUntilSummed(bench);
  const home = ofHome(bench, ric);
  const quiet = median(await measureTimes(home));
  const wanted = most / 3;
  const end = performance.now() + UNDER_BOOKINGS_MS;
  let made = 0;
  const client = async (_, n) => {
    // Each booking has its own moment within the second; a booking that is late is not made up for.
    let next = performance.now() + (n * 1000) / wanted;
    while (next < end) {
      await pause(Math.max(0, next - performance.now()));
      await book();
      made += 1;
      next = Math.max(next + (CLIENTS * 1000) / wanted, performance.now());
    }
  };
  const begun = performance.now();
  const bookings = Promise.all(Array.from({ length: CLIENTS }, client));
  const times = [];
  while (performance.now() < end) {
    const asked = performance.now();
    await home();
    times.push(performance.now() - asked);
    await pause(20);
  }
  await bookings;
  const rate = (made * 1000) / (performance.now() - begun);
  const wrong = await differences(bench);
  await waitUntilSummed(bench);
  wrong.push(...(await differences(bench)));
  return {
    ric: quantile(times, 0.95),
    reference: quiet,
    holds: wrong.length === 0,
    note: `p95 under ${rate.toFixed(0)} bookings/s (${most.toFixed(0)}/s at most), p50 ${median(times).toFixed(0)} ms; the reference is RIC alone; ${
      wrong.length === 0 ? 'every sum is its recount' : wrong.slice(0, 3).join('; ')
    }`,
  };
}

export const HOME_ROWS = [
  {
    id: 'H1',
    work: 'home: all cards and the leaderboard',
    unit: 'ms',
    targets: { reference: 2 },
    run: alone,
  },
  {
    id: 'H2',
    work: 'the same while tee times are booked, p95',
    unit: 'ms',
    targets: { reference: 2 },
    run: underBookings,
  },
];
