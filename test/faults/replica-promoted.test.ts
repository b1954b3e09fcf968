import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';
import { IS_FULL_RUN, attemptsPerFault, faultTable } from '../support/tried.ts';
import { startCutProxy } from './cut-proxy.ts';
import {
  aBookingIntent,
  retryUntilFinal,
  openCompany,
  machineSlowness,
  sendIntent,
  type Company,
  type RequestIntent,
} from './database-app.ts';
import { hasProxyPrograms, startPooler } from './middlemen.ts';
import { openReplicaOffice } from './replica-office.ts';
import { queryServer, startReplicated, type Replicated } from './replicated.ts';

const tried = faultTable('replica-promoted');
const BOOKINGS_A_SECOND = 20;
const SECONDS = attemptsPerFault(40, 8);
const GOES_AFTER_MS = 3_000;
// The promised limits; on a machine that is busy with other work, all limits are longer by one factor, which the table
// shows. In `npm test` another test file runs beside this one.
const BACK_WITHIN_MS = attemptsPerFault(10_000, 20_000);
/** The pause of a client before each retry. */
const AGAIN_MS = 500;
/** How long a process may report its database healthy after its last successful check. */
const SEEN_FOR_MS = 5_100;
const INSISTS_MS = 240_000;
/**
 * Long enough that no payment is given up on a busy machine, and short enough that a charge which was never sent is given
 * up while clients still retry.
 */
const PAYMENT_GIVE_UP_MS = '30000';
/** How long bookings continue beside the former primary server when it returns: twice the interval of the health checks. */
const BESIDE_IT_MS = attemptsPerFault(12_000, 6_000);
const NOTHING_CHARGED = /please book again|Nothing was charged/;
const isHere = hasProxyPrograms && process.env.TEST_DATABASE_URL !== undefined;
beforeAll(() => {
  if (isHere) spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 300_000);

type Way = {
  /** The database address of both servers, for the company's processes. */
  url: string;
  goes: () => Promise<void>;
  comesBack: () => Promise<void>;
  /** Further settings of the company's two processes. */
  settings?: Record<string, string>;
};
const stopped = ({ primary, url }: Replicated): Way => ({
  url,
  goes: () => primary.halt('SIGQUIT'),
  comesBack: () => primary.start(),
});

/** How a primary database server fails, and returns by itself. */
const WAYS: Record<string, (servers: Replicated) => Promise<Way>> = {
  'is stopped like a crash': async (servers) => stopped(servers),
  'stands still and says nothing': async ({ primary, url }) => ({
    url,
    goes: async () => primary.freeze(),
    comesBack: async () => primary.thaw(),
  }),
  'is behind a network that swallows everything': async ({ primary, url }) => {
    const proxy = await startCutProxy(primary.url);
    onTestFinished(proxy.close);
    const through = url.replace(new URL(primary.url).host, new URL(proxy.url).host);
    return { url: through, goes: async () => proxy.swallow(), comesBack: async () => proxy.open() };
  },
  'is stopped like a crash, with a pooler before each server': async (servers) => {
    const ports = [servers.primary, servers.replica].map(({ url }) => Number(new URL(url).port));
    const poolers = await Promise.all(ports.map((port) => startPooler(port)));
    onTestFinished(async () => void (await Promise.all(poolers.map((one) => one.stop()))));
    const DATABASE_URL = `postgres://ric@${poolers.map(({ port }) => `127.0.0.1:${port}`).join()}/postgres`;
    const settings = { DATABASE_URL, DATABASE_DIRECT_URL: servers.url, PREPARED: 'off' };
    return { ...stopped(servers), settings };
  },
};
const TRIED = Object.entries(WAYS).slice(0, attemptsPerFault(4, 2));

async function begin(way: (servers: Replicated) => Promise<Way>) {
  const servers = await startReplicated();
  if (!servers) throw new Error('TEST_DATABASE_URL is set, so PostgreSQL must be installed');
  onTestFinished(servers.stop);
  const one = await way(servers);
  const company = await openCompany(one.url, { PAYMENT_GIVE_UP_MS, HEALTH_EVERY_MS: '500' });
  onTestFinished(company.close);
  return { ...servers, ...one, company };
}

/** Sends bookings at a fixed rate, each until it is acknowledged; returns the time that each took, in milliseconds. */
async function bookAll(
  company: Company,
  address: string,
  intents: RequestIntent[],
  at: () => number,
): Promise<number[]> {
  const book = async (intent: RequestIntent, number: number): Promise<number> => {
    await pause((number * 1000) / BOOKINGS_A_SECOND);
    const answers: Record<string, number> = {};
    for (const end = at() + INSISTS_MS; at() < end; await pause(AGAIN_MS)) {
      const { status, body } = await sendIntent(company, address, intent);
      if (status === 200) return at();
      const answer = `${status} ${JSON.stringify(body)}`;
      answers[answer] = (answers[answer] ?? 0) + 1;
      // The answer says that no charge was made, finally or because the gateway was late as well; the person books again,
      // as the message says.
      if (status === 422 && NOTHING_CHARGED.test(JSON.stringify(body))) intent.key = randomUUID();
      // The statuses 502, 504 and 0 come from the proxy, for a process that cannot be reached.
      else expect([0, 202, 409, 502, 503, 504], JSON.stringify(body)).toContain(status);
    }
    throw new Error(`${intent.last_name} was never acknowledged: ${JSON.stringify(answers)}`);
  };
  return Promise.all(intents.map(book));
}

/**
 * Returns the time when a process is healthy again; an answer too soon after `gone` may still be about the former primary
 * server.
 */
async function untilHealthy(address: string, gone: number, at: () => number): Promise<number> {
  await pause(gone + SEEN_FOR_MS - at());
  const isHealthy = () => fetch(`${address}/api/health`).then(({ ok }) => ok);
  for (const end = at() + INSISTS_MS; at() < end; await pause(100))
    if (await isHealthy().catch(() => false)) return at();
  throw new Error('a process did not come back');
}

/** Counts the losses and duplicates among acknowledged bookings. */
async function misbooked(company: Company, intents: RequestIntent[]) {
  const isThere = () => sql`select`.execute(company.db).then(() => true);
  await expect.poll(() => isThere().catch(() => false), { timeout: 60_000 }).toBe(true);
  await company.untilSettled();
  let [lost, doubled] = [0, 0];
  for (const { last_name } of intents) {
    const { booked, charged, refunded } = await company.becameOf(last_name);
    lost += Number(booked < 1 || charged - refunded < 1);
    doubled += Number(booked > 1 || charged - refunded > 1);
  }
  return { lost, doubled, problems: await company.problems() };
}
const WELL = { lost: 0, doubled: 0, problems: [] };

/**
 * Returns RIC's sessions on a database server since a time that did more than check its health, and the bookings made
 * there.
 */
async function usedSince({ primary }: Replicated, since: string, booked: RequestIntent[]) {
  const names = booked.map(({ last_name }) => `'${last_name}'`).join();
  const [row] = await queryServer<{ sessions: number; customers: number }>(
    primary,
    `select (select count(*)::int from pg_stat_activity where application_name like 'ric%'
        and application_name <> 'ric looking' and backend_start > '${since}') as sessions,
      (select count(*)::int from customers where last_name in (${names})) as customers`,
  );
  return row;
}

/** Books through each of the processes for a while; returns the bookings. */
async function bookBesideIt(company: Company, addresses: string[]): Promise<RequestIntent[]> {
  const booked: RequestIntent[] = [];
  for (const end = performance.now() + BESIDE_IT_MS; performance.now() < end; await pause(AGAIN_MS))
    for (const address of addresses) {
      const intent = await aBookingIntent(company);
      await retryUntilFinal(company, address, intent);
      booked.push(intent);
    }
  return booked;
}

test.skipIf(!isHere).each(TRIED)(
  'the primary %s under bookings, the replica is promoted: nothing is lost, and the former one is used no more',
  { timeout: 900_000 },
  async (name, way) => {
    const servers = await begin(way);
    const { company, replica } = servers;
    const pace = await machineSlowness(company);
    // The wait is so long that no early retry hides a failure.
    const office = await openReplicaOffice(company, servers, {
      DATABASE_WAIT_MS: '20000',
      ...servers.settings,
    });
    const intents: RequestIntent[] = [];
    while (intents.length < BOOKINGS_A_SECOND * SECONDS) intents.push(await aBookingIntent(company));
    const begun = performance.now();
    const at = () => performance.now() - begun;
    const booking = bookAll(company, office.address, intents, at);
    await pause(GOES_AFTER_MS);
    const gone = at();
    await servers.goes();
    await queryServer(replica, 'select pg_promote(true, 30)');
    const promoted = at();
    const healthyAt = Promise.all(office.addresses.map((address) => untilHealthy(address, gone, at)));
    const acknowledged = await booking;
    const back = Math.min(...acknowledged.filter((one) => one > promoted)) - promoted;
    const healthy = Math.max(...(await healthyAt)) - promoted;
    const found = await misbooked(company, intents);

    await servers.comesBack();
    const [now] = await queryServer<{ since: string }>(
      servers.primary,
      'select clock_timestamp()::text as since',
    );
    const beside = await bookBesideIt(company, office.addresses);
    const foundBeside = await misbooked(company, beside);
    const states = office.processes.map(({ ended }) =>
      Promise.race([ended.then(() => 'ended'), pause(10).then(() => 'running')]),
    );
    tried({
      fault: `the primary ${name} under 20 bookings a second, the replica is promoted`,
      times: intents.length + beside.length,
      lost: found.lost + found.problems.length + foundBeside.lost + foundBeside.problems.length,
      doubled: found.doubled + foundBeside.doubled,
      note:
        `${acknowledged.filter((one) => one < gone).length} before; promoted in ${Math.round(promoted - gone)} ms, ` +
        `booked again ${Math.round(back)} ms after that, both processes healthy within ${Math.round(healthy)} ms${pace > 1 ? `; the machine ${pace.toFixed(1)} times too busy` : ''}`,
    });
    expect([found, foundBeside]).toEqual([WELL, WELL]);
    expect(await usedSince(servers, now?.since ?? '', beside)).toEqual({ sessions: 0, customers: 0 });
    expect(await Promise.all(states)).toEqual(['running', 'running']);
    if (IS_FULL_RUN) expect(Math.max(back, healthy)).toBeLessThan(BACK_WITHIN_MS * pace);
  },
);
