import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { aPartnerWithoutKey } from '../../../../test/support/partners.ts';
import { aWebhookEndpoint, aWebhookEvent } from '../../../../test/support/an-endpoint.ts';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { auditOf } from '../../../../test/support/audit-entries.ts';
import { listsRecords } from '../../../../test/support/catalogue-lists.ts';
import { webhooks } from './deliveries.contract.ts';

const app = testApp();
let admin: HeaderFields;
let away: number;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  away = (await aPartnerWithoutKey(app.db, { api_user_name: 'golf Away 100%' })).id;
  const resort = (await aPartnerWithoutKey(app.db, { api_user_name: 'Resort Desk' })).id;
  await aWebhookEndpoint(app.db, away, { url: 'https://away.example/ric' });
  await aWebhookEndpoint(app.db, resort, { url: 'https://resort.example/50%' });
  await aWebhookEvent(app.db, away, 'tee_time 1');
  await aWebhookEvent(app.db, resort, 'lead 2');
  await aWebhookEvent(app.db, away, 'certificate 3');
  const set = (subject: string, kind: string, given: object) =>
    Promise.all([
      app.db.updateTable('webhook_events').set({ kind }).where('subject', '=', subject).execute(),
      app.db.updateTable('webhook_deliveries').set(given).where('subject', '=', subject).execute(),
    ]);
  await set('lead 2', 'lead.matched', { state: 'failed', tries: 31, tried_at: '2026-05-02T10:00:00Z' });
  await set('certificate 3', 'certificate.sold', {
    state: 'accepted',
    tries: 1,
    tried_at: '2026-05-01T10:00:00Z',
    status: 200,
    answer: 'thanks',
  });
});

listsRecords(app, {
  calls: webhooks,
  by: 'subject',
  byDefault: () => ['certificate 3', 'lead 2', 'tee_time 1'],
  filters: () => [
    [{ api_user_id: away }, ['certificate 3', 'tee_time 1']],
    [{ api_user_name: 'AWAY 100%' }, ['certificate 3', 'tee_time 1']],
    [{ kind: 'lead.matched' }, ['lead 2']],
    [{ subject: 'TIME' }, ['tee_time 1']],
    [{ url: '50%' }, ['lead 2']],
    [{ state: 'waiting' }, ['tee_time 1']],
  ],
  sorts: () => [
    ['created_at', ['tee_time 1', 'lead 2', 'certificate 3']],
    ['api_user_name', ['tee_time 1', 'certificate 3', 'lead 2']],
    ['kind', ['certificate 3', 'lead 2', 'tee_time 1']],
    ['subject', ['certificate 3', 'lead 2', 'tee_time 1']],
    ['url', ['tee_time 1', 'certificate 3', 'lead 2']],
    ['state', ['certificate 3', 'lead 2', 'tee_time 1']],
    ['tries', ['tee_time 1', 'certificate 3', 'lead 2']],
    ['tried_at', ['certificate 3', 'lead 2', 'tee_time 1']],
  ],
});

test('one is shown with what it said and what was answered', async () => {
  const { rows } = await sql<{ id: number; event_id: string }>`
    select id, event_id from webhook_deliveries where subject = 'certificate 3'`.execute(app.db);
  const [row] = rows;
  expect(await app.ok(webhooks.show, { params: { id: row?.id ?? 0 } }, admin)).toMatchObject({
    event_id: row?.event_id,
    data: { id: 1 },
    answer: 'thanks',
    status: 200,
    state: 'accepted',
  });
  expect(await app.call(webhooks.show, { params: { id: 424_242 } }, admin)).toMatchObject({ status: 404 });
});

test('sending again is written down; agents do not', async () => {
  const { rows } = await sql<{ id: number }>`
    select id from webhook_deliveries where subject = 'certificate 3'`.execute(app.db);
  const sent = { params: { id: rows[0]?.id ?? 0 } };
  const agent = await app.signedIn('agent');
  for (const called of Object.values(webhooks))
    expect(await app.call(called, sent, agent)).toMatchObject({ status: 403 });
  await app.ok(webhooks.sendAgain, sent, admin);
  expect((await auditOf(app, 'partner', away)).at(-1)).toMatchObject({
    action: 'sent an event again',
    after: { kind: 'certificate.sold', of: 'certificate 3' },
  });
});
