import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { courses } from '../../src/areas/courses/courses.contract.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import { openDatabase } from '../../src/server/database/open.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { attemptsPerFault, faultTable } from '../support/tried.ts';
import { startCutProxy } from './cut-proxy.ts';
import { aBookingIntent, sendToProcess, retryUntilFinal, openCompany, type Company } from './database-app.ts';
import { hasProxyPrograms, startPooler } from './middlemen.ts';
import { startOffice } from './office-process.ts';
import { REPLICA_CALLS, callStatus } from './read-at-replica.ts';
import { openReplicaOffice } from './replica-office.ts';
import { queryServer as askServer, startReplicated, type Replicated } from './replicated.ts';

const tried = faultTable('replica');
const TIMEOUT = { timeout: 900_000 };

const isHere = hasProxyPrograms && process.env.TEST_DATABASE_URL !== undefined;
const beyond = test.skipIf(!isHere);

let servers: Replicated;
let company: Company;

beforeAll(async () => {
  if (!isHere) return;
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  const started = await startReplicated();
  if (!started) throw new Error('TEST_DATABASE_URL is set, so PostgreSQL must be installed');
  servers = started;
  // The time limit is long, because no payment may be given up when the machine is busy.
  company = await openCompany(servers.url, { PAYMENT_GIVE_UP_MS: '30000' });
}, 300_000);
afterAll(async () => {
  await company?.close();
  await servers?.stop();
});

const openOffice = (settings: Record<string, string> = {}) => openReplicaOffice(company, servers, settings);

async function listed(address: string, last_name: string): Promise<number> {
  const query = { filters: { last_name } };
  const { body, status } = await sendToProcess(address, teeTimes.count, { query }, company.headers);
  expect({ status, body }).toMatchObject({ status: 200 });
  return Number(body);
}

/** Books a tee time, and at once counts the tee times with its name, through either process. */
async function bookedAndListed(address: string): Promise<number> {
  const intent = await aBookingIntent(company);
  await retryUntilFinal(company, address, intent);
  return listed(address, intent.last_name);
}

/** Returns the number of sessions with which the processes read from the replica. */
async function readingSessions(): Promise<number> {
  const [row] = await askServer<{ sessions: number }>(
    servers.replica,
    "select count(*)::int as sessions from pg_stat_activity where application_name = 'ric reading'",
  );
  return row?.sessions ?? 0;
}

/** Collects the change events that a process sends to a browser, until `leave` is called. */
async function follow(address: string): Promise<{ told: () => string; leave: () => void }> {
  const leaving = new AbortController();
  const { body } = await fetch(`${address}/api/live`, { headers: company.headers, signal: leaving.signal });
  let told = '';
  const read = async () => {
    const text = new TextDecoder();
    for await (const chunk of body ?? []) {
      const bytes: unknown = chunk;
      if (bytes instanceof Uint8Array) told += text.decode(bytes);
    }
  };
  read().catch(() => undefined);
  return { told: () => told, leave: () => leaving.abort() };
}

beyond(
  'behind a pooler in transaction mode processes book, list and hear of each other',
  TIMEOUT,
  async () => {
    const pooler = await startPooler(Number(new URL(servers.primary.url).port));
    onTestFinished(pooler.stop);
    const DATABASE_URL = `postgres://ric@127.0.0.1:${pooler.port}/postgres`;
    const pooled = { DATABASE_URL, DATABASE_DIRECT_URL: servers.url, PREPARED: 'off', DATABASE_READ_URL: '' };
    const office = await openOffice(pooled);
    const [one = '', other = ''] = office.addresses;
    const followed = await follow(one);
    const times = attemptsPerFault(200, 20);
    for (let at = 0; at < times; at += 10) {
      const intents = await Promise.all(Array.from({ length: 10 }, () => aBookingIntent(company)));
      const answers = await Promise.all(
        intents.map((intent) => retryUntilFinal(company, office.address, intent)),
      );
      expect(answers.map((of) => of.at(-1)?.status)).toEqual(intents.map(() => 200));
    }
    const last = await aBookingIntent(company);
    await retryUntilFinal(company, other, last);
    await expect.poll(followed.told, { timeout: 20_000 }).toContain('tee_times');
    expect(await listed(one, last.last_name)).toBe(1);
    followed.leave();
    expect(await company.problems()).toEqual([]);
    // The pooler rejects session settings, so an operator cannot forget PREPARED=off.
    const forgetful = startOffice({
      folder: company.folder,
      databaseUrl: DATABASE_URL,
      settings: company.integrations,
    });
    await expect(forgetful.address).rejects.toThrow('RIC ended before it answered.');
    tried({ fault: 'PgBouncer in transaction mode', times, lost: 0, doubled: 0 });
  },
);

beyond('who has just written reads it, however far behind the replica is', TIMEOUT, async () => {
  const office = await openOffice();
  const times = attemptsPerFault(50, 5);
  for (const delay of [0, 50, 2_000]) {
    await servers.delay(delay);
    for (let at = 0; at < times; at += 1)
      expect(await bookedAndListed(office.address), `${delay} ms`).toBe(1);
    if (delay === 0) expect(await readingSessions()).toBeGreaterThan(0);
  }
  // The replica is delayed, because without the wait for it the booking must be missing, or the test would prove nothing;
  // the delay is long enough for a busy machine.
  await servers.delay(10_000);
  const hasty = await company.startProcess({ DATABASE_READ_URL: servers.replica.url }, (database) => {
    Object.assign(database.replica ?? {}, { hasAllOf: async () => true });
    return database;
  });
  onTestFinished(hasty.stop);
  expect(await bookedAndListed(hasty.address)).toBe(0);
  await servers.delay(0);
  tried({ fault: 'own writes, read from a replica that is behind', times: 3 * times, lost: 0, doubled: 0 });
});

/** Returns the time of the last read from the replica for a person; null if there was none. */
async function lastRead(): Promise<string | null> {
  const [row] = await askServer<{ at: string | null }>(
    servers.replica,
    "select max(query_start)::text as at from pg_stat_activity where application_name in ('ric reading', 'ric reading reports')",
  );
  return row?.at ?? null;
}

beyond(
  'lists, home, exports and reports are read at the replica, a record where it is written',
  TIMEOUT,
  async () => {
    const { address } = await openOffice();
    const office = { address, headers: company.headers };
    for (const [what, called, asked] of REPLICA_CALLS) {
      const before = await lastRead();
      // On a busy machine the replica may be too late, and the primary server answers.
      const isReadThere = async () => {
        expect({ what, status: await callStatus(office, called, asked) }).toEqual({ what, status: 200 });
        return ((await lastRead()) ?? '') > (before ?? '');
      };
      await expect.poll(isReadThere, { timeout: 30_000, interval: 500 }).toBe(true);
    }
    const before = await lastRead();
    expect(await callStatus(office, courses.show, { params: { id: String(company.course) } })).toBe(200);
    expect(await lastRead()).toBe(before);
    tried({ fault: 'what a replica is for is read at it', times: REPLICA_CALLS.length, lost: 0, doubled: 0 });
  },
);

beyond(
  'while the replica is away the primary answers, and the replica again once it is back',
  TIMEOUT,
  async () => {
    await servers.waitFor('');
    const office = await openOffice();
    await bookedAndListed(office.address);
    let [times, isOver] = [0, false];
    const reading = (async () => {
      for (; !isOver; times += 1) {
        expect(await bookedAndListed(office.address)).toBe(1);
        await pause(100);
      }
    })();
    await expect.poll(readingSessions, { timeout: 30_000 }).toBeGreaterThan(0);
    await servers.replica.halt('SIGQUIT');
    await pause(attemptsPerFault(10_000, 3_000));
    await servers.replica.start();
    await expect.poll(readingSessions, { timeout: 60_000 }).toBeGreaterThan(0);
    isOver = true;
    await reading;
    tried({ fault: 'the replica stopped and started again', times, lost: 0, doubled: 0 });
  },
);

beyond(
  'a replica that says nothing is waited for once, and read from again when it speaks',
  TIMEOUT,
  async () => {
    await servers.waitFor('');
    const proxy = await startCutProxy(servers.replica.url);
    onTestFinished(proxy.close);
    const office = await openOffice({ DATABASE_READ_URL: proxy.url, DATABASE_WAIT_MS: '2000' });
    const [address = ''] = office.addresses;
    await listed(address, 'Nobody');
    await expect.poll(readingSessions, { timeout: 30_000 }).toBeGreaterThan(0);
    proxy.swallow();
    const waits: number[] = [];
    // A read waits a second for the replica; a shorter wait means a busy machine.
    const isLong = (ms: number) => ms > 950;
    for (
      const end = performance.now() + attemptsPerFault(20_000, 6_000);
      performance.now() < end;
      await pause(100)
    ) {
      const begun = performance.now();
      await listed(address, 'Nobody');
      waits.push(performance.now() - begun);
    }
    expect(waits.filter(isLong).length).toBeLessThanOrEqual(1);
    const before = await lastRead();
    proxy.open();
    await expect.poll(() => listed(address, 'Nobody').then(lastRead), { timeout: 30_000 }).not.toBe(before);
    tried({ fault: 'the replica says nothing', times: waits.length, lost: 0, doubled: 0 });
  },
);

beyond('the replica’s lag is told in bytes, and is nothing once it has caught up', TIMEOUT, async () => {
  const where = { databaseUrl: servers.url, databaseReadUrl: servers.replica.url, dataDir: null };
  const database = await openDatabase(where);
  onTestFinished(() => database.close());
  const lag = () => database.replica?.lagBytes(database.db);
  await servers.delay(600_000);
  await askServer(servers.primary, 'create table lagging as select generate_series(1, 100)');
  await expect.poll(lag, { timeout: 20_000 }).toBeGreaterThan(0);
  await servers.delay(0);
  await expect.poll(lag, { timeout: 60_000 }).toBe(0);
  await askServer(servers.primary, 'drop table lagging');
});
