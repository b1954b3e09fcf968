import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aPartnerWithoutKey } from '../../../../test/support/partners.ts';
import { aWebhookEndpoint, aWebhookEvent } from '../../../../test/support/an-endpoint.ts';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { startWebhookListener, type WebhookListener } from '../../../../test/support/listener.ts';
import { webhookPoster } from '../../../integrations/webhooks/poster.ts';
import { notices } from '../../notices/notices.contract.ts';
import { webhooks } from '../deliveries/deliveries.contract.ts';
import { WebhookEvent } from '../events.contract.ts';
import { dropOldEvents, dueEndpoints, leaseDueDeliveries } from './due.queries.ts';
import { sendDueDeliveries } from './send.steps.ts';
import { startWebhooks } from './webhooks.job.ts';

const listeners: WebhookListener[] = [];
// The listeners start before the application, whose settings allow it to send to their addresses.
listeners.push(await startWebhookListener(), await startWebhookListener());
const [here, there] = listeners as [WebhookListener, WebhookListener];
const app = testApp({
  settings: {
    WEBHOOK_PRIVATE_HOSTS: `${here.host},${there.host}`,
    WEBHOOK_TRY_MS: '400',
    WEBHOOK_EVERY_MS: '20',
  },
});
let admin: HeaderFields;
let partner: { id: number; api_user_name: string };
let endpoint: { id: number; secret: string };
beforeAll(async () => {
  admin = await app.signedIn('admin');
});
beforeEach(async () => {
  await app.db.deleteFrom('webhook_endpoints').execute();
  await app.db.deleteFrom('notices').execute();
  for (const one of listeners) {
    one.heard.length = 0;
    one.answers(200);
  }
  partner = await aPartnerWithoutKey(app.db);
  endpoint = await aWebhookEndpoint(app.db, partner.id, { url: here.url });
});
afterAll(() => Promise.all(listeners.map((one) => one.close())));

/** Returns an app context whose attempts have no time limit in practice, so that the listener decides when they end. */
const patient = () => ({
  ...app.context,
  integrations: {
    ...app.context.integrations,
    webhooks: webhookPoster({ tryMs: 3_600_000, privateHosts: [here.host, there.host] }),
  },
});
const event = (subject?: string) => aWebhookEvent(app.db, partner.id, subject);
const round = () => sendDueDeliveries(app.context, endpoint.id);
/** Makes waiting deliveries due, as if the pause after a failure, or a lease, had passed. */
const later = () =>
  app.db
    .updateTable('webhook_deliveries')
    .set({ next_try_at: sql<string>`now()` })
    .execute();
const rows = () =>
  app.db
    .selectFrom('webhook_deliveries')
    .select(['id', 'event_id', 'state', 'tries', 'status', 'answer', 'last_error'])
    .orderBy('id')
    .execute();
const heardIds = (of = here) => of.heard.map(({ headers }) => headers['ric-event-id']);
/** Repeats the work until no delivery is due. */
async function untilDone(work: () => Promise<unknown>) {
  const timer = startWebhooks(app.context);
  await work();
  await timer.stop();
}
const allAccepted = () =>
  expect
    .poll(async () => (await rows()).every(({ state }) => state === 'accepted'), { timeout: 30_000 })
    .toBe(true);

test('an event is posted with its id, signed over its time and body, and marked', async () => {
  const id = await event();
  await round();
  const [heard] = here.heard;
  expect(heard?.headers).toMatchObject({ 'content-type': 'application/json', 'ric-event-id': id });
  const said = WebhookEvent.parse(JSON.parse(heard?.body ?? ''));
  expect(said).toMatchObject({ id, kind: 'tee_time.booked', data: { id: 1 } });
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(heard?.headers['ric-signature'] ?? '') ?? [];
  expect(v1).toBe(createHmac('sha256', endpoint.secret).update(`${t}.${heard?.body}`).digest('hex'));
  expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(10);
  expect(await rows()).toMatchObject([{ state: 'accepted', tries: 1, status: 200, answer: 'thanks' }]);
  await round();
  expect(here.heard).toHaveLength(1);
});

test('what is not taken goes out again under the same id, after pauses that grow', async () => {
  const id = await event();
  here.answers((response) => void response.writeHead(500).end('not now'));
  const pauses: number[] = [];
  for (let tries = 0; tries < 9; tries += 1) {
    await later();
    await round();
    const { rows: found } = await sql<{ s: number }>`
      select round(extract(epoch from next_try_at - now()))::int as s from webhook_deliveries`.execute(
      app.db,
    );
    pauses.push(Math.round((found[0]?.s ?? 0) / 10) * 10);
  }
  expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
  expect(await rows()).toMatchObject([
    { state: 'waiting', tries: 9, status: 500, answer: 'not now', last_error: 'It answered 500.' },
  ]);
  here.answers(204);
  await later();
  await round();
  expect(new Set(heardIds())).toEqual(new Set([id]));
  expect(await rows()).toMatchObject([{ state: 'accepted', tries: 10, last_error: null }]);
});

test('of a subject the next waits for the one before; other subjects do not', async () => {
  const [first, second] = [await event('tee_time 1'), await event('tee_time 1')];
  const other = await event('tee_time 2');
  here.answers(
    (response, { headers }) => void response.writeHead(headers['ric-event-id'] === first ? 503 : 200).end(),
  );
  await round();
  await round();
  expect(new Set(heardIds())).toEqual(new Set([first, other]));
  expect(here.heard).toHaveLength(2);
  here.answers(200);
  await later();
  await round();
  expect(heardIds().slice(2)).toEqual([first, second]);
});

test('forty of a subject arrive in order, with two that send them', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 40; at += 1) ids.push(await event(at % 2 === 0 ? 'tee_time 1' : 'tee_time 2'));
  here.answers((response) => void setImmediate(() => response.writeHead(200).end()));
  const other = startWebhooks(app.context);
  await untilDone(allAccepted);
  await other.stop();
  const heard = heardIds();
  expect(heard).toHaveLength(40);
  expect(new Set(heard)).toEqual(new Set(ids));
  for (const parity of [0, 1])
    expect(heard.filter((id) => ids.indexOf(id ?? '') % 2 === parity)).toEqual(
      ids.filter((_, at) => at % 2 === parity),
    );
});

test('two that look at the same time take nothing twice; without the lease they would', async () => {
  for (let at = 0; at < 6; at += 1) await event(`tee_time ${at}`);
  const lease = (leaseMs: number) => leaseDueDeliveries(app.db, endpoint.id, { leaseMs, most: 8 });
  const taken = await Promise.all([lease(60_000), lease(60_000), lease(60_000)]);
  expect(new Set(taken.flat().map(({ id }) => id)).size).toBe(6);
  expect(taken.flat()).toHaveLength(6);
  await later();
  const unleased = [await lease(-1_000), await lease(-1_000)];
  expect(unleased.map((each) => each.length)).toEqual([6, 6]);
});

test('what died between the answer and its mark is sent again, with the same id, once its lease is over', async () => {
  const id = await event();
  // Leasing without recording simulates a process that was killed after the webhook had accepted the delivery.
  const [taken] = await leaseDueDeliveries(app.db, endpoint.id, { leaseMs: 3_600_000, most: 8 });
  expect(taken?.event_id).toBe(id);
  await round();
  expect(here.heard).toEqual([]);
  await later();
  await round();
  expect(heardIds()).toEqual([id]);
  expect(await rows()).toMatchObject([{ state: 'accepted', tries: 2 }]);
});

test('after a day it is given up, told to admins once for each host, and the next of its subject goes out', async () => {
  const [, next] = [await event(), await event(), await event('tee_time 2')];
  here.answers((response) => void response.writeHead(410).end('gone'));
  const lastTry = () =>
    app.db
      .updateTable('webhook_deliveries')
      .set({ tries: 30, next_try_at: sql<string>`now()` })
      .where('state', '=', 'waiting')
      .execute();
  await lastTry();
  await round();
  expect((await rows()).map(({ state }) => state)).toEqual(['failed', 'waiting', 'failed']);
  const open = () => app.ok(notices.index, {}, admin);
  const message = `Events for ${partner.api_user_name} were given up: ${here.host} does not take them.`;
  expect(await open()).toMatchObject([{ kind: 'webhook', message }]);
  expect(await app.ok(notices.index, {}, await app.signedIn('agent'))).toEqual([]);
  here.answers(200);
  await later();
  await round();
  expect(heardIds().at(-1)).toBe(next);
});

test('Send again: under the same id, before what waits of its subject; not what waits, nor where it is off', async () => {
  const [first, second] = [await event(), await event()];
  const [row] = await rows();
  const id = row?.id ?? 0;
  const again = () => app.call(webhooks.sendAgain, { params: { id } }, admin);
  expect(await again()).toMatchObject({ status: 422, body: { message: /waiting/ } });
  await app.db.updateTable('webhook_deliveries').set({ state: 'failed' }).where('id', '=', id).execute();
  expect((await again()).status).toBe(200);
  await round();
  expect(heardIds()).toEqual([first, second]);
  expect((await again()).status).toBe(200);
  await round();
  expect(heardIds()).toEqual([first, second, first]);
  await app.db.updateTable('webhook_endpoints').set({ is_on: false }).execute();
  expect(await again()).toMatchObject({ status: 422, body: { message: /switched off/ } });
  expect((await rows())[0]).toMatchObject({ state: 'accepted' });
});

test('an endpoint that is off is sent nothing, and what waits goes out once it is on', async () => {
  await event();
  const turn = (is_on: boolean) => app.db.updateTable('webhook_endpoints').set({ is_on }).execute();
  await turn(false);
  expect(await dueEndpoints(app.db)).toEqual([]);
  await round();
  expect(here.heard).toEqual([]);
  await turn(true);
  expect(await dueEndpoints(app.db)).toEqual([endpoint.id]);
  await round();
  expect(here.heard).toHaveLength(1);
});

test('an endpoint that says nothing holds up no other', async () => {
  const other = await aPartnerWithoutKey(app.db);
  await aWebhookEndpoint(app.db, other.id, { url: there.url });
  const held: (() => unknown)[] = [];
  here.answers((response) => void held.push(() => response.writeHead(200).end()));
  for (let at = 0; at < 20; at += 1) await event(`tee_time ${at}`);
  for (let at = 0; at < 20; at += 1) await aWebhookEvent(app.db, other.id, `tee_time ${at}`);
  const timer = startWebhooks(patient());
  await expect.poll(() => there.heard.length, { timeout: 30_000 }).toBe(20);
  const open = async () => (await rows()).filter(({ state }) => state !== 'accepted');
  await expect.poll(open, { timeout: 30_000 }).toHaveLength(20);
  // No delivery to the first webhook has ended yet, because its listener answers only now.
  expect((await open()).every(({ last_error }) => last_error === null)).toBe(true);
  here.answers(200);
  for (const answer of held) answer();
  await allAccepted();
  await timer.stop();
});

test('an endpoint that says nothing is left after the time of a try', async () => {
  here.answers(() => undefined);
  await event();
  await round();
  expect(await rows()).toMatchObject([{ state: 'waiting', last_error: 'Nobody answered in time.' }]);
});

test('a redirect is not followed, and is told as what it is', async () => {
  here.answers((response) => void response.writeHead(302, { location: there.url }).end());
  await event();
  await round();
  expect(there.heard).toEqual([]);
  expect(await rows()).toMatchObject([
    { state: 'waiting', status: 302, last_error: 'It answered 302: RIC does not follow to another address.' },
  ]);
});

test('an address that became private is refused, however it got there', async () => {
  for (const url of ['http://127.0.0.1:9/', 'https://localhost/', 'https://169.254.169.254/', 'nonsense']) {
    await app.db.updateTable('webhook_endpoints').set({ url }).execute();
    await event(url);
    await later();
    await round();
  }
  for (const { last_error, status } of await rows()) {
    expect(status).toBeNull();
    expect(last_error).toMatch(/^The address must /);
  }
});

test('the secret is in nothing that is answered or written down', async () => {
  await event();
  await round();
  const [row] = await rows();
  const shown = await app.ok(webhooks.show, { params: { id: row?.id ?? 0 } }, admin);
  const listed = await app.ok(webhooks.index, { query: {} }, admin);
  const audited = await app.db.selectFrom('audit_entries').selectAll().execute();
  const heard = JSON.stringify(here.heard);
  for (const said of [shown, listed, audited, heard])
    expect(JSON.stringify(said)).not.toContain(endpoint.secret);
});

test('events older than 30 days go, with what became of them', async () => {
  const [old, young] = [await event(), await event()];
  await app.db
    .updateTable('webhook_events')
    .set({ created_at: sql<string>`now() - interval '31 days'` })
    .where('id', '=', old)
    .execute();
  await dropOldEvents(app.db);
  expect((await rows()).map(({ event_id }) => event_id)).toEqual([young]);
});
