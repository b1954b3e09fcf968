import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';
import { faultTable } from '../support/tried.ts';
import { killableApp, createServerDatabase, UNHURRIED_INTERVALS, type KillableApp } from './killable-app.ts';
import { putLoadOn, machineLoad, peakThroughput, watchHealth, type WatchedHealth } from './under-load.ts';

const tried = faultTable('soak');
const SERVER = process.env.TEST_DATABASE_URL;
const SOAK_SECONDS = Number(process.env.SOAK_SECONDS ?? 3600);
const PARTS = 6;
const PEAK_SECONDS = 10;
// Searching for the peak request rate overloads the server; the overload is over once no request was rejected for a second.
const CALM_MS = 3_000;
const LIMIT_MS = (SOAK_SECONDS + 180) * 2000;

// The limits of growth: the last part of the hour must be like the first. The very first part only warms the server up.
const MOST_GROWTH = 1.25;
const MOST_MORE_MB = 32;
const MOST_MORE_FILES = 16;
const MOST_CONNECTIONS = 10 + 3 + 2 + 1;
const SLOWER_BY_MS = 50;
const BLOCKED_AT_MOST_MS = 50;

type Part = {
  served: number;
  unserved: number;
  p99Ms: number;
  mb: number;
  files: number;
  connections: number;
};

const loopFile = join(mkdtempSync(join(tmpdir(), 'ric-soak-')), 'blocked');
const watchLoop = {
  NODE_OPTIONS: `--import ${join(projectRoot, 'test', 'faults', 'loop-watch.mjs')}`,
  LOOP_WATCH: loopFile,
};

beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 300_000);

/** Returns the memory of a process in MB. */
const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

async function connectionsTo(url: string | null): Promise<number> {
  if (url === null) return 0;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const asked = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name like 'ric%'`;
  const { rows } = await client.query<{ count: number }>(asked).finally(() => client.end());
  return rows[0]?.count ?? 0;
}

async function aPart(app: KillableApp, rate: number, url: string | null): Promise<Part> {
  const { all } = await putLoadOn(app, { rate, seconds: SOAK_SECONDS / PARTS });
  const files = readdirSync(`/proc/${app.pid()}/fd`).length;
  return {
    served: all.served,
    unserved: all.sent - all.served,
    p99Ms: all.servedMs.p99,
    files,
    mb: Math.round(memoryOf(app.pid())),
    connections: await connectionsTo(url),
  };
}

async function soak(app: KillableApp, url: string | null): Promise<{ parts: Part[]; health: WatchedHealth }> {
  await app.start(null, UNHURRIED_INTERVALS);
  await putLoadOn(app, { clients: 4, seconds: PEAK_SECONDS });
  const rate = (await peakThroughput(app, PEAK_SECONDS)) / 2;
  await pause(CALM_MS);
  process.kill(app.pid(), 'SIGUSR2');
  const { done: parts, health } = await watchHealth(app, async () => {
    const all: Part[] = [];
    for (let part = 0; part < PARTS; part += 1) all.push(await aPart(app, rate, url));
    return all;
  });
  await pause(2_000);
  return { parts, health };
}

async function staysAsItIs(database: string, app: KillableApp, url: string | null) {
  const { parts, health } = await soak(app, url);
  const blockedMs = Number(readFileSync(loopFile, 'utf8'));
  process.stdout.write(`${database}: ${JSON.stringify(parts)}\n`);
  const sum = (of: 'served' | 'unserved') => parts.reduce((total, part) => total + part[of], 0);
  const note = `${SOAK_SECONDS} s; blocked ${blockedMs} ms at most; health ${health.p99Ms} ms; ${machineLoad()}`;
  tried({
    fault: `half its peak, ${database}`,
    times: sum('served'),
    lost: sum('unserved'),
    doubled: 0,
    note,
  });
  const [, first, , , , last] = parts;
  if (!first || !last) throw new Error('there are six parts');
  expect(last.mb).toBeLessThanOrEqual(first.mb * MOST_GROWTH + MOST_MORE_MB);
  expect(last.files).toBeLessThanOrEqual(first.files + MOST_MORE_FILES);
  expect(last.connections).toBeLessThanOrEqual(MOST_CONNECTIONS);
  expect(last.p99Ms).toBeLessThanOrEqual(2 * first.p99Ms + SLOWER_BY_MS);
  expect(health.refused).toBe(0);
  expect(blockedMs).toBeLessThanOrEqual(BLOCKED_AT_MOST_MS);
  expect(sum('unserved')).toBe(0);
}

const made = { certificates: 0, retryMs: 100, intervals: UNHURRIED_INTERVALS, env: watchLoop };

test('half of what it can serve, for an hour', { timeout: LIMIT_MS }, async () => {
  const database = SERVER ? await createServerDatabase(SERVER) : null;
  const app = await killableApp({ ...made, databaseUrl: database?.url ?? null });
  await staysAsItIs(database ? 'PostgreSQL' : 'embedded', app, database?.url ?? null)
    .finally(() => app.close())
    .finally(() => database?.drop());
});
