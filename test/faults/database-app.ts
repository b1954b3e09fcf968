import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { booking } from '../../src/areas/booking/booking.contract.ts';
import { ledgerProblems } from '../../src/areas/reconciling/ledger-check.queries.ts';
import { openSession } from '../../src/areas/session/session.queries.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import type { HttpCall } from '../../src/contract/call.ts';
import { startBuiltInCourseSystem } from '../../src/integrations/course/simulator/built-in-course-system.ts';
import { startBuiltInGateway } from '../../src/integrations/payment/built-in-gateway.ts';
import { openDatabase, type Database } from '../../src/server/database/open.ts';
import { prepareDatabase } from '../../src/server/database/prepare.ts';
import { readSettings } from '../../src/server/process/settings.ts';
import { startApp, type StartedApp } from '../../src/app/start.ts';
import { callUrl, type HeaderFields, type AnyCallInput } from '../support/app.ts';
import { aCard, aBookingBody } from '../support/bookings.ts';
import { aCertificate, aCourse, aDiscount, aStaffUser } from '../support/factories.ts';

/** Every request, retried with its idempotency key, must have a final answer within this time. */
const DEFINITE_WITHIN_MS = 60_000;
const NEVER_MS = '3600000';
/** Without faults, a few concurrent bookings take less time than this, unless the machine is busy. */
const USUAL_MS = 400;

// The intervals of the payment protocol, shortened for tests.
const INTERVALS = {
  PAYMENT_TRY_MS: '1000',
  PAYMENT_TOTAL_MS: '2000',
  RECONCILE_LEASE_MS: '2500',
  PAYMENT_GIVE_UP_MS: '5000',
};

const ALL_PAID_CENTS = 40_200;

export type TimedAnswer = { status: number; body: unknown; ms: number };
/** The outcome of one customer's booking, counted in the database and in the gateway's own records. */
export type CountedOutcome = { booked: number; charged: number; canceled: number; refunded: number };
export type Company = Awaited<ReturnType<typeof openCompany>>;

/**
 * Opens a company on a PostgreSQL server, with simulators of the external systems that all processes of the company share.
 */
export async function openCompany(databaseUrl: string, ofSettler: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'ric-database-'));
  const gateway = await startBuiltInGateway({ file: join(folder, 'gateway.jsonl') });
  const courses = await startBuiltInCourseSystem({ file: join(folder, 'courses.jsonl') });
  const { db, close } = await openDatabase({ databaseUrl, dataDir: null });
  const shared = {
    ...INTERVALS,
    DEMO: 'off',
    GATHER: 'off',
    LOG_LEVEL: 'silent',
    STOP_NOTICE_MS: '0',
    PORT: '0',
    GATEWAY_URL: gateway.url,
    COURSE_SYSTEM_URL: courses.url,
    RECONCILE_EVERY_MS: NEVER_MS,
    OUTBOX_EVERY_MS: NEVER_MS,
    LEDGER_CHECK_EVERY_MS: NEVER_MS,
    HEALTH_EVERY_MS: NEVER_MS,
    WEBHOOK_EVERY_MS: NEVER_MS,
    AUDIT_SEAL_EVERY_MS: NEVER_MS,
    IMPORT_EVERY_MS: NEVER_MS,
  };

  /**
   * Starts another server process of the company inside this test process, complete with settings, timers and HTTP;
   * `changed` alters its database.
   */
  async function startProcess(
    given: Record<string, string>,
    changed = (database: Database) => database,
  ): Promise<StartedApp> {
    const settings = readSettings({
      ...shared,
      DATABASE_URL: databaseUrl,
      DATA_DIR: mkdtempSync(join(folder, 'process-')),
      ...given,
    });
    return startApp(settings, prepareDatabase(settings).then(changed), () => undefined);
  }

  /** The settler is a process that keeps running while the database fails another process; it settles the other's work. */
  const settler = await startProcess({ RECONCILE_EVERY_MS: '100', DATABASE_WAIT_MS: '20000', ...ofSettler });
  const course = await aCourse(db);
  const discount = await aDiscount(db, { gift_certificate_stack: true });
  const user = await aStaffUser(db, { email: 'agent@database.example' });
  const { token, client } = await openSession(db, user.id, { now: new Date(), hours: 12 });
  // The requests count as background, so that none of them records its person's last input, which would be one statement
  // more.
  const headers: HeaderFields = { 'access-token': token, uid: user.email, client, 'x-background': '1' };

  async function becameOf(last_name: string): Promise<CountedOutcome> {
    const { rows } = await sql<{ id: number; state: string; attempts: string[] | null }>`
      select t.id, t.state, (select array_agg(a.payment_attempt_id::text)
        from payment_allocations a where a.tee_time_id = t.id) as attempts
      from tee_times t join customers c on c.id = t.customer_id where c.last_name = ${last_name}`.execute(db);
    const ours = new Set(rows.flatMap(({ attempts }) => attempts ?? []));
    const moved = gateway.book().filter((line) => line.state === 'succeeded' && ours.has(line.reference));
    const count = (state: string) => rows.filter((row) => row.state === state).length;
    return {
      booked: count('booked') + count('canceled'),
      canceled: count('canceled'),
      charged: moved.filter(({ kind }) => kind === 'charge').length,
      refunded: moved.filter(({ kind }) => kind === 'refund').length,
    };
  }

  /** Returns the findings of the ledger checks and of the comparison with the gateway's records; empty if all is well. */
  function problems(): Promise<string[]> {
    const moved = gateway.book().filter(({ state }) => state === 'succeeded');
    const charges = moved.filter(({ kind }) => kind === 'charge');
    return ledgerProblems(db, { charges, refunds: moved.filter(({ kind }) => kind === 'refund') });
  }

  /** Waits until no work is open, so that the attempts left by other processes are settled. */
  async function untilSettled(): Promise<void> {
    const end = Date.now() + DEFINITE_WITHIN_MS;
    while (Date.now() < end) {
      const open = sql`select from payment_attempts where state in ('created', 'unknown')
        union all select from operations where state <> 'settled'`;
      if ((await open.execute(db)).rows.length === 0) return;
      await pause(50);
    }
    throw new Error('something is not settled');
  }

  return {
    db,
    headers,
    course: course.id,
    discount: discount.code,
    settlerAddress: settler.address,
    /** The addresses of the simulators, for further processes of the company. */
    integrations: { GATEWAY_URL: gateway.url, COURSE_SYSTEM_URL: courses.url },
    folder,
    startProcess,
    becameOf,
    problems,
    untilSettled,
    close: async () => {
      await settler.stop();
      await close();
      await gateway.close();
      await courses.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sends an HTTP call to a process; the status is 0 if no answer came. */
export async function sendToProcess(
  address: string,
  called: HttpCall,
  sent: AnyCallInput,
  headers: HeaderFields,
): Promise<TimedAnswer> {
  const begun = performance.now();
  const { body } = sent;
  try {
    const response = await fetch(address + callUrl(called, sent), {
      method: called.method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text), ms: performance.now() - begun };
  } catch (error) {
    return { status: 0, body: String(error), ms: performance.now() - begun };
  }
}

export type RequestIntent = {
  called: HttpCall;
  body: unknown;
  key: string;
  last_name: string;
  serial: string;
};

let made = 0;
/** Returns a booking to make, with its own name and idempotency key; a discount and a certificate pay a part of it. */
export async function aBookingIntent(company: Company, shared?: string): Promise<RequestIntent> {
  made += 1;
  const last_name = `Cut${made}`;
  const serial = shared ?? (await aCertificate(company.db)).serial;
  const body = aBookingBody({
    course: company.course,
    customer: { last_name },
    credit_card: aCard(),
    discount_code: company.discount,
    gift_cert_serial: serial,
  });
  return { called: booking.book, body, key: randomUUID(), last_name, serial };
}

/** Books a tee time and returns its cancellation, with a full refund, as a request to make. */
export async function aRefundIntent(company: Company): Promise<RequestIntent> {
  const booked = await aBookingIntent(company);
  const answers = await retryUntilFinal(company, company.settlerAddress, booked);
  const { tee_time } = booking.book.answer.parse(answers.at(-1)?.body);
  const cancellation = {
    id: tee_time.id,
    cancel: true,
    refund: true,
    force_cancel: false,
    refund_amount: ALL_PAID_CENTS,
  };
  return { ...booked, called: teeTimes.cancel, body: cancellation, key: randomUUID() };
}

export const sendIntent = (
  { headers }: Company,
  address: string,
  { called, body, key }: RequestIntent,
): Promise<TimedAnswer> => sendToProcess(address, called, { body }, { ...headers, 'idempotency-key': key });

/** Returns how many times slower than usual this machine is now; 1 unless it is busy. */
export async function machineSlowness(company: Company, atOnce = 4): Promise<number> {
  const book = async () => {
    const answers = await retryUntilFinal(company, company.settlerAddress, await aBookingIntent(company));
    return answers.at(-1)?.ms ?? 0;
  };
  await book();
  const took = await Promise.all(Array.from({ length: atOnce }, book));
  return Math.max(1, Math.max(...took) / USUAL_MS);
}

/** Sends a request again with its idempotency key until the answer is final; returns all answers. */
export async function retryUntilFinal(
  company: Company,
  address: string,
  intent: RequestIntent,
): Promise<TimedAnswer[]> {
  const answers: TimedAnswer[] = [];
  const end = Date.now() + DEFINITE_WITHIN_MS;
  while (Date.now() < end) {
    const answer = await sendIntent(company, address, intent);
    answers.push(answer);
    if (answer.status === 200 || answer.status === 422) return answers;
    await pause(50);
  }
  throw new Error(`${intent.last_name} got no definite answer: ${JSON.stringify(answers.slice(-3))}`);
}
