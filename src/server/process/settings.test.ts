import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CannotStart } from './cannot-start.ts';
import { projectRoot } from './root.ts';
import { readSettings, SettingsSchema } from './settings.ts';

test('nothing set is a demonstration on the embedded database', () => {
  const settings = readSettings({});
  expect([settings.databaseUrl, settings.publicHosts]).toEqual([undefined, undefined]);
  expect(settings).toMatchObject({
    dataDir: './data',
    port: 4000,
    host: '127.0.0.1',
    demo: true,
    businessTimeZone: 'America/Los_Angeles',
    requestMs: 30_000,
    paymentGiveUpMs: 15 * 60_000,
    paymentWatchMs: 72 * 3_600_000,
  });
});

test('an empty value is an absent one, and an address loses its last slash', () => {
  const settings = readSettings({ PORT: '', PUBLIC_SITE_URL: 'https://golf.example/', DEMO: 'off' });
  expect(settings).toMatchObject({ port: 4000, publicSiteUrl: 'https://golf.example', demo: false });
});

test.each([
  [{ PORT: 'abc' }, "PORT must be a whole number from 0 to 65535; it is 'abc'."],
  [{ PORT: '65536' }, "PORT must be a whole number from 0 to 65535; it is '65536'."],
  [{ DEMO: 'yes' }, "DEMO must be on, off or live; it is 'yes'."],
  [
    { TRUST_PROXY: '1' },
    "TRUST_PROXY must be addresses like 127.0.0.1 or 10.0.0.0/8, with commas between; it is '1'.",
  ],
  [
    { TRUST_PROXY: '0.0.0.0/0' },
    "TRUST_PROXY must be addresses like 127.0.0.1 or 10.0.0.0/8, with commas between; it is '0.0.0.0/0'.",
  ],
  [
    { TRUST_PROXY: '10.0.0.0/33' },
    "TRUST_PROXY must be addresses like 127.0.0.1 or 10.0.0.0/8, with commas between; it is '10.0.0.0/33'.",
  ],
  [
    { TRUST_PROXY: 'proxy.example, 10.0.0.1' },
    "TRUST_PROXY must be addresses like 127.0.0.1 or 10.0.0.0/8, with commas between; it is 'proxy.example, 10.0.0.1'.",
  ],
  [
    { BUSINESS_TIME_ZONE: 'Mars' },
    "BUSINESS_TIME_ZONE must be a time zone like America/Los_Angeles; it is 'Mars'.",
  ],
  [{ PAYMENT_TRY_MS: '0' }, "PAYMENT_TRY_MS must be a whole number from 1 to 31536000000; it is '0'."],
  [{ GATEWAY_URL: 'ftp://x' }, "GATEWAY_URL must be an address like http://127.0.0.1:4101; it is 'ftp://x'."],
  [
    { DATABASE_URL: 'mysql://u:secret@h/d' },
    'DATABASE_URL must be an address like postgres://ric:secret@db.example:5432/ric.',
  ],
  [
    { DATABASE_URL: 'postgres://u:secret@db1,/d' },
    'DATABASE_URL must be an address like postgres://ric:secret@db.example:5432/ric.',
  ],
  [
    { DATABASE_URL: 'postgres://u@h/d', DATABASE_DIRECT_URL: 'u:secret@h/d' },
    'DATABASE_DIRECT_URL must be an address like postgres://ric:secret@db.example:5432/ric.',
  ],
  [{ DATABASE_DIRECT_URL: 'postgres://u@h/d' }, 'DATABASE_DIRECT_URL needs DATABASE_URL beside it.'],
  [{ DATABASE_READ_URL: 'postgres://u@h/d' }, 'DATABASE_READ_URL needs DATABASE_URL beside it.'],
  [
    { DATABASE_URL: 'postgres://u@h/d', DATABASE_READ_URL: 'postgres://u:secret@h1,h2/d' },
    'DATABASE_READ_URL must name one server.',
  ],
  [{ PREPARED: 'off' }, 'PREPARED=off needs DATABASE_URL beside it.'],
  [
    { STRIPE_SECRET_KEY: 'pk_live_1' },
    'STRIPE_SECRET_KEY must be a secret key of Stripe, which begins with sk_ or rk_.',
  ],
  [
    { STRIPE_SECRET_KEY: 'sk_test_1' },
    "STRIPE_SECRET_KEY needs STRIPE_PUBLISHABLE_KEY beside it, for Stripe's own card fields, or CARD_ENTRY=direct.",
  ],
  [
    { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'sk_test_1' },
    'STRIPE_PUBLISHABLE_KEY must be a publishable key of Stripe, which begins with pk_.',
  ],
  [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'STRIPE_PUBLISHABLE_KEY needs STRIPE_SECRET_KEY beside it.'],
  [{ CARD_ENTRY: 'both' }, "CARD_ENTRY must be hosted or direct; it is 'both'."],
  [{ SMTP_URL: 'smtp://mail.example' }, 'SMTP_URL needs MAIL_FROM beside it.'],
  [{ PIPEDRIVE_API_TOKEN: 'x' }, 'PIPEDRIVE_API_TOKEN needs PIPEDRIVE_DOMAIN beside it.'],
  [
    { FAULT_POINT: 'lunch' },
    "FAULT_POINT must be a step of src/server/process/fault-points.ts; it is 'lunch'.",
  ],
  [
    { FAULT_POINT: 'booking.claimed' },
    'FAULT_POINT kills RIC on purpose: it needs GATEWAY_URL, a stand-in gateway, and no STRIPE_SECRET_KEY.',
  ],
  [
    {
      ...{ FAULT_POINT: 'booking.claimed', GATEWAY_URL: 'http://127.0.0.1:1' },
      ...{ STRIPE_SECRET_KEY: 'sk_test_1', CARD_ENTRY: 'direct' },
    },
    'FAULT_POINT kills RIC on purpose: it needs GATEWAY_URL, a stand-in gateway, and no STRIPE_SECRET_KEY.',
  ],
  [{ FORE_UP_EMAIL: 'a@b.example' }, 'FORE_UP_EMAIL needs FORE_UP_PASSWORD beside it.'],
  [{ GOLFNOW_USER_NAME: 'u', GOLFNOW_PASSWORD: 'p' }, 'GOLFNOW_USER_NAME needs GOLFNOW_CHANNEL beside it.'],
  [{ GOLFNOW_CLIENT_SECRET: 's' }, 'GOLFNOW_CLIENT_SECRET needs GOLFNOW_USER_NAME beside it.'],
  [
    { CLUB_PROPHET_API_URL: 'sandiego' },
    "CLUB_PROPHET_API_URL must be an address like https://{tenant}.cps.golf; it is 'sandiego'.",
  ],
  [{ PAYMENT_TOTAL_MS: '5' }, 'PAYMENT_TOTAL_MS must not be below PAYMENT_TRY_MS.'],
])('%j is refused with a sentence that names it', (env, sentence) => {
  expect(() => readSettings(env)).toThrow(new CannotStart(sentence));
});

test.each([
  ['the built-in gateway', {}, 'direct', 15],
  ['the built-in gateway, asked for its fields', { CARD_ENTRY: 'hosted' }, 'hosted', 60],
  ['Stripe', { STRIPE_SECRET_KEY: 'sk_1', STRIPE_PUBLISHABLE_KEY: 'pk_1' }, 'hosted', 60],
  ['Stripe that takes numbers', { STRIPE_SECRET_KEY: 'sk_1', CARD_ENTRY: 'direct' }, 'direct', 15],
  ['a time of its own', { CARD_ENTRY: 'hosted', SESSION_IDLE_MINUTES: '5' }, 'hosted', 5],
])('%s: where a card is typed, and how long nobody may type', (_, env, cardEntry, sessionIdleMinutes) => {
  expect(readSettings(env)).toMatchObject({ cardEntry, sessionIdleMinutes });
});

test('a course system is connected by its whole account', () => {
  expect(readSettings({ DEMO: 'off' }).courseSystems).toMatchObject({
    ...{ demo: false, url: undefined, foreUp: null, golfNow: null, golfswitch: null, clubProphet: null },
  });
  const given = { GOLFNOW_USER_NAME: 'u', GOLFNOW_PASSWORD: 'p', GOLFNOW_CHANNEL: '9' };
  expect(readSettings({ ...given, MAIL_FROM: 'Desk <desk@sdgr.example>' }).courseSystems).toMatchObject({
    golfNow: { apiUrl: 'https://api.gnsvc.com/rest', userName: 'u', password: 'p', channel: '9' },
    contact: 'desk@sdgr.example',
  });
});

test('every setting is described, and docs/operations.md lists it', () => {
  const page = readFileSync(join(projectRoot, 'docs', 'operations.md'), 'utf8');
  for (const [name, setting] of Object.entries(SettingsSchema.shape)) {
    expect(setting.description, name).toBeTruthy();
    expect(page, name).toContain(`| \`${name}\` `);
  }
});
