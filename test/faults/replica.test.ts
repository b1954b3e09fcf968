import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { rounds, triedIn } from '../support/tried.ts';
import {
  aBookingIntent,
  ask,
  insistOn,
  openCompany,
  paceOf,
  sendIntent,
  type Company,
  type Intent,
} from './database-desk.ts';
import { hasMiddlemen, startBalancer, startPooler } from './middlemen.ts';
import { startOffice, type OfficeProcess } from './office-process.ts';
import { ask as askServer, startReplicated, type Replicated } from './replicated.ts';

const tried = triedIn('replica');
const BOOKINGS_A_SECOND = 20;
const SECONDS = rounds(40, 8);
const DIES_AFTER_MS = 3_000;
// What is promised; on a machine that is busy with something else all is slower by the same factor, as noted.
const BACK_WITHIN_MS = 10_000;
/** Somebody who was told to try again does so after this, for so long. */
const AGAIN_MS = 500;
const INSISTS_MS = 120_000;
/** A start on a machine that is busy with something else takes longer than a company's would. */
const DATABASE_WAIT_MS = '10000';
const TIMEOUT = { timeout: 900_000 };

const isHere = hasMiddlemen && process.env.TEST_DATABASE_URL !== undefined;
const beyond = test.skipIf(!isHere);

type Office = { processes: OfficeProcess[]; addresses: string[]; address: string };

let servers: Replicated;
let company: Company;

beforeAll(async () => {
  if (!isHere) return;
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  const started = await startReplicated();
  if (!started) throw new Error('TEST_DATABASE_URL is set, so PostgreSQL must be installed');
  servers = started;
  // Nothing is given up because the machine is busy.
  company = await openCompany(servers.url, { PAYMENT_GIVE_UP_MS: '120000' });
}, 300_000);
afterAll(async () => {
  await company?.close();
  await servers?.stop();
});

/** Two processes of the company behind HAProxy; they end with the test. */
async function openOffice(settings: Record<string, string> = {}): Promise<Office> {
  const processes = [1, 2].map(() =>
    startOffice({
      ...{ folder: company.folder, databaseUrl: servers.url },
      settings: {
        ...{ ...company.outside, DATABASE_WAIT_MS, RECONCILE_EVERY_MS: '500' },
        ...{ DATABASE_READ_URL: servers.replica.url, ...settings },
      },
    }),
  );
  onTestFinished(async () => void (await Promise.all(processes.map((one) => one.end('SIGKILL')))));
  const addresses = await Promise.all(processes.map((one) => one.address));
  const balancer = await startBalancer(addresses.map((one) => Number(new URL(one).port)));
  onTestFinished(balancer.stop);
  const address = `http://127.0.0.1:${balancer.port}`;
  const isServed = () => fetch(`${address}/api/health`).then(({ ok }) => ok);
  await expect.poll(() => isServed().catch(() => false), { timeout: 30_000 }).toBe(true);
  return { processes, addresses, address };
}

async function listed(address: string, last_name: string): Promise<number> {
  const query = { filters: { last_name } };
  const { body, status } = await ask(address, teeTimes.count, { query }, company.headers);
  expect({ status, body }).toMatchObject({ status: 200 });
  return Number(body);
}

/** Books, and asks at once how many of that name there are: whichever process answers. */
async function bookedAndListed(address: string): Promise<number> {
  const intent = await aBookingIntent(company);
  await insistOn(company, address, intent);
  return listed(address, intent.last_name);
}

/** How many sessions the processes have open to read from the replica. */
async function readingSessions(): Promise<number> {
  const [row] = await askServer<{ sessions: number }>(
    servers.replica,
    "select count(*)::int as sessions from pg_stat_activity where application_name = 'ric reading'",
  );
  return row?.sessions ?? 0;
}

/** What a process tells a browser that follows it, until it is left. */
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
    const times = rounds(200, 20);
    for (let at = 0; at < times; at += 10) {
      const intents = await Promise.all(Array.from({ length: 10 }, () => aBookingIntent(company)));
      const answers = await Promise.all(intents.map((intent) => insistOn(company, office.address, intent)));
      expect(answers.map((of) => of.at(-1)?.status)).toEqual(intents.map(() => 200));
    }
    const last = await aBookingIntent(company);
    await insistOn(company, other, last);
    await expect.poll(followed.told, { timeout: 20_000 }).toContain('tee_times');
    expect(await listed(one, last.last_name)).toBe(1);
    followed.leave();
    expect(await company.problems()).toEqual([]);
    // What a session would have to keep is refused by the pooler, so nobody forgets the setting.
    const forgetful = startOffice({
      folder: company.folder,
      databaseUrl: DATABASE_URL,
      settings: company.outside,
    });
    await expect(forgetful.address).rejects.toThrow('RIC ended before it answered.');
    tried({ fault: 'PgBouncer in transaction mode', times, lost: 0, doubled: 0 });
  },
);

beyond('who has just written reads it, however far behind the replica is', TIMEOUT, async () => {
  const office = await openOffice();
  const times = rounds(50, 5);
  for (const delay of [0, 50, 2_000]) {
    await servers.delay(delay);
    for (let at = 0; at < times; at += 1)
      expect(await bookedAndListed(office.address), `${delay} ms`).toBe(1);
    if (delay === 0) expect(await readingSessions()).toBeGreaterThan(0);
  }
  // Without the wait it is not so, or this would try nothing.
  const hasty = await company.startProcess({ DATABASE_READ_URL: servers.replica.url }, (database) => {
    Object.assign(database.replica ?? {}, { hasAllOf: async () => true });
    return database;
  });
  onTestFinished(hasty.stop);
  expect(await bookedAndListed(hasty.address)).toBe(0);
  await servers.delay(0);
  tried({ fault: 'own writes, read from a replica that is behind', times: 3 * times, lost: 0, doubled: 0 });
});

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
    await pause(rounds(10_000, 3_000));
    await servers.replica.start();
    await expect.poll(readingSessions, { timeout: 60_000 }).toBeGreaterThan(0);
    isOver = true;
    await reading;
    tried({ fault: 'the replica stopped and started again', times, lost: 0, doubled: 0 });
  },
);

/** Sends bookings at a pace, each again until it is acknowledged; answers when each was, in milliseconds. */
async function bookAll(address: string, intents: Intent[], at: () => number): Promise<number[]> {
  const book = async (intent: Intent, number: number): Promise<number> => {
    await pause((number * 1000) / BOOKINGS_A_SECOND);
    for (const end = at() + INSISTS_MS; at() < end; await pause(AGAIN_MS)) {
      const { status, body } = await sendIntent(company, address, intent);
      if (status === 200) return at();
      // Given up for good and nothing charged: the person books again, as they are told to.
      if (status === 422 && JSON.stringify(body).includes('please book again')) intent.key = randomUUID();
      // 502, 504 and 0: the proxy's own, for a process that could not be asked.
      else expect([0, 202, 409, 502, 503, 504], JSON.stringify(body)).toContain(status);
    }
    throw new Error(`${intent.last_name} was never acknowledged`);
  };
  return Promise.all(intents.map(book));
}

/** What is not so of bookings that were all acknowledged. */
async function misbooked(intents: Intent[]) {
  await company.untilSettled();
  let [lost, doubled] = [0, 0];
  for (const { last_name } of intents) {
    const { booked, charged, refunded } = await company.becameOf(last_name);
    lost += Number(booked < 1 || charged - refunded < 1);
    doubled += Number(booked > 1 || charged - refunded > 1);
  }
  return { lost, doubled, problems: await company.problems() };
}

beyond('the primary dies under bookings, the replica is promoted: nothing is lost', TIMEOUT, async () => {
  await servers.waitFor('*');
  const pace = await paceOf(company);
  const office = await openOffice();
  const intents: Intent[] = [];
  while (intents.length < BOOKINGS_A_SECOND * SECONDS) intents.push(await aBookingIntent(company));
  const begun = performance.now();
  const at = () => performance.now() - begun;
  const booking = bookAll(office.address, intents, at);
  await pause(DIES_AFTER_MS);
  const died = at();
  await servers.primary.halt('SIGQUIT');
  await askServer(servers.replica, 'select pg_promote(true, 30)');
  const promoted = at();
  const acknowledged = await booking;
  const back = Math.min(...acknowledged.filter((one) => one > promoted)) - promoted;
  const found = await misbooked(intents);
  const states = office.processes.map(({ ended }) =>
    Promise.race([ended.then(() => 'ended'), pause(10).then(() => 'running')]),
  );
  tried({
    fault: 'primary killed and replica promoted under 20 bookings a second',
    ...{ times: intents.length, lost: found.lost + found.problems.length, doubled: found.doubled },
    note:
      `${acknowledged.filter((one) => one < died).length} before; promoted in ${Math.round(promoted - died)} ms, ` +
      `booked again ${Math.round(back)} ms after it${pace > 1 ? `; the machine ${pace.toFixed(1)} times too busy` : ''}`,
  });
  expect(found).toEqual({ lost: 0, doubled: 0, problems: [] });
  expect(await Promise.all(states)).toEqual(['running', 'running']);
  expect(back).toBeLessThan(BACK_WITHIN_MS * pace);
});
