import { expect, test } from 'vitest';
import { CannotStart } from './cannot-start.ts';
import { readSettings, SettingsSchema } from './settings.ts';
import { replaceRemoved } from './settings/removed.ts';

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
  [{ STRIPE_MOTO: 'on' }, 'STRIPE_MOTO=on needs STRIPE_SECRET_KEY beside it.'],
  [{ CARD_ENTRY: 'both' }, "CARD_ENTRY must be hosted or direct; it is 'both'."],
  [{ SMTP_URL: 'smtp://mail.example' }, 'SMTP_URL needs MAIL_FROM beside it.'],
  [{ PIPEDRIVE_API_TOKEN: 'x' }, 'PIPEDRIVE_API_TOKEN needs PIPEDRIVE_DOMAIN beside it.'],
  [
    { FAULT_POINT: 'lunch' },
    "FAULT_POINT must be a step of src/server/process/fault-points.ts; it is 'lunch'.",
  ],
  [
    { FAULT_POINT: 'booking.claimed' },
    'FAULT_POINT kills RIC on purpose: it needs GATEWAY_URL, a gateway simulator, and no STRIPE_SECRET_KEY.',
  ],
  [
    {
      FAULT_POINT: 'booking.claimed',
      GATEWAY_URL: 'http://127.0.0.1:1',
      STRIPE_SECRET_KEY: 'sk_test_1',
      CARD_ENTRY: 'direct',
    },
    'FAULT_POINT kills RIC on purpose: it needs GATEWAY_URL, a gateway simulator, and no STRIPE_SECRET_KEY.',
  ],
  [{ FORE_UP_EMAIL: 'a@b.example' }, 'FORE_UP_EMAIL needs FORE_UP_PASSWORD beside it.'],
  [{ GOLFNOW_USER_NAME: 'u', GOLFNOW_PASSWORD: 'p' }, 'GOLFNOW_USER_NAME needs GOLFNOW_CHANNEL beside it.'],
  [{ GOLFNOW_CLIENT_SECRET: 's' }, 'GOLFNOW_CLIENT_SECRET needs GOLFNOW_USER_NAME beside it.'],
  [
    { CLUB_PROPHET_API_URL: 'sandiego' },
    "CLUB_PROPHET_API_URL must be an address like https://{tenant}.cps.golf; it is 'sandiego'.",
  ],
  [{ PAYMENT_TOTAL_MS: '5' }, 'PAYMENT_TOTAL_MS must not be below PAYMENT_TRY_MS.'],
  [
    { DEMO: 'on', SMTP_URL: 'smtp://u:secret@mail.example', MAIL_FROM: 'a@b.example' },
    "DEMO=on makes up a company whose passwords are published, so it does not go with SMTP_URL, which is a real one's. Remove one of the two.",
  ],
  [
    { DEMO: 'live', CLUB_PROPHET_CLIENT_ID: 'ours' },
    "DEMO=live makes up a company whose passwords are published, so it does not go with CLUB_PROPHET_CLIENT_ID, which is a real one's. Remove one of the two.",
  ],
  [
    { DATABSE_URL: 'postgres://ric:secret@db.example/ric' },
    'DATABSE_URL is not a setting of RIC. Did you mean DATABASE_URL? If it belongs to another program, start RIC without it.',
  ],
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

const LIVE = {
  stripe: { STRIPE_SECRET_KEY: 'sk_live_1', CARD_ENTRY: 'direct' },
  mail: { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'desk@sdgr.example' },
  pipedrive: { PIPEDRIVE_API_TOKEN: 't', PIPEDRIVE_DOMAIN: 'sdgr' },
  bucket: { S3_ENDPOINT: 'https://s3.example/b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' },
  foreUp: { FORE_UP_EMAIL: 'a@b.example', FORE_UP_PASSWORD: 'p' },
  golfNow: { GOLFNOW_USER_NAME: 'u', GOLFNOW_PASSWORD: 'p', GOLFNOW_CHANNEL: '9' },
  golfswitch: { GOLFSWITCH_RESELLER_ID: '7' },
  clubProphet: { CLUB_PROPHET_CLIENT_ID: 'c' },
};

test.each(Object.entries(LIVE))(
  '%s is a live account: DEMO is off beside it, and on is refused',
  (_, env) => {
    expect(readSettings(env)).toMatchObject({ demo: false, isLive: false, courseSystems: { demo: false } });
    expect(readSettings({ ...env, DEMO: 'off' }).demo).toBe(false);
    for (const DEMO of ['on', 'live'])
      expect(() => readSettings({ ...env, DEMO })).toThrow(
        /^DEMO=\w+ .*(does not go with|so no STRIPE_SECRET_KEY)/,
      );
  },
);

test.each([
  ['a server alone', { DATABASE_URL: 'postgres://ric@db.example/ric' }, false],
  ['a server with DEMO=on', { DATABASE_URL: 'postgres://ric@db.example/ric', DEMO: 'on' }, true],
  ["a key of Stripe's test mode", { STRIPE_SECRET_KEY: 'sk_test_1', CARD_ENTRY: 'direct' }, false],
  ['such a key with DEMO=on', { STRIPE_SECRET_KEY: 'sk_test_1', CARD_ENTRY: 'direct', DEMO: 'on' }, true],
  [
    'simulators that run elsewhere',
    { GATEWAY_URL: 'http://127.0.0.1:1', COURSE_SYSTEM_URL: 'http://127.0.0.1:3' },
    true,
  ],
])('%s: whether the demonstration company is made', (_, env, demo) => {
  expect(readSettings(env).demo).toBe(demo);
});

test('a removed setting does not stop the start, and a warning says what became of it', () => {
  const { warnings } = readSettings({ CRM_URL: 'http://127.0.0.1:4102' });
  expect(warnings).toEqual(['CRM_URL is no longer a setting of RIC and has no effect. Please remove it.']);
  expect(readSettings({}).warnings).toEqual([]);
});

test('a setting under its old name counts, unless it is given under its present name too', () => {
  const removed = { HTTP_PORT: 'PORT' };
  const warnings = ['HTTP_PORT is PORT now. Please rename it: the next release does not know the old name.'];
  expect(replaceRemoved({ HTTP_PORT: '80', HOST: 'a' }, removed)).toEqual({
    given: { PORT: '80', HOST: 'a' },
    warnings,
  });
  expect(replaceRemoved({ HTTP_PORT: '80', PORT: '81' }, removed)).toEqual({
    given: { PORT: '81' },
    warnings,
  });
});

test('docs/settings.md shows at most 70 settings apart from the timings', () => {
  const settings = Object.values(SettingsSchema.shape);
  const timings = settings.filter((setting) => setting.meta()?.['isTiming'] === true);
  expect(timings.length).toBeGreaterThan(20);
  expect(settings.length - timings.length).toBeLessThanOrEqual(70);
});

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['database_url', 'DATABASE_URL'],
  ['STRIPE_SECRT_KEYS', 'STRIPE_SECRET_KEY'],
  ['REFUND_APROVAL_ABOVE', 'REFUND_APPROVAL_ABOVE'],
  ['METRIC_PORT', 'METRICS_PORT'],
])('%s stops the start: did you mean %s?', (name, meant) => {
  expect(() => readSettings({ [name]: '1' })).toThrow(
    `${name} is not a setting of RIC. Did you mean ${meant}?`,
  );
  expect(readSettings({ [name]: '' }).port).toBe(4000);
});

// The environment variables that systemd, Docker, Kubernetes, npm, CI services, application hosts, shells and other programs set.
const ORDINARY = `HOSTNAME HOME HOMEPATH HOST_NAME USER LOGNAME SHELL SHLVL PATH PWD OLDPWD TERM TERM_PROGRAM LANG LC_ALL LANGUAGE TZ TMPDIR EDITOR
  MAIL MAILTO DISPLAY COLORTERM SSH_CONNECTION SSH_AUTH_SOCK SUDO_USER XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR XDG_SESSION_ID
  DBUS_SESSION_BUS_ADDRESS INVOCATION_ID JOURNAL_STREAM LISTEN_FDS LISTEN_PID NOTIFY_SOCKET WATCHDOG_USEC SYSTEMD_EXEC_PID
  STATE_DIRECTORY LOGS_DIRECTORY RUNTIME_DIRECTORY CREDENTIALS_DIRECTORY MAINPID container DOCKER_HOST CONTAINER_ID
  KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_SERVICE_PORT_HTTPS KUBERNETES_PORT_443_TCP_ADDR METRICS_SERVICE_HOST
  METRICS_SERVICE_PORT POSTGRES_PORT_5432_TCP_PORT POD_NAME POD_NAMESPACE NODE_NAME CI GITHUB_ACTIONS GITHUB_SERVER_URL GITHUB_API_URL
  GITHUB_ENV RUNNER_TEMP GITLAB_CI CI_SERVER_URL CI_API_V4_URL BUILD_URL JENKINS_URL JOB_URL npm_config_cache npm_lifecycle_event
  npm_config_loglevel npm_package_name NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_PATH INIT_CWD NVM_DIR NVM_BIN PGHOST PGPORT PGUSER PGDATABASE
  PGPASSWORD PGSSLMODE PGDATA POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy
  AWS_REGION AWS_DEFAULT_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY GOOGLE_APPLICATION_CREDENTIALS AZURE_CLIENT_ID DYNO
  HEROKU_APP_NAME HEROKU_POSTGRESQL_BLUE_URL FLY_REGION FLY_APP_NAME RENDER_EXTERNAL_URL RENDER_SERVICE_ID RAILWAY_PUBLIC_DOMAIN
  SITE_URL CDN_URL API_URL APP_URL BASE_URL HTTP_URL REDIS_URL SENTRY_DSN DATABASE_NAME DATABASE_HOST DATABASE_USER DB_HOST DB_PORT
  SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASS EMAIL_HOST STRIPE_WEBHOOK_SECRET ES_ENDPOINT R2_ENDPOINT OSS_ENDPOINT S3_BUCKET S3_PREFIX DEBUG VERBOSE
  FORCE_COLOR NO_COLOR JAVA_HOME PYTHONPATH LD_LIBRARY_PATH RIC_PASSWORD TEST_DATABASE_URL BENCH_DATABASE_URL CHROMIUM_PATH`;

test('no variable of an ordinary environment is taken for a misspelled setting', () => {
  const env = Object.fromEntries(ORDINARY.split(/\s+/).map((name) => [name, 'something']));
  expect(Object.keys(env).length).toBeGreaterThan(130);
  // Kubernetes names such variables after a service, which may have any name.
  const ofServices = { METRIC_PORT: 'tcp://10.0.0.7:9100' };
  expect(readSettings({ ...env, ...ofServices }).demo).toBe(true);
});

test('a course system is connected by its whole account', () => {
  expect(readSettings({ DEMO: 'off' }).courseSystems).toMatchObject({
    demo: false,
    url: undefined,
    foreUp: null,
    golfNow: null,
    golfswitch: null,
    clubProphet: null,
  });
  const given = { GOLFNOW_USER_NAME: 'u', GOLFNOW_PASSWORD: 'p', GOLFNOW_CHANNEL: '9' };
  expect(readSettings({ ...given, MAIL_FROM: 'Desk <desk@sdgr.example>' }).courseSystems).toMatchObject({
    golfNow: { apiUrl: 'https://api.gnsvc.com/rest', userName: 'u', password: 'p', channel: '9' },
    contact: 'desk@sdgr.example',
  });
});

test('every setting is described', () => {
  for (const [name, setting] of Object.entries(SettingsSchema.shape))
    expect(setting.description, name).toBeTruthy();
});
