import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { buildApp } from '../../app/app.ts';
import { recordBackupTime } from '../../server/database/backup/last-backup.ts';
import { DatabaseDeadline } from '../../server/database/driver/deadline.ts';
import { projectRoot } from '../../server/process/root.ts';
import { readSettings } from '../../server/process/settings.ts';
import { ReadReplica } from '../../server/replica/replica.ts';
import type { MetricsRegistry } from '../../server/metrics/metrics.ts';
import { aPartnerWithoutKey } from '../../../test/support/partners.ts';
import { aWebhookEndpoint, aWebhookEvent } from '../../../test/support/an-endpoint.ts';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aBookingBody, aCard } from '../../../test/support/bookings.ts';
import { aCourse } from '../../../test/support/factories.ts';
import { audit } from '../audit/audit.queries.ts';
import { sealNewEntries } from '../audit/sealing/seals.queries.ts';
import { booking } from '../booking/booking.contract.ts';
import { createNotice } from '../notices/notices.queries.ts';
import { reconcileOnce } from '../../../test/support/reconcile.ts';
import { appMetrics } from './metrics.steps.ts';

const app = testApp({ settings: { PAYMENT_GIVE_UP_MS: '1' } });
let served: FastifyInstance;
let metrics: MetricsRegistry;
let url: string;
let agent: HeaderFields;
let course: number;
beforeAll(async () => {
  served = await buildApp(app.context, { webRoot: null, logger: false });
  metrics = appMetrics(app.context, app.database);
  metrics.watch(served);
  url = await metrics.listen({ host: '127.0.0.1', port: 0 });
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db)).id;
});
afterAll(async () => {
  await metrics.close();
  await served.close();
});

const book = (payload: object) =>
  served.inject({ method: 'POST', url: booking.book.path, headers: agent, payload });
const look = async () => (await fetch(url)).text();
/** Returns the value of a metric, by its name and labels, from the text of all metrics. */
const valueOf = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  );

test('tells how often each call was answered how, and what waits in the database and since when', async () => {
  await book(aBookingBody({ course }));
  await book(aBookingBody({ course: 0 }));
  await served.inject({ method: 'GET', url: '/api/health?secret=in-the-query' });
  const partner = await aPartnerWithoutKey(app.db);
  await aWebhookEndpoint(app.db, partner.id);
  await aWebhookEvent(app.db, partner.id);
  // The payment gateway does not answer, so the booking's outcome is unknown.
  expect((await book(aBookingBody({ course, credit_card: aCard('timeout_before') }))).statusCode).toBe(202);
  await served.inject({ method: 'GET', url: '/partner/v1/bookings/7' });
  const text = await look();
  expect(valueOf(text, 'ric_requests_total{call="GET /partner/v1/bookings/:id",status="401"}')).toBe(1);
  const call = `call="POST ${booking.book.path}"`;
  expect(valueOf(text, `ric_requests_total{${call},status="200"}`)).toBe(1);
  expect(valueOf(text, `ric_requests_total{${call},status="422"}`)).toBe(1);
  expect(valueOf(text, `ric_requests_total{${call},status="202"}`)).toBe(1);
  expect(valueOf(text, `ric_request_seconds_count{${call}}`)).toBe(3);
  expect(valueOf(text, 'ric_figures_up')).toBe(1);
  expect(valueOf(text, 'ric_operations_open{of="unknown"}')).toBe(1);
  expect(valueOf(text, 'ric_payments_open')).toBe(1);
  expect(valueOf(text, 'ric_oldest_seconds{of="payments"}')).toBeGreaterThan(0);
  expect(valueOf(text, 'ric_letters{of="waiting"}')).toBeGreaterThan(0);
  expect(valueOf(text, 'ric_events{of="waiting"}')).toBe(1);
  expect(valueOf(text, 'ric_oldest_seconds{of="events"}')).toBeGreaterThan(0);
  expect(valueOf(text, 'ric_database_connections{of="busy"}')).toBeGreaterThanOrEqual(0);
  expect(valueOf(text, 'ric_gateway_away')).toBe(0);
  expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  // The metrics contain no input: no query, name or e-mail address.
  expect(text).not.toMatch(/in-the-query|@|Doe|4000000000/);

  await reconcileOnce(app.context);
  expect(valueOf(await look(), 'ric_payments_open')).toBe(0);
});

test('what the database does not tell is missing, and the rest is told', async () => {
  const away = { ...app.context, dbWithin: () => app.context.dbWithin(new DatabaseDeadline(0)) };
  const other = appMetrics(away, app.database);
  const text = await (await fetch(await other.listen({ host: '127.0.0.1', port: 0 }))).text();
  await other.close();
  expect(valueOf(text, 'ric_figures_up')).toBe(0);
  expect(valueOf(text, 'ric_gateway_away')).toBe(0);
  expect(text).not.toContain('ric_operations_open{');
});

test('errors are counted from 0 on, before the first one', async () => {
  const fresh = appMetrics(app.context, app.database);
  const text = await (await fetch(await fresh.listen({ host: '127.0.0.1', port: 0 }))).text();
  await fresh.close();
  for (const status of ['500', '502', '503'])
    expect(text).toContain(`ric_errors_total{status="${status}"} 0`);
});

test('its port answers HEAD with the headers of GET', async () => {
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/plain']);
});

test('its port answers nothing else, and the application does not answer it', async () => {
  expect((await fetch(url.replace('/metrics', '/api/health'))).status).toBe(404);
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
  expect((await served.inject({ method: 'GET', url: '/metrics' })).body).not.toContain('ric_requests_total');
  const { metricsPort, metricsHost } = readSettings({});
  expect([metricsPort, metricsHost]).toEqual([undefined, '127.0.0.1']);
});

test('tells what an operator is woken for: the books, the audit, the backup, the disk, and open times', async () => {
  const quiet = await look();
  expect(valueOf(quiet, 'ric_ledger_mismatches')).toBe(0);
  expect(valueOf(quiet, 'ric_scrape_success_age_seconds')).toBe(0);
  expect(valueOf(quiet, 'ric_disk_free_ratio')).toBeGreaterThan(0);
  expect(valueOf(quiet, 'ric_disk_free_ratio')).toBeLessThan(1);
  expect(quiet).not.toContain('ric_backup_age_seconds');

  await createNotice(app.db, { kind: 'ledger', message: 'The books do not agree.', tee_time_id: null });
  await recordBackupTime(app.context.settings.dataDir, new Date());
  await app.db
    .insertInto('course_sources')
    .values({
      course_id: course,
      system: 'foreup',
      course_ref: '7',
      completed_at: sql`now() - interval '2 hours'`,
    })
    .execute();
  while (await sealNewEntries(app.db));
  expect(valueOf(await look(), 'ric_oldest_seconds{of="audit"}')).toBe(0);
  await audit(app.db, {
    action: 'created',
    subject: 'course',
    subject_id: course,
    made_by: 'Ana',
    from: { address: '' },
  });
  const text = await look();
  expect(valueOf(text, 'ric_ledger_mismatches')).toBe(1);
  expect(valueOf(text, 'ric_backup_age_seconds')).toBeLessThan(3_600);
  expect(valueOf(text, 'ric_oldest_seconds{of="audit"}')).toBeGreaterThan(0);
  expect(valueOf(text, 'ric_scrape_success_age_seconds')).toBeGreaterThanOrEqual(7_200);
  await app.db.deleteFrom('notices').execute();
});

test('everything that the dashboard and the alarms look at is told', async () => {
  await recordBackupTime(app.context.settings.dataDir, new Date());
  // A primary server in the replica's place replays no other server's log, so no lag is reported.
  const reading = { dbWithin: app.context.dbWithin, reports: app.db, looking: app.context.dbWithin };
  const other = appMetrics({ ...app.context, replica: new ReadReplica(reading) }, app.database);
  const text = [
    await look(),
    await (await fetch(await other.listen({ host: '127.0.0.1', port: 0 }))).text(),
  ].join('\n');
  await other.close();
  expect(text).toContain('ric_replica_lag_bytes +Inf');
  for (const file of ['grafana-dashboard.json', 'prometheus-alarms.yml']) {
    const wanted = readFileSync(join(projectRoot, 'deploy', file), 'utf8');
    const names = new Set(wanted.match(/\b(ric|nodejs|process)_[a-z0-9_]+/g));
    expect(names.size).toBeGreaterThan(5);
    for (const name of names) expect(text, `${file}: ${name}`).toMatch(new RegExp(`^${name}[ {]`, 'm'));
  }
});
