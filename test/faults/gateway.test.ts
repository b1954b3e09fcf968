import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { booking } from '../../src/areas/booking/booking.contract.ts';
import { notices } from '../../src/areas/notices/notices.contract.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import type { Call } from '../../src/contract/call.ts';
import { builtInGateway } from '../../src/outside/payment/built-in-client.ts';
import type { Behaviour } from '../../src/outside/payment/test-cards.ts';
import { buildApp } from '../../src/app/app.ts';
import type { Desk } from '../../src/server/process/context.ts';
import { testApp, urlOf, type Headers, type Plain } from '../support/app.ts';
import { aBooking, aCard } from '../support/bookings.ts';
import { aCertificate, aCourse } from '../support/factories.ts';
import { rounds as so, triedIn } from '../support/tried.ts';
import { countedRounds } from './counted-rounds.ts';
import * as faults from './gateway-proxy.ts';

const tried = triedIn('gateway');
const ROUNDS = so(10, 2);
/** The protocol's times, and those of its faults, are so much shorter here; the give-up still more, the lease is whole. */
const SCALE = 40;
const scaled = (ms: number) => String(ms / SCALE);
const GIVE_UP_MS = 1_000;
const app = testApp({
  settings: {
    PAYMENT_TRY_MS: scaled(10_000),
    PAYMENT_TOTAL_MS: scaled(25_000),
    RECONCILE_EVERY_MS: scaled(15_000),
    RECONCILE_LEASE_MS: '60000',
    PAYMENT_GIVE_UP_MS: String(GIVE_UP_MS),
  },
});

let proxy: faults.GatewayProxy;
let desk: Desk;
let served: FastifyInstance;
let rounds: ReturnType<typeof countedRounds>;
let url: string;
let agent: Headers;
let course: number;
beforeAll(async () => {
  proxy = await faults.startGatewayProxy(app.gatewayUrl);
  desk = { ...app.desk, outside: { ...app.desk.outside, gateway: builtInGateway(proxy.url) } };
  served = await buildApp(desk, { webRoot: null, logger: false });
  url = await served.listen({ host: '127.0.0.1', port: 0 });
  rounds = countedRounds(desk);
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db)).id;
});
afterEach(() => {
  for (const kind of ['charge', 'refund', 'look-up'] as const) proxy.meets(kind, null);
});
afterAll(async () => {
  await served.close();
  await rounds.stop();
  await proxy.close();
});

async function send(called: Call, { key, ...sent }: Plain & { key?: string } = {}) {
  const response = await fetch(new URL(urlOf(called, sent), url), {
    method: called.method,
    headers: {
      ...agent,
      ...(sent.body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  });
  const body: unknown = await response.json();
  return { status: response.status, body };
}

type Asked = { called: Call; body: unknown; key: string };
type Made = { asked: Asked; status: number; tee_time_id: number; certificate_id: number };
const CARD = 31_200;
const CERTIFICATE = 10_000;

/** Books $412.00: $100.00 on a certificate of its own, the rest on the card. */
async function bookOne(behaviour: Behaviour = 'approved'): Promise<Made> {
  const { id, serial } = await aCertificate(app.db, { raw_value: CERTIFICATE });
  const body = aBooking({ course, credit_card: aCard(behaviour), gift_cert_serial: serial });
  const asked = { called: booking.book, body, key: randomUUID() };
  const { status } = await send(asked.called, asked);
  const { id: tee_time_id } = await app.db
    .selectFrom('tee_times')
    .select('id')
    .where('gift_certificate_id', '=', id)
    .executeTakeFirstOrThrow();
  return { asked, status, tee_time_id, certificate_id: id };
}

/** Cancels a tee time and refunds all of it. */
async function refundOne(booked: Made): Promise<Made> {
  const body = { id: booked.tee_time_id, cancel: true, refund: true };
  const asked = { called: teeTimes.cancel, body, key: randomUUID() };
  return { ...booked, asked, status: (await send(asked.called, asked)).status };
}

const times = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make));

async function bookedOnes(count: number): Promise<Made[]> {
  const made = await times(count, () => bookOne());
  await withinTwoRounds(made);
  return made;
}

const operationsOf = ({ tee_time_id }: Made) =>
  app.db.selectFrom('operations').select(['state', 'answer_status']).where('tee_time_id', '=', tee_time_id);
const attemptsOf = ({ tee_time_id }: Made) =>
  app.db.selectFrom('payment_attempts').selectAll().where('tee_time_id', '=', tee_time_id);

async function isSettled(made: Made): Promise<boolean> {
  const attempts = await attemptsOf(made).execute();
  const operations = await operationsOf(made).execute();
  return (
    operations.every(({ state }) => state === 'settled') &&
    attempts.every(({ state }) => state !== 'created' && state !== 'unknown')
  );
}
const isReversed = async (made: Made) =>
  (await isSettled(made)) && (await attemptsOf(made).execute()).some(({ state }) => state === 'reversed');

/** Expects all of them to be done within two rounds from now on, and answers how many it took at most. */
async function withinTwoRounds(made: Made[], isDone = isSettled): Promise<number> {
  const most = Math.max(...(await Promise.all(made.map((one) => rounds.until(() => isDone(one))))));
  expect(most).toBeLessThanOrEqual(2);
  return most;
}

/** Expects that the gateway told none of them: 202, or a 200 where a round came between the charge and its answer. */
async function expectUntold(made: Made[]): Promise<void> {
  for (const one of made) {
    const attempts = await attemptsOf(one).orderBy('created_at', 'desc').execute();
    const isAsked = attempts[0]?.last_asked_at !== null;
    expect(isAsked ? [200, 202] : [202]).toContain(one.status);
  }
}

/** Until the gateway's silence is final: every charge was sent so long ago that it is given up. */
async function untilGivenUp(made: Made[]): Promise<void> {
  const attempts = (await Promise.all(made.map((one) => attemptsOf(one).execute()))).flat();
  const last = Math.max(...attempts.map(({ sent_at }) => Date.parse(sent_at ?? '')));
  await pause(Math.max(0, last + GIVE_UP_MS - Date.now()));
}

type Judged = { state: string; lost: boolean; doubled: boolean };

/** What became of a tee time, by the gateway's own book, the certificate and the receipts. */
async function judge(made: Made): Promise<Judged> {
  const { state, raw_balance } = await app.db
    .selectFrom('tee_times')
    .innerJoin('gift_certificates', 'gift_certificates.id', 'tee_times.gift_certificate_id')
    .select(['tee_times.state', 'raw_balance'])
    .where('tee_times.id', '=', made.tee_time_id)
    .executeTakeFirstOrThrow();
  const ours = new Set((await attemptsOf(made).execute()).map(({ id }) => id));
  const book = app.gatewayBook().filter((line) => line.state === 'succeeded' && ours.has(line.reference));
  const moved = (kind: 'charge' | 'refund') =>
    book.filter((line) => line.kind === kind).reduce((sum, line) => sum + line.raw_amount, 0);
  const mails = app.db.selectFrom('outbox').select('id').where('tee_time_id', '=', made.tee_time_id);
  const receipts = (await mails.where('kind', '=', 'receipt').execute()).length;
  const isBooked = state === 'booked';
  const counted: [is: number, should: number][] = [
    isBooked ? [moved('charge') - moved('refund'), CARD] : [moved('refund'), moved('charge')],
    [raw_balance, isBooked ? 0 : CERTIFICATE],
    [receipts, state === 'failed' ? 0 : 1],
  ];
  return {
    state,
    lost: counted.some(([is, should]) => is < should),
    doubled: counted.some(([is, should]) => is > should) || moved('charge') > CARD,
  };
}

/** Judges all of them, sends each request once more (which may change nothing), judges again, and keeps the line. */
async function conclude(fault: string, made: Made[], { end, most }: { end: string[]; most: number }) {
  for (const { asked } of made) {
    const { status, body } = await send(asked.called, asked);
    expect(status === 200 || status === 422, JSON.stringify(body)).toBe(true);
  }
  const judged = await Promise.all(made.map(judge));
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

const all = (made: Made[], state: string) => made.map(() => state);

const FAULTS: [name: string, fault: faults.Fault, arrives: boolean][] = [
  ['time-out before', faults.swallowed, false],
  ['time-out after', faults.unanswered, true],
  ['reset after', faults.resetAfter, true],
  ['500 before', faults.failedBefore, false],
  ['500 after', faults.failedAfter, true],
  ['429', faults.tooMany, false],
  ['20 s slow', faults.slow(Number(scaled(20_000))), true],
  ['broken JSON', faults.brokenJson, true],
];

describe('a charge', () => {
  test.each(FAULTS)('%s', { timeout: 60_000 }, async (name, fault, arrives) => {
    proxy.meets('charge', fault, 'once');
    const once = await times(ROUNDS / 2, () => bookOne());
    let most = await withinTwoRounds(once);
    proxy.meets('charge', fault);
    const always = await times(ROUNDS / 2, () => bookOne());
    await expectUntold(always);
    if (!arrives) await untilGivenUp(always);
    most = Math.max(most, await withinTwoRounds(always));
    proxy.meets('charge', null);
    const end = [...all(once, 'booked'), ...all(always, arrives ? 'booked' : 'failed')];
    await conclude(`charge: ${name}`, [...once, ...always], { end, most });
  });
});

describe('a refund', () => {
  test.each(FAULTS)('%s', { timeout: 60_000 }, async (name, fault) => {
    const booked = await bookedOnes(ROUNDS);
    proxy.meets('refund', fault, 'once');
    const once = await Promise.all(booked.slice(ROUNDS / 2).map(refundOne));
    let most = await withinTwoRounds(once);
    proxy.meets('refund', fault);
    const always = await Promise.all(booked.slice(0, ROUNDS / 2).map(refundOne));
    await expectUntold(always);
    proxy.meets('refund', null);
    most = Math.max(most, await withinTwoRounds(always));
    const made = [...once, ...always];
    await conclude(`refund: ${name}`, made, { end: all(made, 'canceled'), most });
  });

  test('arrives after it was sent anew', { timeout: 60_000 }, async () => {
    const booked = await bookedOnes(ROUNDS);
    proxy.meets('refund', proxy.held);
    const made = await Promise.all(booked.map(refundOne));
    proxy.meets('refund', null);
    const most = await withinTwoRounds(made);
    await proxy.release();
    await conclude('refund: arrives after it was sent anew', made, { end: all(made, 'canceled'), most });
  });
});

describe('the look-up down for a minute', () => {
  const DOWN_MS = Number(scaled(60_000));
  const ways = [faults.swallowed, faults.failedBefore];
  const untilUp = async (made: Made[]) => {
    await pause(DOWN_MS);
    // What nobody could tell was not decided, long after an attempt that the gateway does not know is given up.
    for (const one of made) expect(await isSettled(one)).toBe(false);
    proxy.meets('look-up', null);
    return withinTwoRounds(made);
  };

  test.each(['charge', 'refund'] as const)('of a %s', { timeout: 120_000 }, async (kind) => {
    const made: Made[] = [];
    let most = 0;
    for (const way of ways) {
      const booked = kind === 'refund' ? await bookedOnes(ROUNDS / 2) : [];
      proxy.meets(kind, faults.unanswered);
      proxy.meets('look-up', way);
      const few = await (kind === 'refund'
        ? Promise.all(booked.map(refundOne))
        : times(ROUNDS / 2, () => bookOne()));
      proxy.meets(kind, null);
      most = Math.max(most, await untilUp(few));
      made.push(...few);
    }
    const end = all(made, kind === 'refund' ? 'canceled' : 'booked');
    await conclude(`${kind}: look-up down for a minute`, made, { end, most });
  });
});

describe('a charge that appears after we gave up', () => {
  const noticesOf = async ({ tee_time_id }: Made) =>
    notices.index.answer
      .parse((await send(notices.index)).body)
      .filter((notice) => notice.tee_time_id === tee_time_id)
      .map(({ message }) => message);
  const APPEARED = 'A charge of $312.00 appeared after its booking had failed. It is being refunded.';

  async function givenUp(behaviour: Behaviour = 'approved'): Promise<Made[]> {
    proxy.meets('charge', proxy.held);
    const made = await times(ROUNDS, () => bookOne(behaviour));
    proxy.meets('charge', null);
    await untilGivenUp(made);
    await withinTwoRounds(made);
    return made;
  }

  test('is given back, and staff are told', { timeout: 60_000 }, async () => {
    const made = await givenUp();
    await proxy.release();
    const most = await withinTwoRounds(made, isReversed);
    await conclude('charge: appears after we gave up', made, { end: all(made, 'failed'), most });
    for (const one of made) expect(await noticesOf(one)).toEqual([APPEARED]);
  });

  test('is given back once where that is not answered', { timeout: 60_000 }, async () => {
    const made = await givenUp();
    proxy.meets('refund', faults.unanswered);
    await proxy.release();
    await expect.poll(async () => (await noticesOf(made[0]!)).length, { timeout: 30_000 }).toBe(1);
    proxy.meets('refund', null);
    const most = await withinTwoRounds(made, isReversed);
    const fault = 'charge: appears late, its reversal unanswered';
    await conclude(fault, made, { end: all(made, 'failed'), most });
    for (const one of made) expect(await noticesOf(one)).toEqual([APPEARED]);
  });

  test('and can not be given back is told to staff', { timeout: 60_000 }, async () => {
    const made = await givenUp('refund_declined');
    await proxy.release();
    await withinTwoRounds(made, isReversed);
    for (const one of made) {
      expect(await noticesOf(one)).toEqual([
        'The refund of $312.00 for a charge that appeared after its booking had failed was not made: The bank refused the refund. Please refund it by hand.',
        APPEARED,
      ]);
    }
  });
});
