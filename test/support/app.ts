import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { ledgerProblems } from '../../src/areas/reconciling/ledger-check.queries.ts';
import { daysOfSales } from '../../src/areas/sales/sales-check.steps.ts';
import { salesProblems, sumNewestChangedDays } from '../../src/areas/sales/sales-days.queries.ts';
import { openSession } from '../../src/areas/session/session.queries.ts';
import type { CallAnswer, HttpCall, CallInput } from '../../src/contract/call.ts';
import type { StaffLevel } from '../../src/contract/wire.ts';
import { openIntegrations, type Integrations } from '../../src/integrations/integrations.ts';
import type { GatewayJournalLine } from '../../src/integrations/payment/built-in-book.ts';
import {
  startBuiltInGateway,
  type BuiltInGateway,
  type GatewayDelays,
} from '../../src/integrations/payment/built-in-gateway.ts';
import { buildApp } from '../../src/app/app.ts';
import type { Db, AppContext } from '../../src/server/process/context.ts';
import type { Database } from '../../src/server/database/open.ts';
import { runTransaction } from '../../src/server/database/transact.ts';
import { createAppContext } from '../../src/server/process/app-context.ts';
import { openLiveEvents } from '../../src/server/live/live.ts';
import { readSettings } from '../../src/server/process/settings.ts';
import { scratchDatabase } from './database.ts';
import { aStaffUser } from './factories.ts';

export type HeaderFields = Record<string, string>;
export type AnyCallInput = { params?: unknown; query?: unknown; body?: unknown };
export type ReceivedAnswer = { status: number; body: unknown; headers: Record<string, unknown> };

export type TestApp = {
  readonly server: FastifyInstance;
  readonly db: Db;
  readonly context: AppContext;
  readonly database: Database;
  readonly integrations: Integrations;
  /** Returns the built-in gateway's record of all charges and refunds, read without HTTP. */
  gatewayBook(): GatewayJournalLine[];
  /** Checks that the ledger has no error and agrees with the gateway's own records; runs after every test. */
  expectSoundBooks(): Promise<void>;
  readonly gatewayUrl: string;
  /** Moves the built-in gateway's clock forward, so that its delayed actions have happened. */
  advanceGatewayClock(ms: number): void;
  /** Stops the program's clock at an instant, or lets it run again. The database's now() is not affected. */
  setClock(instant?: string): void;
  /** Returns the auth headers of a new session of a staff user: `admin`, or `agent` for level sdgr. */
  signedIn(who: 'agent' | StaffLevel): Promise<HeaderFields>;
  /** Sends any input, valid or not, to an HTTP call. */
  call(called: HttpCall, sent?: AnyCallInput, headers?: HeaderFields): Promise<ReceivedAnswer>;
  /** Sends a valid request, expects a 200 and returns the body of the answer. */
  ok<C extends HttpCall>(called: C, sent: CallInput<C>, headers: HeaderFields): Promise<CallAnswer<C>>;
};

// The intervals in milliseconds, shortened so that a test can wait for them.
const IMPATIENT = {
  PAYMENT_TRY_MS: '500',
  PAYMENT_TOTAL_MS: '1500',
  RECONCILE_EVERY_MS: '50',
  RECONCILE_LEASE_MS: '1500',
  OUTBOX_EVERY_MS: '50',
  LIVE_BEAT_MS: '200',
  CRM_TIMEOUT_MS: '1500',
  // Sixteen concurrent HTTP calls must not count as an overload in tests without a stopped clock.
  CALLS_AT_ONCE: '1000',
};

type Options = {
  settings?: Record<string, string>;
  delays?: Partial<GatewayDelays>;
  /** Opens another database than the engine in `TEST_ON`, or an altered database. */
  database?: () => Promise<Database>;
  /** False for a company without course systems. */
  hasCourseSystems?: boolean;
  /** False if a test damages the ledger on purpose. */
  checkBooks?: boolean;
};
type Open = {
  gateway: BuiltInGateway;
  server: FastifyInstance;
  context: AppContext;
  database: Database;
  integrations: Integrations;
  folder: string;
};

/**
 * Opens the real application over a scratch database with the built-in simulators of external systems, for the tests of one
 * file. Call it at the top of the file. The ledger checks run after every test and at the end, and must find no error.
 */
export function testApp(options: Options = {}): TestApp {
  let opened: Open | undefined;
  let stoppedAt: Date | undefined;
  let gatewayAheadMs = 0;
  const users = new Map<StaffLevel, number>();
  const open = () => {
    if (!opened) throw new Error('The application is open while tests run only.');
    return opened;
  };

  beforeAll(async () => {
    const gatewayNow = () => Date.now() + gatewayAheadMs;
    opened = await openAll(options, { now: () => stoppedAt ?? new Date(), gatewayNow });
  });
  let sound = '';
  const check = async () => {
    if (options.checkBooks === false || (await written(open())) === sound) return;
    await expectSoundBooks(open());
    sound = await written(open());
  };
  afterEach(check);
  afterAll(() => check().finally(() => closeAll(open())));

  return {
    get server() {
      return open().server;
    },
    get db() {
      return open().context.db;
    },
    get context() {
      return open().context;
    },
    get database() {
      return open().database;
    },
    get integrations() {
      return open().integrations;
    },
    gatewayBook: () => open().gateway.book(),
    expectSoundBooks: () => expectSoundBooks(open()),
    get gatewayUrl() {
      return open().gateway.url;
    },
    advanceGatewayClock: (ms) => {
      gatewayAheadMs += ms;
    },
    setClock: (instant) => {
      stoppedAt = instant === undefined ? undefined : new Date(instant);
    },
    signedIn: async (who) => {
      const level = who === 'agent' ? 'sdgr' : who;
      const { db, now } = open().context;
      const id = users.get(level) ?? (await aStaffUser(db, { email: `${who}@test.example`, level })).id;
      users.set(level, id);
      return headersOf(db, id, now());
    },
    call: (called, sent, headers) => injectCall(open().server, called, { ...sent, headers }),
    ok: async (called, sent, headers) => {
      const { status, body } = await injectCall(open().server, called, { ...sent, headers });
      expect({ status, body }).toMatchObject({ status: 200 });
      return called.answer.parse(body) as CallAnswer<typeof called>;
    },
  };
}

async function openAll(
  { settings, delays, database: made = scratchDatabase, hasCourseSystems: isPlayed = true }: Options,
  { now, gatewayNow }: { now: () => Date; gatewayNow: () => number },
): Promise<Open> {
  const folder = await mkdtemp(join(tmpdir(), 'ric-test-'));
  const read = readSettings({
    DATA_DIR: folder,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    // A test sends more requests per minute than any partner may.
    PARTNER_REQUESTS_PER_MINUTE: '1000000',
    ...IMPATIENT,
    ...settings,
  });
  const database = await made();
  const file = join(folder, 'outside', 'gateway.jsonl');
  const gateway = await startBuiltInGateway({
    file,
    delays: { answerLateMs: 300, appearLateMs: 500, ...delays },
    now: gatewayNow,
  });
  // The tests' company is not the demonstration, but it still uses the simulator of course systems.
  const courseSystems = { ...read.courseSystems, demo: isPlayed };
  const integrations = await openIntegrations({ ...read, gatewayUrl: gateway.url, courseSystems });
  const context = createAppContext(database, {
    settings: read,
    integrations,
    now,
    live: openLiveEvents(database),
  });
  const server = await buildApp(context, { webRoot: null, logger: false });
  return { server, context, database, integrations, gateway, folder };
}

async function closeAll({ server, context, database, integrations, gateway, folder }: Open) {
  await server.close();
  await context.live.close();
  await integrations.close();
  await gateway.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
}

/**
 * Returns a text that changes with every write to the database or the gateway's records. If it is unchanged, the checks
 * after a test are skipped, because most invalid input writes nothing.
 */
async function written({ context, gateway }: Open): Promise<string> {
  const { rows } = await sql<{ next: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(context.db);
  return `${rows[0]?.next} ${gateway.book().length}`;
}

async function expectSoundBooks({ context, gateway }: Open) {
  const { db } = context;
  const open = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('state', 'in', ['created', 'unknown', 'abandoned'])
    .execute();
  // An attempt whose outcome is still being found out may be in the gateway's records already.
  const undecided = new Set(open.map((attempt) => attempt.id));
  const moved = gateway.book().filter((line) => line.state === 'succeeded' && !undecided.has(line.reference));
  const charges = moved.filter((line) => line.kind === 'charge');
  const refunds = moved.filter((line) => line.kind === 'refund');
  expect(await ledgerProblems(db, { charges, refunds })).toEqual([]);
  for (const view of ['check_10_lists', 'check_11_open_times'])
    expect((await sql`table ${sql.table(view)}`.execute(db)).rows).toEqual([]);
  await expectSoundSales(context);
}

// The sales sums must reflect every change since the last test, so they are kept from test to test.
async function expectSoundSales({ db, settings: { businessTimeZone: zone } }: AppContext) {
  const days = await daysOfSales(db, zone);
  if (days === null) return;
  expect(await salesProblems(db, days)).toEqual([]);
  while ((await runTransaction(db, (one) => sumNewestChangedDays(one, zone))) > 0);
}

async function headersOf(db: Db, staffUserId: number, now: Date): Promise<HeaderFields> {
  const user = await db
    .selectFrom('staff_users')
    .select('email')
    .where('id', '=', staffUserId)
    .executeTakeFirstOrThrow();
  const { token, client } = await openSession(db, staffUserId, { now, hours: 12 });
  return { 'access-token': token, uid: user.email, client };
}

/** Sends any input to an HTTP call of an application, without a network. */
export async function injectCall(
  server: FastifyInstance,
  called: HttpCall,
  { params, query, body, headers = {} }: AnyCallInput & { headers?: HeaderFields | undefined },
): Promise<ReceivedAnswer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await server.inject({
    method: called.method,
    url: callUrl(called, { params, query }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { payload: text }),
  });
  const isJson = /^application\/(?:problem\+)?json/.test(String(response.headers['content-type']));
  const read: unknown =
    response.body === '' ? null : isJson ? JSON.parse(response.body) : response.rawPayload;
  return { status: response.statusCode, body: read, headers: response.headers };
}

/** Returns the address of an HTTP call with its parameters filled in; lists and objects in the query are JSON. */
export function callUrl(called: HttpCall, { params, query }: AnyCallInput = {}): string {
  const given: Record<string, unknown> = Object.assign({}, params);
  const path = called.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(given[name] ?? 1)),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    search.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}
