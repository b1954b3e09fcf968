import { beforeAll, expect, test } from 'vitest';
import { aPartnerWithoutKey } from '../../../../test/support/partners.ts';
import { aWebhookEvent } from '../../../../test/support/an-endpoint.ts';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { auditOf } from '../../../../test/support/audit-entries.ts';
import { history } from '../../../contract/history/history.ts';
import { EVENT_KINDS } from '../events.contract.ts';
import { webhookEndpoints } from './endpoints.contract.ts';

const app = testApp({ settings: { WEBHOOK_PRIVATE_HOSTS: 'hooks.office.example:8080' } });
let admin: HeaderFields;
let agent: HeaderFields;
let partner: number;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
  partner = (await aPartnerWithoutKey(app.db)).id;
});

const good = { url: 'https://partner.example/ric', kinds: ['tee_time.booked' as const], is_on: true };
const make = (endpoint: object = good, id = partner) =>
  app.call(webhookEndpoints.make, { params: { id }, body: { endpoint } }, admin);
const made = async (id: number) =>
  app.ok(webhookEndpoints.make, { params: { id }, body: { endpoint: good } }, admin);
const shown = (id = partner) => app.ok(webhookEndpoints.index, { params: { id } }, admin);
const change = (id: number, endpoint: object) =>
  app.call(webhookEndpoints.change, { params: { id }, body: { endpoint } }, admin);

test.each([
  ['url', { url: '' }],
  ['url', { url: `https://partner.example/${'x'.repeat(500)}` }],
  ['url', { url: 'partner.example' }],
  ['url', { url: 'http://partner.example/' }],
  ['url', { url: 'https://ann:secret@partner.example/' }],
  ['url', { url: 'https://10.0.0.7/' }],
  ['url', { url: 'https://[::1]/' }],
  ['url', { url: 'http://hooks.office.example:8081/' }],
  ['kinds', { kinds: [] }],
  ['kinds', { kinds: ['tee_time.played'] }],
  ['is_on', { is_on: 'perhaps' }],
])('%s is refused: %j', async (field, given) => {
  const before = await shown();
  expect(await make({ ...good, ...given })).toMatchObject({
    status: 422,
    body: { errors: { [field]: [expect.any(String)] } },
  });
  expect(await shown()).toEqual(before);
});

test('is made with a secret that is told once, changed without one, and removed with what waits for it', async () => {
  const { id: own } = await aPartnerWithoutKey(app.db);
  const { id, secret } = await made(own);
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect(await shown(own)).toEqual([{ id, ...good, waiting: 0, failed: 0 }]);
  const other = { url: 'http://hooks.office.example:8080/x', kinds: [...EVENT_KINDS], is_on: false };
  expect(await change(id, other)).toEqual(expect.objectContaining({ status: 200, body: { id } }));
  await aWebhookEvent(app.db, own);
  expect(await shown(own)).toEqual([{ id, ...other, waiting: 1, failed: 0 }]);
  const replaced = await app.ok(webhookEndpoints.replaceSecret, { params: { id } }, admin);
  expect(replaced.secret).not.toBe(secret);
  const { secret: kept } = await app.db
    .selectFrom('webhook_endpoints')
    .select('secret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(kept).toBe(replaced.secret);
  await app.ok(webhookEndpoints.remove, { params: { id } }, admin);
  expect(await shown(own)).toEqual([]);
  expect(await app.db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([]);
});

test('the history of the partner tells all of it, and no secret', async () => {
  const { id: own } = await aPartnerWithoutKey(app.db);
  const { id, secret } = await made(own);
  await change(id, { ...good, is_on: false });
  await app.ok(webhookEndpoints.replaceSecret, { params: { id } }, admin);
  await app.ok(webhookEndpoints.remove, { params: { id } }, admin);
  const entries = await auditOf(app, 'partner', own);
  expect(entries.map(({ action }) => action)).toEqual([
    'made a webhook',
    'changed a webhook',
    "replaced a webhook's secret",
    'removed a webhook',
  ]);
  const { told } = await app.ok(
    history.show,
    { params: { record: 'api_users', id: own }, query: { page: 1 } },
    admin,
  );
  expect(told).toHaveLength(4);
  const { rows } = { rows: await app.db.selectFrom('audit_entries').selectAll().execute() };
  expect(JSON.stringify([entries, told, rows])).not.toContain(secret);
});

test('a partner has five at most, also where six are made at the same time', async () => {
  const { id } = await aPartnerWithoutKey(app.db);
  const answers = await Promise.all(Array.from({ length: 7 }, () => make(good, id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(2);
  expect(await shown(id)).toHaveLength(5);
});

test('what is not there is said, and an agent is told nothing', async () => {
  expect((await make(good, 424_242)).status).toBe(404);
  expect((await change(424_242, good)).status).toBe(404);
  const { id } = await made((await aPartnerWithoutKey(app.db)).id);
  for (const called of Object.values(webhookEndpoints))
    expect(await app.call(called, { params: { id }, body: { endpoint: good } }, agent)).toMatchObject({
      status: 403,
    });
});
