import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { booking } from '../../src/areas/booking/booking.contract.ts';
import { certificateSales } from '../../src/areas/gift-certificates/selling/selling.contract.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import type { HttpCall } from '../../src/contract/call.ts';
import { builtInGatewayClient } from '../../src/integrations/payment/built-in-client.ts';
import type { TestCardBehavior } from '../../src/integrations/payment/test-cards.ts';
import { buildApp } from '../../src/app/app.ts';
import type { AppContext } from '../../src/server/process/context.ts';
import { testApp, callUrl, type HeaderFields, type AnyCallInput } from '../support/app.ts';
import { aBookingBody, aCard } from '../support/bookings.ts';
import { aCertificate, aCourse } from '../support/factories.ts';
import { aCertificateSaleBody } from '../support/selling.ts';
import { attemptsPerFault as so, faultTable } from '../support/tried.ts';
import { countedReconcilerRuns } from './counted-rounds.ts';
import * as faults from './gateway-proxy.ts';
import { countMoney, judgement, type Judged } from './judged-money.ts';

export const GATEWAY_FAULT_ATTEMPTS = so(10, 2);
/** Shortens the payment protocol's times and the faults' delays; the give-up time is even shorter, the lease unchanged. */
const SCALE = 40;
export const scaledMs = (ms: number) => String(ms / SCALE);
const GIVE_UP_MS = 1_000;
const CARD = 31_200;
const CERTIFICATE = 10_000;

type SentRequest = { called: HttpCall; body: unknown; key: string };
/** A sent request with its idempotency keys, and the function that judges its outcome. */
export type SentOperation = {
  asked: SentRequest;
  status: number;
  keys: string[];
  judge: (made: SentOperation) => Promise<Judged>;
};
/**
 * The state of the gateway's tests: a proxy before the built-in gateway, and an application that pays through the proxy.
 */
type World = {
  proxy: faults.GatewayProxy;
  context: AppContext;
  served: FastifyInstance;
  rounds: ReturnType<typeof countedReconcilerRuns>;
  url: string;
  agent: HeaderFields;
  course: number;
};

/** Sets up an application that charges and refunds through a faulty gateway, and returns functions to judge the outcome. */
export function faultyGatewaySetup() {
  const tried = faultTable('gateway');
  const world = {} as World;
  const app = testApp({
    settings: {
      PAYMENT_TRY_MS: scaledMs(10_000),
      PAYMENT_TOTAL_MS: scaledMs(25_000),
      RECONCILE_EVERY_MS: scaledMs(15_000),
      RECONCILE_LEASE_MS: '60000',
      PAYMENT_GIVE_UP_MS: String(GIVE_UP_MS),
    },
  });

  beforeAll(async () => {
    world.proxy = await faults.startGatewayProxy(app.gatewayUrl);
    world.context = {
      ...app.context,
      integrations: { ...app.context.integrations, gateway: builtInGatewayClient(world.proxy.url) },
    };
    world.served = await buildApp(world.context, { webRoot: null, logger: false });
    world.url = await world.served.listen({ host: '127.0.0.1', port: 0 });
    world.rounds = countedReconcilerRuns(world.context);
    world.agent = await app.signedIn('agent');
    world.course = (await aCourse(app.db)).id;
  });
  afterEach(() => {
    for (const kind of ['charge', 'refund', 'look-up'] as const) world.proxy.meets(kind, null);
  });
  afterAll(async () => {
    await world.served.close();
    await world.rounds.stop();
    await world.proxy.close();
  });

  async function send(called: HttpCall, { key, ...sent }: AnyCallInput & { key?: string } = {}) {
    const response = await fetch(new URL(callUrl(called, sent), world.url), {
      method: called.method,
      headers: {
        ...world.agent,
        ...(sent.body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
    });
    const body: unknown = await response.json();
    return { status: response.status, body };
  }

  async function ask(called: HttpCall, body: unknown) {
    const asked = { called, body, key: randomUUID() };
    return { asked, status: (await send(called, asked)).status };
  }
  /** Sends a request about the record that an earlier request made. */
  async function askOf(
    { keys, judge }: SentOperation,
    called: HttpCall,
    body: unknown,
  ): Promise<SentOperation> {
    const { asked, status } = await ask(called, body);
    return { asked, status, keys: [...keys, asked.key], judge };
  }

  /** Books a tee time at $412.00: $100.00 by a new gift certificate, the rest by card. */
  async function bookOne(behaviour: TestCardBehavior = 'approved') {
    const { id, serial } = await aCertificate(app.db, { raw_value: CERTIFICATE });
    const body = aBookingBody({
      course: world.course,
      credit_card: aCard(behaviour),
      gift_cert_serial: serial,
    });
    const { asked, status } = await ask(booking.book, body);
    const { id: tee_time_id } = await app.db
      .selectFrom('tee_times')
      .select('id')
      .where('gift_certificate_id', '=', id)
      .executeTakeFirstOrThrow();
    const judge = (made: SentOperation) => judgeRound(made, tee_time_id);
    return { asked, status, keys: [asked.key], tee_time_id, judge };
  }

  /** Cancels a tee time and refunds its full charge. */
  const refundOne = (booked: Awaited<ReturnType<typeof bookOne>>) =>
    askOf(booked, teeTimes.cancel, { id: booked.tee_time_id, cancel: true, refund: true });

  /** Sells a gift certificate of $100.00. */
  async function sellOne(behaviour: TestCardBehavior = 'approved') {
    const body = aCertificateSaleBody({ credit_card: aCard(behaviour) });
    const { email } = body.gift_certificate.customer;
    const { asked, status } = await ask(certificateSales.sell, body);
    return {
      asked,
      status,
      keys: [asked.key],
      email,
      judge: (made: SentOperation) => judgeCertificate(made, email),
    };
  }

  const certificatesOf = (email: string) =>
    app.db
      .selectFrom('gift_certificates as g')
      .innerJoin('customers as c', 'c.id', 'g.customer_id')
      .select(['g.id', 'g.raw_balance', 'g.refunded_at'])
      .where('c.email', '=', email)
      .execute();

  async function refundCertificate(sale: Awaited<ReturnType<typeof sellOne>>): Promise<SentOperation> {
    const [sold] = await certificatesOf(sale.email);
    return askOf(sale, certificateSales.refund, { id: sold?.id });
  }

  const times = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, make));

  /** Makes this many records whose payments are complete. */
  async function doneOnes<M extends SentOperation>(count: number, make: () => Promise<M>): Promise<M[]> {
    const made = await times(count, make);
    await withinTwoRounds(made);
    return made;
  }

  const operationsOf = ({ keys }: SentOperation) =>
    app.db.selectFrom('operations').select(['id', 'state']).where('idempotency_key', 'in', keys);
  const attemptsOf = (made: SentOperation) =>
    app.db
      .selectFrom('payment_attempts')
      .selectAll()
      .where('operation_id', 'in', operationsOf(made).clearSelect().select('id'));

  async function isSettled(made: SentOperation): Promise<boolean> {
    const attempts = await attemptsOf(made).execute();
    const operations = await operationsOf(made).execute();
    return (
      operations.every(({ state }) => state === 'settled') &&
      attempts.every(({ state }) => state !== 'created' && state !== 'unknown')
    );
  }
  const isReversed = async (made: SentOperation) =>
    (await isSettled(made)) && (await attemptsOf(made).execute()).some(({ state }) => state === 'reversed');

  /** Expects all requests to be settled within two runs of the reconciler; returns the most runs that one took. */
  async function withinTwoRounds(made: SentOperation[], isDone = isSettled): Promise<number> {
    const most = Math.max(...(await Promise.all(made.map((one) => world.rounds.until(() => isDone(one))))));
    expect(most).toBeLessThanOrEqual(2);
    return most;
  }

  /** Expects that no request got the gateway's answer: 202, or 200 if the reconciler ran between charge and answer. */
  async function expectUntold(made: SentOperation[]): Promise<void> {
    for (const one of made) {
      const attempts = await attemptsOf(one).orderBy('created_at', 'desc').execute();
      const isAsked = attempts[0]?.last_asked_at !== null;
      expect(isAsked ? [200, 202] : [202]).toContain(one.status);
    }
  }

  /** Waits until every charge is so old that the reconciler gives it up. */
  async function untilGivenUp(made: SentOperation[]): Promise<void> {
    const attempts = (await Promise.all(made.map((one) => attemptsOf(one).execute()))).flat();
    const last = Math.max(...attempts.map(({ sent_at }) => Date.parse(sent_at ?? '')));
    await pause(Math.max(0, last + GIVE_UP_MS - Date.now()));
  }

  /** Returns the amounts that were charged and refunded for a request, by the gateway's own records. */
  async function movedFor(made: SentOperation): Promise<Record<'charge' | 'refund', number>> {
    const ours = new Set((await attemptsOf(made).execute()).map(({ id }) => id));
    const book = app.gatewayBook().filter((line) => line.state === 'succeeded' && ours.has(line.reference));
    const moved = (kind: 'charge' | 'refund') =>
      book.filter((line) => line.kind === kind).reduce((sum, line) => sum + line.raw_amount, 0);
    return { charge: moved('charge'), refund: moved('refund') };
  }

  /** Judges the outcome of a tee time by the gateway's own records, the gift certificate and the receipts. */
  async function judgeRound(made: SentOperation, id: number): Promise<Judged> {
    const { state, raw_balance } = await app.db
      .selectFrom('tee_times')
      .innerJoin('gift_certificates', 'gift_certificates.id', 'tee_times.gift_certificate_id')
      .select(['tee_times.state', 'raw_balance'])
      .where('tee_times.id', '=', id)
      .executeTakeFirstOrThrow();
    const mails = app.db.selectFrom('outbox').select('id').where('tee_time_id', '=', id);
    const receipts = (await mails.where('kind', '=', 'receipt').execute()).length;
    const isBooked = state === 'booked';
    return judgement(state, [
      ...countMoney(await movedFor(made), isBooked, CARD),
      [raw_balance, isBooked ? 0 : CERTIFICATE],
      [receipts, state === 'failed' ? 0 : 1],
    ]);
  }

  /** Judges the outcome of a certificate sale by the gateway's own records, the certificates and their e-mails. */
  async function judgeCertificate(made: SentOperation, email: string): Promise<Judged> {
    const sold = await certificatesOf(email);
    const ids = sold.map(({ id }) => id);
    const letters = app.db.selectFrom('outbox').select('id').where('gift_certificate_id', 'in', ids);
    const state = sold.length === 0 ? 'none' : sold[0]?.refunded_at ? 'refunded' : 'sold';
    const certificates = state === 'none' ? 0 : 1;
    return judgement(state, [
      ...countMoney(await movedFor(made), state === 'sold', CERTIFICATE),
      [sold.length, certificates],
      [sold.reduce((sum, { raw_balance }) => sum + raw_balance, 0), state === 'sold' ? CERTIFICATE : 0],
      [ids.length === 0 ? 0 : (await letters.execute()).length, 2 * certificates],
    ]);
  }

  /** Judges all requests, sends each once more (which must change nothing), judges again, and records the counts. */
  async function conclude(
    fault: string,
    made: SentOperation[],
    { end, most }: { end: string[]; most: number },
  ) {
    for (const { asked } of made) {
      const { status, body } = await send(asked.called, asked);
      expect(status === 200 || status === 422, JSON.stringify(body)).toBe(true);
    }
    const judged = await Promise.all(made.map((one) => one.judge(one)));
    const lost = judged.filter((one) => one.lost).length;
    const doubled = judged.filter((one) => one.doubled).length;
    const ends = [...new Set(end)].map(
      (state) => `${judged.filter((one) => one.state === state).length} ${state}`,
    );
    const note = `${ends.join(', ')}; rounds until settled: ${most} at most`;
    tried({ fault, times: made.length, lost, doubled, note });
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
    expect(judged.map(({ state }) => state)).toEqual(end);
  }

  const all = (made: SentOperation[], state: string) => made.map(() => state);

  return {
    world,
    send,
    bookOne,
    refundOne,
    sellOne,
    refundCertificate,
    times,
    doneOnes,
    isSettled,
    isReversed,
    withinTwoRounds,
    expectUntold,
    untilGivenUp,
    conclude,
    all,
  };
}
