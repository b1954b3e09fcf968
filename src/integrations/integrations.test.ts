import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { COURSE_SYSTEMS } from './course/course-system.ts';
import { startBuiltInCourseSystem } from './course/simulator/built-in-course-system.ts';
import { startBuiltInCrm } from './crm/built-in-crm.ts';
import {
  mailboxFolder,
  openIntegrations,
  type Integrations,
  type IntegrationSettings,
} from './integrations.ts';
import { startBuiltInGateway } from './payment/built-in-gateway.ts';
import { chargeWithRetries } from './payment/retry.ts';
import { startStripeServer } from './payment/stripe/stripe-server.testing.ts';
import { TEST_CARDS } from './payment/test-cards.ts';

let dataDir: string;
let settings: IntegrationSettings;
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ric-outside-'));
  settings = {
    dataDir,
    gatewayUrl: undefined,
    courseSystems: {
      demo: true,
      url: undefined,
      tryMs: 3000,
      contact: 'desk@ric.example',
      foreUp: null,
      golfNow: null,
      golfswitch: null,
      clubProphet: null,
    },
    smtpUrl: undefined,
    officeUrl: 'http://127.0.0.1:4000',
    mailFrom: 'RIC <desk@ric.example>',
    stripeSecretKey: undefined,
    stripeApiUrl: undefined,
    stripePublishableKey: undefined,
    stripeMoto: 'off',
    cardEntry: 'direct',
    pipedriveApiToken: undefined,
    pipedriveApiUrl: undefined,
    pipedriveDomain: undefined,
    s3Endpoint: undefined,
    s3Region: 'us-west-2',
    s3AccessKeyId: undefined,
    s3SecretAccessKey: undefined,
    paymentTryMs: 200,
    crmTimeoutMs: 2000,
    webhookTryMs: 1000,
    webhookPrivateHosts: undefined,
  };
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await rm(dataDir, { recursive: true });
});

const opened = async (some: Partial<IntegrationSettings> = {}) => {
  const integrations = await openIntegrations({ ...settings, ...some });
  closing.unshift(integrations.close);
  return integrations;
};
const keep = <T extends { close(): Promise<void> }>(started: T): T => {
  closing.push(() => started.close());
  return started;
};
const charge = async ({ gateway }: Integrations) => {
  const charged = { reference: 'r1', raw_amount: 500, description: 'Tee time', is_telephone_order: false };
  const handle = await gateway.prepare(charged);
  const card = { number: TEST_CARDS.approved.number, expmo: '1', expyr: '2099', cvv: '123' };
  return chargeWithRetries(gateway, { ...charged, handle, with: { card } }, { tryMs: 1000, totalMs: 3000 });
};
const cancel = ({ courses }: Integrations) =>
  courses.cancelReservation({
    course: { system: 'golfswitch', course_ref: '1', time_zone: 'America/Los_Angeles' },
    confirmation: '4711',
    play_date: '2031-05-04',
    signal: AbortSignal.timeout(3000),
  });

test('without any setting everything works on a fresh folder', async () => {
  const integrations = await opened();
  expect(integrations.gateway.name).toBe('built-in');
  expect(await charge(integrations)).toMatchObject({ state: 'succeeded' });
  expect(await cancel(integrations)).toEqual({ state: 'canceled' });
  expect(await integrations.crm.findDeals({ email: 'pat@example.com' })).not.toEqual([]);
  expect(integrations.crm.pipe_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/deal\/$/);
  await integrations.mailer.send({
    message_id: 'a@b',
    from: 'a@b.c',
    to: 'd@e.f',
    subject: 's',
    html: 'h',
    text: 't',
  });
  expect(await readdir(mailboxFolder(dataDir))).toHaveLength(1);
  expect((await readdir(join(dataDir, 'outside'))).toSorted()).toEqual([
    'course-systems.jsonl',
    'gateway.jsonl',
  ]);
});

test('simulators that run elsewhere are used by their addresses', async () => {
  const gateway = keep(await startBuiltInGateway({ file: join(dataDir, 'a.jsonl') }));
  const courses = keep(await startBuiltInCourseSystem({ file: join(dataDir, 'b.jsonl') }));
  const integrations = await opened({
    gatewayUrl: gateway.url,
    courseSystems: { ...settings.courseSystems, url: courses.url },
  });
  await charge(integrations);
  await cancel(integrations);
  expect(gateway.book()).toHaveLength(1);
  expect(courses.cancellations()).toHaveLength(1);
  expect(existsSync(join(dataDir, 'outside'))).toBe(false);
});

test('real clients are used where their settings are given', async () => {
  const stripe = keep(await startStripeServer());
  const crm = keep(await startBuiltInCrm());
  const integrations = await opened({
    stripeSecretKey: 'sk_test_1',
    stripeApiUrl: stripe.url,
    pipedriveApiToken: 'token',
    pipedriveApiUrl: crm.url,
    pipedriveDomain: 'sdgr',
  });
  expect(integrations.gateway.name).toBe('stripe');
  expect(await charge(integrations)).toMatchObject({ state: 'succeeded' });
  expect(stripe.sentTo('confirm')).toHaveLength(1);
  expect(integrations.crm.pipe_url).toBe('https://sdgr.pipedrive.com/deal/');
  expect(await integrations.crm.findDeals({ email: 'pat@example.com' })).not.toEqual([]);
});

test("course systems without an account are played for the demonstration company, and for nobody's else", async () => {
  const isConnected = ({ courses }: Integrations) =>
    COURSE_SYSTEMS.map((system) => courses.isConnected(system));
  const golfswitch = { apiUrl: 'http://127.0.0.1:1/golfService.asmx', resellerId: 'R' };
  const courseSystems = (more: Partial<IntegrationSettings['courseSystems']>) => ({
    courseSystems: { ...settings.courseSystems, ...more },
  });
  expect(isConnected(await opened())).toEqual([true, true, true, true]);
  expect(isConnected(await opened(courseSystems({ demo: false })))).toEqual([false, false, false, false]);
  // A company with one real account is not a demonstration, so no simulator is started.
  expect(isConnected(await opened(courseSystems({ golfswitch })))).toEqual([false, false, true, false]);
  const simulator = keep(await startBuiltInCourseSystem({ file: join(dataDir, 'c.jsonl') }));
  const mixed = await opened(courseSystems({ demo: false, golfswitch, url: simulator.url }));
  expect(isConnected(mixed)).toEqual([true, true, true, true]);
  await expect(cancel(mixed)).rejects.toThrow('could not be reached');
  expect(simulator.requests()).toEqual([]);
});

test('a book that cannot be read stops the start, and nothing is left running', async () => {
  await expect(openIntegrations({ ...settings, dataDir: '/dev/null/nowhere' })).rejects.toThrow('ENOTDIR');
});
