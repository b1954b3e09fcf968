import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FLEETING, scratchPostgres } from '../../scripts/test-postgres.mjs';
import { health } from '../../src/areas/health/health.contract.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import { retryWhileAway } from '../../src/server/database/driver/retry.ts';
import type { Started } from '../../src/app/start.ts';
import { IS_FULL, rounds, triedIn } from '../support/tried.ts';
import { startCutProxy, type Cut, type CutProxy } from './cut-proxy.ts';
import {
  aBookingIntent,
  aRefundIntent,
  ask,
  insistOn,
  openCompany,
  paceOf,
  sendIntent,
  type Answer,
  type Became,
  type Company,
  type Intent,
} from './database-app.ts';

const tried = triedIn('database');
const MINUTE = 60_000;
// Without `synchronous_commit=off`: a crashed server must keep its acknowledged commits.
const SERVER = [...FLEETING, 'deadlock_timeout=200ms'];
// The promised limits. On a machine that is busy with other work, all of them are longer by the same factor, as noted.
const ANSWERED_WITHIN_MS = 3_000;
const NORMAL_WITHIN_MS = 5_000;
const WAIT_MS = 2_000;
const LANES = 4;
/**
 * A process retries some work every second while its database is unavailable; the retries would be counted with the
 * next round.
 */
const QUIET_MS = 1_500;
const SETTLED_WITHIN_MS = 10_000;

type Lane = { proxy: CutProxy; process: Started; pace: number };
type Kind = 'booking' | 'refund';
const intentOf = { booking: aBookingIntent, refund: aRefundIntent };

let server: Awaited<ReturnType<typeof scratchPostgres>>;
let company: Company;
const lanes: Lane[] = [];

async function openLane(settings: Record<string, string> = {}): Promise<Lane> {
  const pace = await paceOf(company);
  const proxy = await startCutProxy(server?.url ?? '');
  const DATABASE_WAIT_MS = String(Math.round(WAIT_MS * pace));
  const process = await company.startProcess({ DATABASE_URL: proxy.url, DATABASE_WAIT_MS, ...settings });
  return { proxy, process, pace };
}

async function closeLane({ proxy, process }: Omit<Lane, 'pace'>) {
  await process.stop();
  await proxy.close();
}

/** Counts losses and duplicates by the outcome and the last answer to the client. */
function misdone(kind: Kind, became: Became, last: Answer | undefined) {
  const isTold = last?.status === 200 && !JSON.stringify(last.body).includes('"valid":false');
  return kind === 'booking' ? misbooked(became, isTold) : misrefunded(became, isTold);
}

function misbooked({ booked, charged, refunded }: Became, isTold: boolean) {
  const paid = charged - refunded;
  const isLost = paid !== booked || (isTold && booked < 1);
  return { lost: Number(isLost), doubled: Number(Math.max(booked, paid) > 1) };
}

function misrefunded({ booked, charged, canceled, refunded }: Became, isTold: boolean) {
  const isLost = Math.min(booked, charged) < 1 || refunded !== canceled || (isTold && canceled < 1);
  return { lost: Number(isLost), doubled: Number(Math.max(booked, charged, canceled, refunded) > 1) };
}

class Count {
  times = 0;
  lost = 0;
  doubled = 0;
  slowestMs = 0;
  readonly statuses = new Set<number>();
  readonly misdone: string[] = [];

  answers(answers: Answer[]) {
    for (const { status, ms } of answers) {
      this.statuses.add(status);
      this.slowestMs = Math.max(this.slowestMs, ms);
    }
  }

  async outcome(kind: Kind, intent: Intent, last: Answer | undefined) {
    const end = Date.now() + SETTLED_WITHIN_MS;
    let { lost, doubled } = misdone(
      kind,
      await retryWhileAway(() => company.becameOf(intent.last_name)),
      last,
    );
    // A late charge is refunded automatically.
    while (lost + doubled > 0 && Date.now() < end) {
      await pause(100);
      ({ lost, doubled } = misdone(
        kind,
        await retryWhileAway(() => company.becameOf(intent.last_name)),
        last,
      ));
    }
    this.lost += lost;
    this.doubled += doubled;
    if (lost + doubled > 0) this.misdone.push(`${kind} ${intent.last_name}: ${JSON.stringify(last)}`);
  }

  /** Reports the fault and checks the promised limits. */
  async report(fault: string, pace: number, note = '') {
    await company.untilSettled();
    const problems = await company.problems();
    const busy = pace > 1 ? `the machine ${pace.toFixed(1)} times too busy` : '';
    const slowest = `slowest answer ${(this.slowestMs / 1000).toFixed(1)} s`;
    tried({
      fault,
      times: this.times,
      lost: this.lost + problems.length,
      doubled: this.doubled,
      note: [slowest, note, busy].filter(Boolean).join('; '),
    });
    expect(problems).toEqual([]);
    expect({ lost: this.lost, doubled: this.doubled }, this.misdone.join('\n')).toEqual({
      lost: 0,
      doubled: 0,
    });
    // 0 means no answer at all; 500 a bug.
    expect([...this.statuses].filter((status) => ![200, 202, 409, 422, 503].includes(status))).toEqual([]);
    if (IS_FULL) expect(this.slowestMs).toBeLessThan(ANSWERED_WITHIN_MS * pace);
  }
}

const healthOf = (address: string) => ask(address, health.show, {}, {});

/** The milliseconds until health and a booking give 200 again. */
async function untilNormal(address: string): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const [told, booked] = await Promise.all([
      healthOf(address),
      sendIntent(company, address, await aBookingIntent(company)),
    ]);
    const ms = performance.now() - begun;
    if (told.status === 200 && booked.status === 200) return ms;
    if (ms > 8 * NORMAL_WITHIN_MS) throw new Error(`not normal: ${told.status}, ${JSON.stringify(booked)}`);
    await pause(50);
  }
}

type Load = { address: string; clients: number; serial?: string };

/**
 * Runs clients that book one after the other, each until its final answer, and a health check, while `disturb` disturbs
 * the database. Returns the counts, and the time until all was normal.
 */
async function underLoad({ address, clients, serial }: Load, disturb: (count: Count) => Promise<unknown>) {
  const count = new Count();
  let unhealthy = 0;
  let isOver = false;
  const book = async () => {
    while (!isOver) {
      const intent = await retryWhileAway(() => aBookingIntent(company, serial));
      const answers = await insistOn(company, address, intent);
      count.answers(answers);
      await count.outcome('booking', intent, answers.at(-1));
      count.times += 1;
    }
  };
  const watch = async () => {
    while (!isOver) {
      const told = await healthOf(address);
      count.answers([told]);
      unhealthy += told.status === 503 ? 1 : 0;
      await pause(100);
    }
  };
  const running = Promise.allSettled([watch(), ...Array.from({ length: clients }, book)]);
  try {
    await disturb(count);
    return { count, normalMs: await untilNormal(address), unhealthy: () => unhealthy };
  } finally {
    isOver = true;
    expect((await running).filter(({ status }) => status === 'rejected')).toEqual([]);
  }
}

beforeAll(async () => {
  if (!process.env.TEST_DATABASE_URL) return;
  server = await scratchPostgres({ settings: SERVER });
  if (!server) return;
  company = await openCompany(server.url);
  for (let lane = 0; lane < LANES; lane += 1) lanes.push(await openLane());
}, 2 * MINUTE);
afterAll(async () => {
  for (const lane of lanes) await closeLane(lane);
  if (server) await company.close();
  await server?.stop();
}, MINUTE);

describe.skipIf(!process.env.TEST_DATABASE_URL)('the connection cut at each statement', () => {
  const ROUNDS = rounds(3, 1);

  async function statementsOf(kind: Kind): Promise<string[]> {
    const [lane] = lanes;
    if (!lane) throw new Error('no lane is open');
    const intent = await intentOf[kind](company);
    await lane.proxy.untilQuiet(QUIET_MS);
    lane.proxy.watch();
    const [answer] = await insistOn(company, lane.process.address, intent);
    expect(answer).toMatchObject({ status: 200 });
    return lane.proxy.statements();
  }

  /** The statements of an undisturbed request, once they are the same twice in a row. A busy machine has more, from retries. */
  async function rehearse(kind: Kind): Promise<string[]> {
    let statements = await statementsOf(kind);
    for (let tries = 0; tries < 50; tries += 1) {
      const again = await statementsOf(kind);
      if (isDeepStrictEqual(statements, again)) return again;
      statements = again;
    }
    throw new Error(`a ${kind} was different each time: ${statements.join('; ')}`);
  }

  /**
   * Returns false if the statement of the cut was not reached: on a busy machine a request to an outside system may
   * time out before.
   */
  async function cutOnce(lane: Lane, kind: Kind, cut: Cut, count: Count): Promise<boolean> {
    const intent = await intentOf[kind](company);
    const { address } = lane.process;
    if (cut.thenAway) await lane.proxy.untilQuiet(QUIET_MS);
    lane.proxy.watch(cut);
    const first = await sendIntent(company, address, intent);
    const wasCut = lane.proxy.hasCut();
    // After a cut that stays away, another process settles the work first, or nothing is left of it.
    if (wasCut && cut.thenAway) await settledElsewhere(intent.key);
    lane.proxy.watch();
    lane.proxy.open();
    const answers = [first, ...(await insistOn(company, address, intent))];
    count.answers(answers);
    await count.outcome(kind, intent, answers.at(-1));
    count.times += wasCut ? 1 : 0;
    return wasCut;
  }

  async function settledElsewhere(key: string) {
    for (let waited = 0; waited < 200; waited += 1) {
      const { rows } = await sql<{ state: string }>`
        select state from operations where idempotency_key = ${key}`.execute(company.db);
      if (rows.every(({ state }) => state === 'settled')) return;
      await pause(50);
    }
    throw new Error(`${key} was not settled`);
  }

  async function cutAll(kind: Kind, cuts: Cut[]): Promise<Count> {
    const count = new Count();
    const left = Array.from({ length: ROUNDS }, () => cuts).flat();
    const work = async (lane: Lane) => {
      for (let cut = left.shift(); cut; cut = left.shift()) {
        let tries = 0;
        while (!(await cutOnce(lane, kind, cut, count)))
          expect((tries += 1), `statement ${cut.at} of a ${kind} was not reached`).toBeLessThan(5);
      }
    };
    await Promise.all(lanes.map(work));
    return count;
  }

  test.each(['booking', 'refund'] as const)('of a %s', { timeout: 15 * MINUTE }, async (kind) => {
    const pace = Math.max(await paceOf(company), ...lanes.map((lane) => lane.pace));
    const statements = await rehearse(kind);
    const commits = statements.flatMap((text, index) => (text === 'commit' ? [index + 1] : []));
    // Claim and settle; for a refund also the cancellation between them.
    expect(commits.length, statements.join('; ')).toBe(kind === 'booking' ? 2 : 3);
    const each = statements.map((_, index) => index + 1);
    const places = `${each.length} statements`;
    const before = await cutAll(
      kind,
      each.map((at) => ({ at, when: 'before' })),
    );
    await before.report(`${kind}: cut before each of its ${places}`, pace);
    const after = await cutAll(
      kind,
      each.map((at) => ({ at, when: 'after' })),
    );
    await after.report(`${kind}: cut after each, answer not relayed`, pace);
    const sent = await cutAll(
      kind,
      commits.map((at) => ({ at, when: 'sent' })),
    );
    await sent.report(`${kind}: cut right after each COMMIT was sent`, pace);
    const away = await cutAll(
      kind,
      each.map((at) => ({ at, when: 'after', thenAway: true })),
    );
    await away.report(`${kind}: cut after each, then away until another process settled it`, pace);
  });
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('the database', () => {
  const ROUNDS = rounds(5, 1);
  let lane: Lane;
  afterEach(() => closeLane(lane));

  /** Repeats a fault, at a separate process. */
  async function roundsOf(
    fault: string,
    isUnhealthy: (times: number) => boolean,
    round: () => ReturnType<typeof underLoad>,
  ) {
    const total = new Count();
    const normal: number[] = [];
    for (let number = 0; number < ROUNDS; number += 1) {
      const { count, normalMs, unhealthy } = await round();
      expect(unhealthy()).toSatisfy(isUnhealthy);
      normal.push(normalMs);
      add(total, count);
    }
    await total.report(fault, lane.pace, normalNote(normal));
  }

  test('stopped under load, and started again', { timeout: 10 * MINUTE }, async () => {
    lane = await openLane();
    const { address } = lane.process;
    // A regular stop, or a crash.
    const signals = ['SIGINT', 'SIGQUIT'] as const;
    let number = 0;
    await roundsOf(
      'server stopped under load and started again',
      (times) => times > 3,
      () =>
        underLoad({ address, clients: 4 }, async () => {
          await pause(1_000);
          await server?.halt(signals[(number += 1) % 2]);
          await pause(rounds(10_000, 3_000));
          await server?.start();
        }),
    );
  });

  test('with all of its connections taken', { timeout: 10 * MINUTE }, async () => {
    lane = await openLane({ DATABASE_POOL: '2' });
    const { address } = lane.process;
    // Waiting for a lock means busy, not broken: the health call uses a connection of its own.
    await roundsOf(
      'pool of two exhausted',
      (times) => times === 0,
      async () => {
        const { serial } = await aBookingIntent(company);
        const holder = await outsider();
        await holder.query('begin');
        await holder.query('select from gift_certificates where serial = $1 for update', [serial]);
        // Every client wants the held row, and there are only two connections.
        return underLoad({ address, clients: 6, serial }, async (count) => {
          await pause(4_000 * lane.pace);
          count.answers([await ask(address, teeTimes.index, {}, company.headers)]);
          await holder.query('rollback');
          await holder.end();
        });
      },
    );
  });

  test('in a network that swallows everything', { timeout: 10 * MINUTE }, async () => {
    lane = await openLane();
    const { address } = lane.process;
    await roundsOf(
      'server hangs, its network swallows everything',
      (times) => times > 0,
      () =>
        underLoad({ address, clients: 4 }, async () => {
          await pause(1_000);
          lane.proxy.swallow();
          await pause(6_000);
          lane.proxy.open();
        }),
    );
  });

  test.each([
    ['gives way', 0],
    ['stays', 4_000],
  ])('deadlocked with a session that wins and %s', { timeout: 10 * MINUTE }, async (what, staysMs) => {
    lane = await openLane();
    const { address } = lane.process;
    const count = new Count();
    const normal: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const intent = await aBookingIntent(company);
      const holder = await outsider();
      // The other session never checks for deadlocks, so the booking finds it and is ended.
      await holder.query("set deadlock_timeout = '1min'");
      await holder.query('begin');
      await holder.query('select from gift_certificates where serial = $1 for update', [intent.serial]);
      const booking = sendIntent(company, address, intent);
      await untilWaiting();
      await holder.query('select from discounts where code = $1 for update', [company.discount]);
      await pause(staysMs * lane.pace);
      await holder.query('rollback');
      await holder.end();
      normal.push(await untilNormal(address));
      const first = await booking;
      // A slow gateway on a busy machine makes it a 202.
      expect(staysMs === 0 ? [200, 202] : [503]).toContain(first.status);
      const answers = [first, ...(await insistOn(company, address, intent))];
      count.answers(answers);
      await count.outcome('booking', intent, answers.at(-1));
      count.times += 1;
    }
    await count.report(`deadlock forced, the other session ${what}`, lane.pace, normalNote(normal));
  });

  async function outsider(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: server?.url ?? '' });
    await client.connect();
    return client;
  }

  /** Waits until a session waits for a lock. */
  async function untilWaiting(): Promise<void> {
    const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock'`;
    while ((await waiting.execute(company.db)).rows.length === 0) await pause(10);
  }

  /** Adds the counts of a round to the total, and its time until the server was normal. */
  function add(total: Count, round: Count) {
    total.times += round.times;
    total.lost += round.lost;
    total.doubled += round.doubled;
    total.misdone.push(...round.misdone);
    total.slowestMs = Math.max(total.slowestMs, round.slowestMs);
    for (const status of round.statuses) total.statuses.add(status);
  }

  /** The note on the recovery times, which must be within five seconds each, without a restart. */
  function normalNote(normal: number[]): string {
    if (IS_FULL) expect(Math.max(...normal)).toBeLessThan(NORMAL_WITHIN_MS * lane.pace);
    return `${normal.length} times, normal again after ${(Math.max(...normal) / 1000).toFixed(1)} s at most`;
  }
});
