import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startBuiltInGateway } from '../../src/integrations/payment/built-in-gateway.ts';
import { openDatabase, type Database } from '../../src/server/database/open.ts';
import { prepareDatabase } from '../../src/server/database/prepare.ts';
import type { FaultPoint } from '../../src/server/process/fault-points.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { readSettings } from '../../src/server/process/settings.ts';
import { aPartnerWithoutKey } from '../support/partners.ts';
import { aWebhookEndpoint, aWebhookEvent } from '../support/an-endpoint.ts';
import { startWebhookListener, type WebhookListener } from '../support/listener.ts';
import { attemptsPerFault, faultTable } from '../support/tried.ts';
import { createServerDatabase } from './killable-app.ts';
import { startOffice, type OfficeProcess } from './office-process.ts';

const tried = faultTable('webhooks');
const serverUrl = process.env.TEST_DATABASE_URL;
/** The fault points before an event is posted, and between the endpoint's answer and its record. */
const STEPS: FaultPoint[] = ['webhook.leased', 'webhook.answered'];
const SUBJECTS = 4;
const SOON = { timeout: 60_000, interval: 20 };

const folder = mkdtempSync(join(tmpdir(), 'ric-webhooks-'));
let made: Awaited<ReturnType<typeof createServerDatabase>>;
let database: Database;
let gateway: Awaited<ReturnType<typeof startBuiltInGateway>>;
let listener: WebhookListener;
let partner: number;
const running = new Set<OfficeProcess>();

beforeAll(async () => {
  if (!serverUrl) return;
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  gateway = await startBuiltInGateway({ file: join(folder, 'gateway.jsonl') });
  listener = await startWebhookListener();
  made = await createServerDatabase(serverUrl);
  await (
    await prepareDatabase(readSettings({ DATABASE_URL: made.url, DATA_DIR: folder, DEMO: 'off' }))
  ).close();
  database = await openDatabase({ databaseUrl: made.url, dataDir: null });
  partner = (await aPartnerWithoutKey(database.db)).id;
  await aWebhookEndpoint(database.db, partner, { url: listener.url });
}, 240_000);
beforeEach(() => {
  if (serverUrl) listener.heard.length = 0;
});
afterEach(async () => {
  await Promise.all([...running].map((one) => one.end('SIGKILL')));
  running.clear();
});
afterAll(async () => {
  await database?.close();
  await gateway?.close();
  await listener?.close();
  await made?.drop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

function start(dies?: FaultPoint): OfficeProcess {
  const settings = { GATEWAY_URL: gateway.url, WEBHOOK_EVERY_MS: '50', WEBHOOK_PRIVATE_HOSTS: listener.host };
  const one = startOffice({ folder, databaseUrl: made.url, settings, ...(dies && { dies }) });
  running.add(one);
  return one;
}
async function end(one: OfficeProcess, signal: 'SIGKILL' | 'SIGTERM') {
  running.delete(one);
  return one.end(signal);
}

/** Creates these events as the only waiting ones; returns their ids, by subject and in order. */
async function onlyWaiting(times: number): Promise<string[][]> {
  await database.db.deleteFrom('webhook_events').execute();
  listener.heard.length = 0;
  const ids: string[][] = Array.from({ length: SUBJECTS }, () => []);
  for (let at = 0; at < times; at += 1)
    ids[at % SUBJECTS]?.push(await aWebhookEvent(database.db, partner, `tee_time ${at % SUBJECTS}`));
  return ids;
}
const waiting = async (): Promise<number> => {
  const left = database.db.selectFrom('webhook_deliveries').select('id').where('state', '<>', 'accepted');
  return (await left.execute()).length;
};
/** Expires the one-minute lease that a dead process holds on webhook deliveries. */
const leasesEnd = () =>
  sql`update webhook_deliveries set next_try_at = now() where state = 'waiting'`.execute(database.db);

/** Counts the events that never arrived, arrived again, or arrived out of order within their subject. */
function damage(ids: string[][]) {
  const heard = listener.heard.map(({ headers }) => headers['ric-event-id'] ?? '');
  const all = ids.flat();
  const firsts = [...new Set(heard)];
  const outOfOrder = ids.filter(
    (own) => firsts.filter((id) => own.includes(id)).join() !== own.join(),
  ).length;
  const lost = all.filter((id) => !heard.includes(id)).length;
  return { lost, again: heard.length - firsts.length, outOfOrder };
}

describe.skipIf(!serverUrl)('webhooks', { timeout: 900_000 }, () => {
  const ROUNDS = attemptsPerFault(10, 1);
  test.each(STEPS)('of a process that is killed at %s', async (step) => {
    let [lost, outOfOrder, again] = [0, 0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = await onlyWaiting(12);
      expect(await start(step).ended).toBe('SIGKILL');
      const before = listener.heard.length;
      if (step === 'webhook.leased') expect(before).toBe(0);
      else expect(before).toBeGreaterThan(0);
      const two = [start(), start()];
      // The dead process's claimed event stays claimed for a minute, so no process sends that event, or any event behind
      // it.
      await pause(attemptsPerFault(3_000, 1_000));
      expect(listener.heard.length).toBe(before);
      await leasesEnd();
      await expect.poll(waiting, SOON).toBe(0);
      expect(await Promise.all(two.map((one) => end(one, 'SIGTERM')))).toEqual([0, 0]);
      const damaged = damage(ids);
      if (step === 'webhook.answered') expect(damaged.again).toBeGreaterThan(0);
      lost += damaged.lost;
      outOfOrder += damaged.outOfOrder;
      again += damaged.again;
    }
    const note = `${again} sent again with the same id`;
    tried({ fault: `killed at ${step}, two processes go on`, times: ROUNDS, lost, doubled: 0, note });
    expect({ lost, outOfOrder }).toEqual({ lost: 0, outOfOrder: 0 });
  });

  const KILLS = attemptsPerFault(40, 2);
  test('of two processes, one of which is killed at any moment', async () => {
    let [lost, outOfOrder, again] = [0, 0, 0];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const ids = await onlyWaiting(60);
      listener.answers(
        (response) => void setTimeout(() => response.writeHead(200).end(), Math.random() * 10),
      );
      const [dies, stays] = [start(), start()];
      await expect.poll(() => listener.heard.length, { ...SOON, interval: 5 }).toBeGreaterThan(0);
      await pause(Math.random() * 100);
      await end(dies, 'SIGKILL');
      await leasesEnd();
      await expect.poll(waiting, SOON).toBe(0);
      expect(await end(stays, 'SIGTERM')).toBe(0);
      const damaged = damage(ids);
      lost += damaged.lost;
      outOfOrder += damaged.outOfOrder;
      again += damaged.again;
    }
    const note = `${KILLS * 60} events, ${again} sent again with the same id`;
    tried({ fault: 'one of two processes killed at any moment', times: KILLS, lost, doubled: 0, note });
    expect({ lost, outOfOrder }).toEqual({ lost: 0, outOfOrder: 0 });
  });
});
