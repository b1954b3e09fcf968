import { z } from 'zod';
import { isTimeZone } from '../../contract/dates.ts';
import { CannotStart } from './cannot-start.ts';
import {
  COURSE_SYSTEM_SECRETS,
  courseSystemSettings,
  toCourseSystemSettings,
  courseSystemSettingsProblem,
} from './course-system-settings.ts';
import { auditSettings } from '../database/owner/owner-settings.ts';
import {
  DATABASE_SECRETS,
  databaseSettings,
  databaseSettingsProblem,
} from '../database/server/database-settings.ts';
import { FAULT_POINTS } from './fault-points.ts';
import { keysToCamelCase } from './settings/camel-case.ts';
import {
  effectiveDemoSetting,
  demoSettings,
  demoSettingsProblem,
  liveAccountSetting,
} from './settings/demo-settings.ts';
import { mailSettings } from './settings/mail-settings.ts';
import { misspelledSettingProblem } from './settings/misspelled.ts';
import { replaceRemoved } from './settings/removed.ts';
import { stripeSettings, stripeSettingsProblem } from './settings/stripe-settings.ts';
import { partnerSettings } from '../partners/partner-settings.ts';
import {
  hostNamesSetting,
  httpAddressSetting,
  millisecondsSetting,
  minutesSetting,
  networksSetting,
  choiceSetting,
  TIMING,
  wholeNumberSetting,
} from './settings-kinds.ts';
import { webhookSettings } from '../partners/webhook-settings.ts';

const SECRETS = new Set([
  ...DATABASE_SECRETS,
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  // An operator may have put the secret key here by mistake.
  'STRIPE_PUBLISHABLE_KEY',
  'PIPEDRIVE_API_TOKEN',
  'S3_SECRET_ACCESS_KEY',
  ...COURSE_SYSTEM_SECRETS,
]);

/** The schema of every setting of RIC, by its name in the environment. `npm run docs` lists the settings in docs/settings.md. */
export const SettingsSchema = z.object({
  DATA_DIR: z.string().default('./data').describe('folder of the embedded database, uploads and mailbox'),
  ...databaseSettings,
  PORT: wholeNumberSetting(0, 65535).default(4000).describe('port of the application; 0 takes a free one'),
  HOST: z.string().default('127.0.0.1').describe('address to listen on; 0.0.0.0 is every network'),
  METRICS_PORT: wholeNumberSetting(0, 65535)
    .optional()
    .describe('port of GET /metrics for Prometheus; without it there is none'),
  METRICS_HOST: z.string().default('127.0.0.1').describe('address that METRICS_PORT listens on'),
  TRUST_PROXY: networksSetting
    .optional()
    .describe('addresses of the reverse proxies whose X-Forwarded-For is believed; nobody is without'),
  ...demoSettings,
  BUSINESS_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone like America/Los_Angeles')
    .default('America/Los_Angeles')
    .describe('decides what "today", a month and a cancellation deadline are'),
  PUBLIC_SITE_URL: httpAddressSetting('https://www.example.com')
    .optional()
    .describe("the public booking site that the top bar's Booking Engine link opens"),
  OFFICE_URL: httpAddressSetting('https://office.example.com')
    .optional()
    .describe('where staff open RIC, for links in mails to them; otherwise this machine and PORT'),
  STAGING_HOST: z
    .string()
    .regex(/^[a-z0-9.-]+$/i, 'must be a host name like staging.example.com')
    .optional()
    .describe('host name that shows the staging banner, besides localhost'),
  DEFAULT_COURSE_ID: wholeNumberSetting(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('course that the booking engine preselects; otherwise the first Torrey Pines'),
  GREY_COURSE_ID: wholeNumberSetting(1, Number.MAX_SAFE_INTEGER)
    .default(17)
    .describe('course whose open times are grey in the availability list'),
  LARGE_CHARGE: wholeNumberSetting(1, 1_000_000)
    .default(5_000)
    .describe('dollars: a charge from here on is asked about before it is booked'),
  REFUND_APPROVAL_ABOVE: wholeNumberSetting(0, 1_000_000)
    .optional()
    .describe('dollars: a refund that brings what went back of a tee time above this waits for an admin'),
  ...partnerSettings,
  SESSION_HOURS: wholeNumberSetting(1, 720).default(12).describe('hours until a sign-in ends'),
  SESSION_IDLE_MINUTES: minutesSetting(0.1, 43_200)
    .optional()
    .describe("minutes without a person's input until a sign-in ends; 15, or 60 under CARD_ENTRY=hosted"),
  SECOND_FACTOR: choiceSetting('optional', 'required')
    .default('optional')
    .describe('required: who has no second factor sets one up before anything else'),
  REPORT_LINKS: choiceSetting('any', 'ticket')
    .default('any')
    .describe("what a link to a report may carry: a session's token too, or a ticket alone"),
  LOG_LEVEL: choiceSetting('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
    .default('warn')
    .describe('how much is logged'),
  PUBLIC_HOSTS: hostNamesSetting
    .optional()
    .describe('host names that RIC answers at, with commas between; without it any'),
  HEADERS_MS: millisecondsSetting(10_000).describe("time for a request's headers to come in"),
  REQUEST_MS: millisecondsSetting(30_000).describe('time for all of a request to come in'),
  UPLOAD_MS: millisecondsSetting(60_000).describe('the same where it brings a file'),
  ...mailSettings,
  ...stripeSettings,
  CARD_ENTRY: choiceSetting('hosted', 'direct')
    .optional()
    .describe(
      "hosted: cards are typed into the gateway's own fields, as always at Stripe unless direct is set; direct: into RIC",
    ),
  PIPEDRIVE_API_TOKEN: z
    .string()
    .optional()
    .describe('deals come from Pipedrive; otherwise from a simulator'),
  PIPEDRIVE_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+$/i, 'must be the company part of company.pipedrive.com')
    .optional()
    .describe("the company's name at Pipedrive"),
  PIPEDRIVE_API_URL: httpAddressSetting('https://company.pipedrive.com')
    .optional()
    .describe("another address that speaks Pipedrive's API v2"),
  GATEWAY_URL: httpAddressSetting('http://127.0.0.1:4101')
    .optional()
    .describe('a payment gateway simulator that already runs; otherwise this process starts one'),
  ...courseSystemSettings,
  S3_ENDPOINT: httpAddressSetting('https://s3.us-west-2.amazonaws.com/ric-pictures')
    .optional()
    .describe("bucket for the courses' pictures, its name at the end; otherwise they are kept in DATA_DIR"),
  S3_REGION: z.string().default('us-west-2').describe('region of the bucket'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('key of the bucket'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('secret of the key'),
  PAYMENT_TRY_MS: millisecondsSetting(10_000).describe('time for one try at the gateway'),
  PAYMENT_TOTAL_MS: millisecondsSetting(25_000).describe('time for all tries of a charge or refund'),
  RECONCILE_EVERY_MS: millisecondsSetting(15_000).describe('pause between two looks for undecided payments'),
  RECONCILE_LEASE_MS: millisecondsSetting(30_000).describe(
    'how long a process that died keeps what it was at',
  ),
  PAYMENT_GIVE_UP_MS: millisecondsSetting(900_000).describe(
    'a payment unknown to the gateway is given up after this',
  ),
  PAYMENT_WATCH_MS: millisecondsSetting(259_200_000).describe('a payment given up is watched for so long'),
  OUTBOX_EVERY_MS: millisecondsSetting(2_000).describe('pause between two looks for mail to send'),
  ...webhookSettings,
  LIVE_BEAT_MS: millisecondsSetting(10_000).describe(
    'pause between two signs of life to screens that follow',
  ),
  STOP_NOTICE_MS: wholeNumberSetting(0, 30_000)
    .default(1_000)
    .meta(TIMING)
    .describe('how long the health call says 503 before the port closes'),
  ANSWERS_KEPT_DAYS: wholeNumberSetting(1, 3650)
    .default(30)
    .meta(TIMING)
    .describe('days that a request with a key can be repeated and answers the same'),
  GATHER: choiceSetting('on', 'off').default('on').describe('off: this process looks for no open times'),
  GATHER_SPACING_MS: wholeNumberSetting(0, 600_000)
    .optional()
    .meta(TIMING)
    .describe(
      'least time between two requests to one host; 4000, or 1000 in the demonstration; 0 is no pause',
    ),
  GATHER_CHECK_AT: z
    .string()
    .regex(/^(off|([01]\d|2[0-3]):[0-5]\d)$/, 'must be a time like 03:00, or off')
    .default('03:00')
    .meta(TIMING)
    .describe("business time from which on the fields of course systems' answers are checked; off: never"),
  CRM_TIMEOUT_MS: millisecondsSetting(3_000).describe('time for the deals of a booking'),
  HEALTH_EVERY_MS: millisecondsSetting(500).describe(
    'pause between two looks at the database for the health call',
  ),
  IMPORT_EVERY_MS: millisecondsSetting(1_000).describe('pause between two looks for files to move in'),
  LEDGER_CHECK_EVERY_MS: millisecondsSetting(600_000).describe('pause between two checks of the ledger'),
  ...auditSettings,
  FAULT_POINT: z
    .enum(FAULT_POINTS, 'must be a step of src/server/process/fault-points.ts')
    .optional()
    .describe('for fault runs only: the step at which this process kills itself'),
});

type Env = z.output<typeof SettingsSchema>;
/** The rules between settings: the test that finds a contradiction, and its error sentence. */
const TOGETHER: [isWrong: (env: Env) => unknown, sentence: string][] = [
  [
    (env) => env.DEMO === 'live' && env.STRIPE_SECRET_KEY,
    'DEMO=live lets made-up people pay by card: it needs the built-in gateway, so no STRIPE_SECRET_KEY.',
  ],
  [
    (env) => env.STRIPE_SECRET_KEY && env.CARD_ENTRY !== 'direct' && !env.STRIPE_PUBLISHABLE_KEY,
    "STRIPE_SECRET_KEY needs STRIPE_PUBLISHABLE_KEY beside it, for Stripe's own card fields, or CARD_ENTRY=direct.",
  ],
  [
    (env) => env.PIPEDRIVE_API_TOKEN && !env.PIPEDRIVE_DOMAIN && !env.PIPEDRIVE_API_URL,
    'PIPEDRIVE_API_TOKEN needs PIPEDRIVE_DOMAIN beside it.',
  ],
  [
    (env) => !env.PIPEDRIVE_API_TOKEN && (env.PIPEDRIVE_DOMAIN ?? env.PIPEDRIVE_API_URL),
    'PIPEDRIVE_DOMAIN and PIPEDRIVE_API_URL need PIPEDRIVE_API_TOKEN beside them.',
  ],
  [
    (env) => env.S3_ENDPOINT && !(env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY),
    'S3_ENDPOINT needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY beside it.',
  ],
  [
    (env) => !env.S3_ENDPOINT && (env.S3_ACCESS_KEY_ID ?? env.S3_SECRET_ACCESS_KEY),
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY need S3_ENDPOINT beside them.',
  ],
  [
    (env) => env.FAULT_POINT && (env.STRIPE_SECRET_KEY || !env.GATEWAY_URL),
    'FAULT_POINT kills RIC on purpose: it needs GATEWAY_URL, a gateway simulator, and no STRIPE_SECRET_KEY.',
  ],
  [
    (env) => env.REQUEST_MS < env.HEADERS_MS || env.UPLOAD_MS < env.REQUEST_MS,
    'REQUEST_MS must not be below HEADERS_MS, nor UPLOAD_MS below REQUEST_MS.',
  ],
  [(env) => env.DATABASE_OWNER_URL && !env.DATABASE_URL, 'DATABASE_OWNER_URL needs DATABASE_URL beside it.'],
  [(env) => env.PAYMENT_TOTAL_MS < env.PAYMENT_TRY_MS, 'PAYMENT_TOTAL_MS must not be below PAYMENT_TRY_MS.'],
];
const togetherWith = (env: Env): string | null =>
  TOGETHER.find(([isWrong]) => isWrong(env))?.[1] ??
  databaseSettingsProblem(env) ??
  stripeSettingsProblem(env) ??
  courseSystemSettingsProblem(env) ??
  demoSettingsProblem(env);

function whereCardsAreTyped(env: Env) {
  const cardEntry = env.CARD_ENTRY ?? (env.STRIPE_SECRET_KEY ? 'hosted' : 'direct');
  // The idle limit is shorter if cards are typed into RIC itself (PCI DSS 8.2.8).
  return { cardEntry, sessionIdleMinutes: env.SESSION_IDLE_MINUTES ?? (cardEntry === 'hosted' ? 60 : 15) };
}

function named(env: z.output<typeof SettingsSchema>, warnings: string[]) {
  const demo = effectiveDemoSetting(env) !== 'off';
  return {
    ...keysToCamelCase(env),
    /** Sentences about settings that were given under a removed name. */
    warnings,
    // The embedded database has only one connection, for which requests queue, and it cannot cancel a statement, so
    // requests may wait longer.
    databaseWaitMs: env.DATABASE_WAIT_MS ?? (env.DATABASE_URL ? 2_000 : 20_000),
    callsAtOnce: env.CALLS_AT_ONCE ?? (env.DATABASE_URL ? env.DATABASE_POOL : 4),
    prepared: env.PREPARED === 'on',
    ...whereCardsAreTyped(env),
    demo,
    isLive: env.DEMO === 'live',
    liveAccount: liveAccountSetting(env),
    officeUrl: env.OFFICE_URL?.replace(/\/$/, '') ?? `http://127.0.0.1:${env.PORT}`,
    gather: env.GATHER === 'on',
    gatherSpacingMs: env.GATHER_SPACING_MS ?? (demo ? 1_000 : 4_000),
    courseSystems: toCourseSystemSettings(env, { demo, mailFrom: env.MAIL_FROM }),
  };
}

export type Settings = ReturnType<typeof named>;

/**
 * Reads every setting from an environment; an empty value counts as absent. Throws CannotStart with the settings that
 * are wrong.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const { given, warnings } = replaceRemoved(
    Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1]))),
  );
  const misspelled = misspelledSettingProblem(given, Object.keys(SettingsSchema.shape));
  if (misspelled !== null) throw new CannotStart(misspelled);
  const read = SettingsSchema.safeParse(given);
  if (!read.success) {
    const sentences = read.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return SECRETS.has(name) ? `${name} ${message}.` : `${name} ${message}; it is '${given[name]}'.`;
    });
    throw new CannotStart([...new Set(sentences)].join(' '));
  }
  const wrong =
    togetherWith(read.data) ??
    (given.SMTP_URL && !given.MAIL_FROM ? 'SMTP_URL needs MAIL_FROM beside it.' : null);
  if (wrong) throw new CannotStart(wrong);
  return named(read.data, warnings);
}
