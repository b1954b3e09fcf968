import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { projectRoot } from '../../src/server/process/root.ts';
import type { KillableApp } from './killable-app.ts';
import type { LoadRequest, LoadReport } from './load-generator.ts';

type Load = { seconds: number; kinds?: string[] } & ({ rate: number } | { clients: number });

/** Puts a load on the server and returns the figures of its answers. */
export async function putLoadOn({ url, stock }: KillableApp, given: Load): Promise<LoadReport> {
  const asked: LoadRequest = { url, headers: stock.headers, course: stock.course, ...given };
  const script = join(projectRoot, 'test', 'faults', 'load-generator.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(asked)], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`the load ended with ${String(code)}`);
  return JSON.parse(said);
}

/** Returns the calls served per second. */
export const servedPerSecond = ({ all, seconds }: LoadReport): number => all.served / seconds;

/**
 * Returns the peak of calls served per second, of all kinds or of the given kinds only, for 8, 16 or 32 concurrent clients.
 */
export async function peakThroughput(app: KillableApp, seconds: number, kinds?: string[]): Promise<number> {
  let most = 0;
  for (const clients of [8, 16, 32])
    most = Math.max(
      most,
      servedPerSecond(await putLoadOn(app, { clients, seconds, ...(kinds && { kinds }) })),
    );
  return most;
}

export type WatchedHealth = { times: number; refused: number; slowestMs: number; p99Ms: number };

/** Checks the server's health repeatedly while work is done; returns both results. */
export async function watchHealth<T>(
  { url }: KillableApp,
  work: () => Promise<T>,
): Promise<{ done: T; health: WatchedHealth }> {
  const times: number[] = [];
  let refused = 0;
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      const begun = performance.now();
      const status = await fetch(`${url}/api/health`)
        .then(async (answer) => (await answer.text()) && answer.status)
        .catch(() => 0);
      times.push(performance.now() - begun);
      refused += status === 200 ? 0 : 1;
      await pause(500);
    }
  };
  const watching = watch();
  const done = await work().finally(() => (isOver = true));
  await watching;
  const sorted = times.toSorted((a, b) => a - b);
  const p99Ms = Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
  return { done, health: { times: times.length, refused, slowestMs: Math.round(sorted.at(-1) ?? 0), p99Ms } };
}

export type BookingCounts = { booked: number; unsettled: number; abandoned: number };

/**
 * Counts the outcomes of bookings: booked tee times, operations without an outcome, and payment attempts that did not
 * succeed.
 */
export async function countBookings(app: KillableApp): Promise<BookingCounts> {
  const { db, close } = await app.database();
  try {
    const { rows } = await sql<BookingCounts>`select
      (select count(*) from tee_times where state = 'booked') as booked,
      (select count(*) from operations where state <> 'settled') as unsettled,
      (select count(*) from payment_attempts where state <> 'succeeded') as abandoned`.execute(db);
    return rows[0] ?? { booked: 0, unsettled: 0, abandoned: 0 };
  } finally {
    await close();
  }
}

/** Returns the machine's load in words, for the readers of the figures. */
export const machineLoad = (): string => `load of the machine ${(loadavg()[0] ?? 0).toFixed(1)}`;
