import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import { freePort } from '../../scripts/free-port.mjs';
import { openSession } from '../../src/areas/session/session.queries.ts';
import { openDatabase, type Database } from '../../src/server/database/open.ts';
import { prepareDatabase } from '../../src/server/database/prepare.ts';
import type { FaultPoint } from '../../src/server/process/fault-points.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { readSettings } from '../../src/server/process/settings.ts';
import { putEmptyDatabase } from '../support/embedded-folder.ts';
import { aCertificate, aRentalClub, aCourse, aDiscount, aStaffUser } from '../support/factories.ts';
import { answerOf, post, untilAnswered, type Answer, type Ask } from './asks.ts';
import type { CommandSettings } from './commands.ts';

export type PaymentIntervals = {
  tryMs: number;
  totalMs: number;
  everyMs: number;
  leaseMs: number;
  giveUpMs: number;
};
/** Long enough for many concurrent requests on a busy machine. */
export const INTERVALS_UNDER_LOAD: PaymentIntervals = {
  tryMs: 5_000,
  totalMs: 10_000,
  everyMs: 500,
  leaseMs: 10_000,
  giveUpMs: 20_000,
};
/**
 * The protocol's own intervals, except the reconciler's rounds: all the time that a busy machine needs. The leases of a
 * dead process expire when the test calls `ageOpenWork`, not by waiting.
 */
export const UNHURRIED_INTERVALS: PaymentIntervals = {
  tryMs: 10_000,
  totalMs: 25_000,
  everyMs: 200,
  leaseMs: 60_000,
  giveUpMs: 900_000,
};
/** The same if an outside system never answers, which should be found out soon; still enough time for all others. */
export const QUICK_TRIES: PaymentIntervals = { ...UNHURRIED_INTERVALS, tryMs: 2_000, totalMs: 4_000 };

const { paymentTryMs, paymentTotalMs, reconcileEveryMs, reconcileLeaseMs, paymentGiveUpMs } = readSettings(
  {},
);
/** The default intervals of a company. */
export const DEFAULT_INTERVALS: PaymentIntervals = {
  tryMs: paymentTryMs,
  totalMs: paymentTotalMs,
  everyMs: reconcileEveryMs,
  leaseMs: reconcileLeaseMs,
  giveUpMs: paymentGiveUpMs,
};

const inEnvironment = ({ tryMs, totalMs, everyMs, leaseMs, giveUpMs }: PaymentIntervals) => ({
  PAYMENT_TRY_MS: String(tryMs),
  PAYMENT_TOTAL_MS: String(totalMs),
  RECONCILE_EVERY_MS: String(everyMs),
  RECONCILE_LEASE_MS: String(leaseMs),
  PAYMENT_GIVE_UP_MS: String(giveUpMs),
  OUTBOX_EVERY_MS: '100',
});
/** A late charge appears after it was given up, which a test triggers as soon as the tries are over. */
const APPEARS_LATE_MS = QUICK_TRIES.totalMs + 10_000;
const COURSE_ANSWERS_LATE_MS = 2 * QUICK_TRIES.tryMs;

export type KillableApp = {
  readonly stock: KillableAppRecords;
  readonly intervals: PaymentIntervals;
  readonly gatewayUrl: string;
  /** The server's address. */
  readonly url: string;
  /** The id of the running server process. */
  pid(): number;
  /** The folder of the mail. */
  readonly mailbox: string;
  /** Makes the server serve another company from its next start on, with the same gateway and course systems. */
  servesFrom(company: CommandSettings): void;
  /** Starts the server, to die at the named point if there is one; returns how long it took until it answered. */
  start(diesAt?: FaultPoint | null, intervals?: PaymentIntervals): Promise<number>;
  /** Waits until the running server ends; returns the signal, or null if it ended by itself. */
  ended(): Promise<NodeJS.Signals | null>;
  signal(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Retries, through any crash, until an answer settles the request. */
  ask(ask: Ask): Promise<Answer>;
  /** Reads once. */
  read(path: string): Promise<Answer>;
  /** The server's database; the embedded one only while the server is down. */
  database(): Promise<Database>;
  close(): Promise<void>;
};

type Made = {
  databaseUrl: string | null;
  certificates: number;
  retryMs: number;
  intervals: PaymentIntervals;
  /** Further environment variables of the server's process. */
  env?: Record<string, string>;
};

/** A company whose server process can die and start again, while its gateway and course systems stay. */
export async function killableApp(made: Made): Promise<KillableApp> {
  const { databaseUrl, certificates, retryMs } = made;
  const folder = mkdtempSync(join(tmpdir(), 'ric-crash-'));
  const integrations = await startOutside(folder);
  let company: CommandSettings = {
    DATA_DIR: folder,
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  };
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    DEMO: 'off',
    GATHER: 'off',
    LOG_LEVEL: 'error',
    STOP_NOTICE_MS: '0',
    // A test sends faster than any partner may.
    PARTNER_REQUESTS_PER_MINUTE: '1000000',
    PORT: String(await freePort()),
    ...integrations.urls,
  };
  if (databaseUrl === null) await putEmptyDatabase(folder);
  const stock = await fill({ ...env, ...company, ...made.env }, certificates);
  const url = `http://127.0.0.1:${env.PORT}`;
  let server: ChildProcess | undefined;
  let end: Promise<NodeJS.Signals | null> = Promise.resolve(null);

  return {
    stock,
    intervals: made.intervals,
    gatewayUrl: integrations.urls.GATEWAY_URL,
    url,
    pid: () => server?.pid ?? 0,
    mailbox: join(folder, 'mailbox'),
    servesFrom: (other) => (company = other),
    start: async (diesAt = null, intervals = made.intervals) => {
      const begun = performance.now();
      server = spawn(process.execPath, [join(projectRoot, 'dist', 'server', 'main.js')], {
        env: {
          ...env,
          ...company,
          ...made.env,
          ...inEnvironment(intervals),
          ...(diesAt && { FAULT_POINT: diesAt }),
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      end = signalOf(server);
      await untilHealthy(server, url);
      return performance.now() - begun;
    },
    ended: () => end,
    signal: async (signal) => {
      server?.kill(signal);
      await end;
    },
    ask: (ask) => untilAnswered(ask, retryMs, () => post(url, ask.headers ?? stock.headers, ask)),
    read: async (path) => answerOf(await fetch(url + path, { headers: stock.headers })),
    database: () => openDatabase({ databaseUrl: company.DATABASE_URL, dataDir: company.DATA_DIR }),
    close: async () => {
      server?.kill('SIGKILL');
      await end;
      integrations.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const Urls = z.object({ GATEWAY_URL: z.string(), COURSE_SYSTEM_URL: z.string() });

async function startOutside(folder: string) {
  const script = join(projectRoot, 'test', 'faults', 'integrations-for-crashes.ts');
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', script, folder, String(APPEARS_LATE_MS), String(COURSE_ANSWERS_LATE_MS)],
    { cwd: projectRoot, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  for await (const line of createInterface({ input: child.stdout }))
    return { urls: Urls.parse(JSON.parse(line)), stop: () => child.kill() };
  throw new Error('the simulators did not start');
}

/** The records to book with, and the headers of the person who books. */
export type KillableAppRecords = Awaited<ReturnType<typeof fill>>;

async function fill(env: Record<string, string>, certificates: number) {
  const { db, close } = await prepareDatabase(readSettings(env));
  const course = await aCourse(db);
  const club = await aRentalClub(db, course.id);
  const discount = await aDiscount(db, { gift_certificate_stack: true });
  const serials: string[] = [];
  for (let made = 0; made < certificates; made += 1) serials.push((await aCertificate(db)).serial);
  const staff = await aStaffUser(db);
  const { token, client } = await openSession(db, staff.id, { now: new Date(), hours: 12 });
  await close();
  return {
    course: course.id,
    club: club.id,
    discount: discount.code,
    /** Gift certificates of $100.00, each for one booking. */
    serials,
    headers: { 'access-token': token, uid: staff.email, client },
  };
}

async function signalOf(child: ChildProcess): Promise<NodeJS.Signals | null> {
  await once(child, 'exit');
  return child.signalCode;
}

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function untilHealthy(child: ChildProcess, url: string): Promise<void> {
  while (!isOver(child)) {
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    if (answer?.ok) return;
    await pause(10);
  }
  throw new Error(`RIC ended before it answered (${child.signalCode ?? child.exitCode})`);
}

/**
 * Ages everything that is not settled: leases expire, and attempts and operations become this much older. Called while
 * the process that claimed them is dead.
 */
export async function ageOpenWork({ db }: Database, ms: number): Promise<void> {
  const passed = sql`make_interval(secs => ${ms / 1000})`;
  await sql`update operations set lease_until = lease_until - ${passed}, created_at = created_at - ${passed}
    where state <> 'settled'`.execute(db);
  await sql`update payment_attempts set lease_until = lease_until - ${passed}, sent_at = sent_at - ${passed},
    created_at = created_at - ${passed} where state in ('created', 'unknown')`.execute(db);
}

/** Creates an empty database on the tests' PostgreSQL server, with options of `create database`. */
export async function createServerDatabase(
  serverUrl: string,
  options = '',
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `ric_crash_${process.pid}_${randomUUID().slice(0, 8)}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name} ${options}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}
