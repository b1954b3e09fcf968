import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
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
import { hasMiddlemen, startBalancer, startPooler, type Middleman } from './middlemen.ts';
import { startOffice, type OfficeProcess } from './office-process.ts';
import { ask as askServer, startReplicated, type Replicated } from './replicated.ts';

const tried = triedIn('replica');
const BOOKINGS_A_SECOND = 20;
const SECONDS = rounds(40, 10);
const DIES_AFTER_MS = 3_000;
const BACK_WITHIN_MS = 10_000;
const AGAIN_MS = 500;
/** A start on a machine that is busy with something else takes longer than a company's would. */
const DATABASE_WAIT_MS = '10000';
/** Somebody who was told to try again does so for so long. */
const INSISTS_MS = 60_000;

type Office = { processes: OfficeProcess[]; addresses: string[]; balancer: Middleman; address: string };

let servers: Replicated;
let company: Company;

/** Two processes of the company behind HAProxy. */
async function openOffice(settings: Record<string, string>): Promise<Office> {
  const processes = [1, 2].map(() =>
    startOffice({
      ...{ folder: company.folder, databaseUrl: servers?.url ?? '' },
      settings: { ...company.outside, DATABASE_WAIT_MS, RECONCILE_EVERY_MS: '500', ...settings },
    }),
  );
  onTestFinished(async () => void (await Promise.all(processes.map((one) => one.end('SIGKILL')))));
  const addresses = await Promise.all(processes.map((one) => one.address));
  const balancer = await startBalancer(addresses.map((one) => Number(new URL(one).port)));
  onTestFinished(balancer.stop);
  const address = `http://127.0.0.1:${balancer.port}`;
  for (let tries = 0; tries < 50 && !(await fetch(address).catch(() => null))?.ok; tries += 1)
    await pause(100);
  return { processes, addresses, balancer, address };
}

const listed = async (address: string, last_name: string): Promise<number> => {
  const query = { filters: { customer_last_name: last_name } };
  const { body, status } = await ask(address, teeTimes.count, { query }, company.headers);
  expect(status).toBe(200);
  return Number(body);
};

/** What a process tells a browser that follows it, until it is left. */
async function follow(address: string): Promise<{ told: () => string; leave: () => void }> {
  const leaving = new AbortController();
  const { body } = await fetch(`${address}/api/live`, { headers: company.headers, signal: leaving.signal });
  let told = '';
  const read = async () => {
    const text = new TextDecoder();
    for await (const chunk of body ?? []) told += text.decode(chunk);
  };
  read().catch(() => undefined);
  return { told: () => told, leave: () => leaving.abort() };
}

describe.skipIf(!hasMiddlemen || !process.env.TEST_DATABASE_URL)(
  'beyond one machine',
  { timeout: 600_000 },
  () => {
    beforeAll(async () => {
      spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
      servers = await startReplicated();
      company = await openCompany(servers?.url ?? '');
    }, 300_000);
    afterAll(async () => {
      await company?.close();
      await servers?.stop();
    });

    test('behind a pooler in transaction mode two processes book, list and hear of each other', async () => {
      if (!servers) throw new Error('no servers');
      const pooler = await startPooler(Number(new URL(servers.primary.url).port));
      onTestFinished(pooler.stop);
      const DATABASE_URL = `postgres://ric@127.0.0.1:${pooler.port}/postgres`;
      const pooled = { DATABASE_URL, DATABASE_DIRECT_URL: servers.url, PREPARED: 'off' };
      const office = await openOffice(pooled);
      const [one = '', other = ''] = office.addresses;
      const followed = await follow(one);
      const times = rounds(200, 40);
      for (let at = 0; at < times; at += 10) {
        const intents = await Promise.all(Array.from({ length: 10 }, () => aBookingIntent(company)));
        const answers = await Promise.all(intents.map((intent) => insistOn(company, office.address, intent)));
        expect(answers.flat().map(({ status }) => status)).toEqual(intents.map(() => 200));
      }
      const last = await aBookingIntent(company);
      await insistOn(company, other, last);
      await expect.poll(followed.told, { timeout: 10_000 }).toContain('tee_times');
      expect(await listed(one, last.last_name)).toBe(1);
      followed.leave();
      // What a session would have to keep is refused by the pooler, so nobody forgets the setting.
      const forgetful = startOffice({
        ...{ folder: company.folder, databaseUrl: DATABASE_URL, settings: company.outside },
      });
      await expect(forgetful.address).rejects.toThrow('RIC ended before it answered.');
      expect(await company.problems()).toEqual([]);
      tried({ fault: 'PgBouncer in transaction mode', times, lost: 0, doubled: 0 });
    });

    test('the primary dies under bookings and the replica is promoted: nothing is lost, nobody is started again', async () => {
      if (!servers) throw new Error('no servers');
      const pace = await paceOf(company);
      const office = await openOffice({});
      const intents: Intent[] = [];
      for (let at = 0; at < BOOKINGS_A_SECOND * SECONDS; at += 1) intents.push(await aBookingIntent(company));
      const begun = performance.now();
      const at = () => performance.now() - begun;
      const acknowledged: number[] = [];
      const book = async (intent: Intent, number: number) => {
        await pause((number * 1000) / BOOKINGS_A_SECOND);
        for (const end = at() + INSISTS_MS; at() < end; await pause(AGAIN_MS)) {
          const { status, body } = await sendIntent(company, office.address, intent);
          if (status === 200) return void acknowledged.push(at());
          // 504 and 0: the proxy's own, for a process that said nothing.
          expect([0, 202, 409, 502, 503, 504], JSON.stringify(body)).toContain(status);
        }
        throw new Error(`${intent.last_name} was never answered`);
      };
      const booking = Promise.all(intents.map(book));
      await pause(DIES_AFTER_MS);
      const died = at();
      await servers.primary.halt('SIGQUIT');
      await askServer(servers.replica, 'select pg_promote(true, 30)');
      const promoted = at();
      await booking;
      const back = Math.min(...acknowledged.filter((one) => one > promoted)) - promoted;
      const isRunning = await Promise.all(
        office.processes.map(({ ended }) =>
          Promise.race([ended.then(() => false), pause(0).then(() => true)]),
        ),
      );
      await company.untilSettled();
      let [lost, doubled] = [0, 0];
      for (const { last_name } of intents) {
        const { booked, charged, refunded } = await company.becameOf(last_name);
        lost += Number(booked < 1 || charged - refunded < 1);
        doubled += Number(booked > 1 || charged - refunded > 1);
      }
      const problems = await company.problems();
      tried({
        fault: 'primary killed, replica promoted, under bookings',
        ...{ times: intents.length, lost: lost + problems.length, doubled },
        note: `${acknowledged.filter((one) => one < died).length} before; promotion took ${Math.round(promoted - died)} ms; booked again ${Math.round(back)} ms after it`,
      });
      expect({ lost, doubled, problems, isRunning }).toEqual({
        lost: 0,
        doubled: 0,
        problems: [],
        isRunning: [true, true],
      });
      expect(back).toBeLessThan(BACK_WITHIN_MS * pace);
    });
  },
);
