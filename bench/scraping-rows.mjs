// Benchmarks G3 and G4: all courses' days scraped repeatedly, as fast as possible, and the effect on a person at a screen.
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../scripts/freshness.mjs';
import { ofOurs } from './list-rows.mjs';
import { quantile, timesOf } from './measure.mjs';
import { opened } from './open-time-rows.mjs';

const DAYS = Number(process.env.BENCH_DAYS ?? 60);
const ROUNDS = 30;
const A_MINUTE = 60_000;
const LONGEST_ROUND_MS = 15 * A_MINUTE;
/** The company's own open times begin on this day, so earlier ones can be deleted. */
const LATER = '2035-01-01';
const FIRST_IDS = { fore_up_id: 19_000, golfnow_id: 1_500, gs_id: 7_000, club_prophet_id: 300 };

const forget = async ({ query }) => {
  await query(`delete from fore_up_availabilities where available_date < '${LATER}'`);
  await query(`delete from course_days where day < '${LATER}'`);
  await query('delete from course_sources');
  await query('delete from course_hosts');
  await query('delete from course_counts');
  await query(`update courses set fore_up_id = (1000 + id)::text, golfnow_id = null, gs_id = null, club_prophet_id = null,
    days_out_to_scrape = null, inactive = id % 17 = 0`);
};

/**
 * Connects a quarter of the courses to each of the simulator's course systems; every fourth of the simulator's courses is
 * at the same system.
 */
const connect = ({ query }) => {
  const ids = Object.entries(FIRST_IDS).map(
    ([name, first], at) =>
      `${name} = case when (id - 1) % 4 = ${at} then (${first} + id - 1)::text ${name === 'fore_up_id' ? '' : 'else null '}end`,
  );
  return query(`update courses set ${ids.join(', ')}, days_out_to_scrape = ${DAYS - 1}, inactive = false`);
};

async function startSimulator() {
  const folder = mkdtempSync(join(tmpdir(), 'ric-bench-courses-'));
  const child = fork(join(root, 'bench', 'course-systems.mjs'), {
    env: { ...process.env, DATA_DIR: folder },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error('the simulator of the course systems did not start')));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, pid: child.pid, stop };
}

const TICKS = 100;
const secondsOf = (ticks) => ticks.reduce((sum, one) => sum + Number(one), 0) / TICKS;
/**
 * Parses /proc/PID/stat after the process's name: the parent, the processor seconds used, and those of children that have
 * ended.
 */
function statOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return {
      parent: Number(fields[1]),
      seconds: secondsOf(fields.slice(11, 13)),
      ended: secondsOf(fields.slice(13, 15)),
    };
  } catch {
    return { parent: 0, seconds: 0, ended: 0 };
  }
}
/** Returns the processor seconds of all processes of the database server. */
function databaseSeconds(server) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const own = pids.map(statOf).filter(({ parent }) => parent === server);
  const { seconds, ended } = statOf(server);
  return own.reduce((sum, one) => sum + one.seconds, seconds + ended);
}

async function world(bench) {
  await forget(bench);
  await connect(bench);
  const simulator = await startSimulator();
  bench.endsWith(simulator);
  const also = { GATHER: 'on', GATHER_SPACING_MS: '0', COURSE_SYSTEM_URL: simulator.url };
  const gatherer = await bench.start('ric', also).catch(async (error) => {
    await simulator.stop();
    await forget(bench);
    throw error;
  });
  const { rows } = await bench.query(`select pid from pg_stat_activity where backend_type = 'checkpointer'`);
  const { parent: server } = statOf(rows[0].pid);
  const stop = async () => {
    await gatherer.stop();
    await simulator.stop();
    await forget(bench);
  };
  const seconds = () => ({
    ric: statOf(gatherer.pid).seconds,
    simulator: statOf(simulator.pid).seconds,
    database: databaseSeconds(server),
  });
  return { gatherer, seconds, stop };
}

/** Scrapes every course's day once; returns the time and the number of scrapes. */
async function round({ query }) {
  const begun = performance.now();
  const since = new Date();
  const end = begun + LONGEST_ROUND_MS;
  await query(`update course_days set next_look_at = now() where day < '${LATER}' and next_look_at > now()`);
  for (;;) {
    const { rows } = await query(
      `select count(*)::int as looks, count(*) filter (where looked_at >= $1)::int as done,
        count(*) filter (where outcome = 'failed')::int as failed from course_days where day < '${LATER}'`,
      [since],
    );
    const [{ looks, done, failed }] = rows;
    if (looks > 0 && done === looks) return { looks, failed, ms: performance.now() - begun };
    if (performance.now() > end)
      throw new Error(`a round does not end: ${done} of ${looks} looks, ${failed} failed`);
    await pause(250);
  }
}

async function countsOf({ query }) {
  const { rows } = await query(`select n_tup_ins + n_tup_upd as written,
      (select xact_commit from pg_stat_database where datname = current_database()) as statements
    from pg_stat_user_tables where relname = 'fore_up_availabilities'`);
  return { written: Number(rows[0].written), statements: Number(rows[0].statements) };
}

/** Scrapes repeatedly after the first repetition, in which every open time is new. */
async function manyRounds(bench, { gatherer, seconds }) {
  const first = await round(bench);
  const [before, spentBefore] = [await countsOf(bench), seconds()];
  const begun = performance.now();
  const each = [];
  const end = performance.now() + bench.rounds * A_MINUTE;
  while (each.length < ROUNDS && performance.now() < end) {
    const { ms, looks, failed } = await round(bench);
    const memory = gatherer.memoryMB();
    each.push({ ms, looks, failed, memory });
    bench.say(
      `  round ${each.length}: ${looks} looks in ${(ms / 1000).toFixed(1)} s, ${memory.toFixed(0)} MB`,
    );
  }
  const [after, spent] = [await countsOf(bench), seconds()];
  const minutes = (performance.now() - begun) / A_MINUTE;
  const a = (name) => ((spent[name] - spentBefore[name]) / each.length).toFixed(1);
  const looks = each.reduce((sum, one) => sum + one.looks, 0);
  const [early, late] = [each[0].memory, each.at(-1).memory];
  const note = [
    `${each.length} rounds of ${each[0].looks} looks, ${each.at(-1).failed} failed; the first one ${(first.ms / 1000).toFixed(0)} s`,
    `of a round's ${((minutes * 60) / each.length).toFixed(1)} s RIC's processor ${a('ric')}, the simulator's ${a('simulator')}, PostgreSQL's ${a('database')}`,
    `${((after.statements - before.statements) / looks).toFixed(1)} transactions and ${((after.written - before.written) / looks).toFixed(2)} rows of times written a look`,
    `memory ${early.toFixed(0)} MB after the first of them, ${late.toFixed(0)} after the last`,
  ];
  return { ric: each.length / minutes, note: note.join('; '), holds: late <= 1.2 * early };
}

const p95Of = async (work) => quantile(await timesOf(work, 4000), 0.95);
const screens = (bench) => ({ V1: opened(bench, bench.ric), L1: ofOurs(bench, bench.ric, {}) });
async function p95s(bench) {
  const found = {};
  for (const [name, work] of Object.entries(screens(bench))) found[name] = await p95Of(work);
  return found;
}

async function beside(bench, alone) {
  let isOver = false;
  const rounds = (async () => {
    while (!isOver) await round(bench);
  })();
  const found = await p95s(bench).finally(() => (isOver = true));
  await rounds;
  const ratios = Object.keys(alone).map((name) => found[name] / alone[name]);
  const said = Object.keys(alone).map(
    (name, at) =>
      `${name} ${alone[name].toFixed(1)} ms, then ${found[name].toFixed(1)}: ${ratios[at].toFixed(2)}x`,
  );
  return { ric: Math.max(...Object.values(found)), note: said.join('; '), holds: Math.max(...ratios) <= 2 };
}

let measured;
/** Benchmarks G3 and G4 come from one run. */
const gathering = (bench) =>
  (measured ??= (async () => {
    // The first requests to a server are slower than all others, so they are not measured.
    await p95s(bench);
    const alone = await p95s(bench);
    const { stop, ...made } = await world(bench);
    try {
      return { G3: await manyRounds(bench, made), G4: await beside(bench, alone) };
    } finally {
      await stop();
    }
  })());

export const GATHERING_ROWS = [
  {
    id: 'G3',
    work: `120 courses, ${DAYS} days each, scraped from the simulator without a pace; memory flat`,
    unit: 'rounds/min',
    targets: {},
    run: async (bench) => (await gathering(bench)).G3,
  },
  {
    id: 'G4',
    work: 'V1 and L1 while G3 runs, p95, at most twice that without it',
    unit: 'ms',
    targets: {},
    run: async (bench) => (await gathering(bench)).G4,
  },
];
