import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import { IS_FULL_RUN, attemptsPerFault } from '../support/tried.ts';
import type { ConnectionCut } from './cut-proxy.ts';
import {
  aBookingIntent,
  sendToProcess,
  retryUntilFinal,
  machineSlowness,
  sendIntent,
} from './database-app.ts';
import {
  disturbedDatabaseSetup,
  intentFactories,
  A_MINUTE_MS,
  NORMAL_WITHIN_MS,
  RETRY_PAUSE_MS,
  type Count,
  type IntentKind,
  type ProxiedProcess,
} from './disturbed-database.ts';

const { world, lanes, Count, openLane, closeLane, untilNormal, underLoad } = disturbedDatabaseSetup();

describe.skipIf(!process.env.TEST_DATABASE_URL)('the connection cut at each statement', () => {
  const ROUNDS = attemptsPerFault(3, 1);

  async function statementsOf(kind: IntentKind): Promise<string[]> {
    const [lane] = lanes;
    if (!lane) throw new Error('no lane is open');
    const intent = await intentFactories[kind](world.company);
    await lane.proxy.untilQuiet(RETRY_PAUSE_MS);
    lane.proxy.watch();
    const [answer] = await retryUntilFinal(world.company, lane.process.address, intent);
    expect(answer).toMatchObject({ status: 200 });
    return lane.proxy.statements();
  }

  /**
   * Returns the SQL statements of an undisturbed request, once they are the same twice in a row. A busy machine has more
   * statements, because of retries.
   */
  async function rehearse(kind: IntentKind): Promise<string[]> {
    let statements = await statementsOf(kind);
    for (let tries = 0; tries < 50; tries += 1) {
      const again = await statementsOf(kind);
      if (isDeepStrictEqual(statements, again)) return again;
      statements = again;
    }
    throw new Error(`a ${kind} was different each time: ${statements.join('; ')}`);
  }

  /**
   * Returns false if the request never reached the statement to cut: on a busy machine a request to an external system may
   * time out before.
   */
  async function cutOnce(
    lane: ProxiedProcess,
    kind: IntentKind,
    cut: ConnectionCut,
    count: Count,
  ): Promise<boolean> {
    const intent = await intentFactories[kind](world.company);
    const { address } = lane.process;
    if (cut.thenAway) await lane.proxy.untilQuiet(RETRY_PAUSE_MS);
    lane.proxy.watch(cut);
    const first = await sendIntent(world.company, address, intent);
    const wasCut = lane.proxy.hasCut();
    // After a cut without reconnection, another process settles the work first, unless the request left no work.
    if (wasCut && cut.thenAway) await settledElsewhere(intent.key);
    lane.proxy.watch();
    lane.proxy.open();
    const answers = [first, ...(await retryUntilFinal(world.company, address, intent))];
    count.answers(answers);
    await count.outcome(kind, intent, answers.at(-1));
    count.times += wasCut ? 1 : 0;
    return wasCut;
  }

  async function settledElsewhere(key: string) {
    for (let waited = 0; waited < 200; waited += 1) {
      const { rows } = await sql<{ state: string }>`
        select state from operations where idempotency_key = ${key}`.execute(world.company.db);
      if (rows.every(({ state }) => state === 'settled')) return;
      await pause(50);
    }
    throw new Error(`${key} was not settled`);
  }

  async function cutAll(kind: IntentKind, cuts: ConnectionCut[]): Promise<Count> {
    const count = new Count();
    const left = Array.from({ length: ROUNDS }, () => cuts).flat();
    const work = async (lane: ProxiedProcess) => {
      for (let cut = left.shift(); cut; cut = left.shift()) {
        let tries = 0;
        while (!(await cutOnce(lane, kind, cut, count)))
          expect((tries += 1), `statement ${cut.at} of a ${kind} was not reached`).toBeLessThan(5);
      }
    };
    await Promise.all(lanes.map(work));
    return count;
  }

  test.each(['booking', 'refund'] as const)('of a %s', { timeout: 15 * A_MINUTE_MS }, async (kind) => {
    const pace = Math.max(await machineSlowness(world.company), ...lanes.map((lane) => lane.pace));
    const statements = await rehearse(kind);
    const commits = statements.flatMap((text, index) => (text === 'commit' ? [index + 1] : []));
    // A request has two commits, for claim and settlement; a refund also has one for the cancellation between them.
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
  const ROUNDS = attemptsPerFault(5, 1);
  let lane: ProxiedProcess;
  afterEach(() => closeLane(lane));

  /** Repeats a fault on a separate process. */
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

  test('stopped under load, and started again', { timeout: 10 * A_MINUTE_MS }, async () => {
    lane = await openLane();
    const { address } = lane.process;
    // SIGINT stops PostgreSQL regularly; SIGQUIT stops it like a crash.
    const signals = ['SIGINT', 'SIGQUIT'] as const;
    let number = 0;
    await roundsOf(
      'server stopped under load and started again',
      (times) => times > 3,
      () =>
        underLoad({ address, clients: 4 }, async () => {
          await pause(1_000);
          await world.server?.halt(signals[(number += 1) % 2]);
          await pause(attemptsPerFault(10_000, 3_000));
          await world.server?.start();
        }),
    );
  });

  test('with all of its connections taken', { timeout: 10 * A_MINUTE_MS }, async () => {
    lane = await openLane({ DATABASE_POOL: '2' });
    const { address } = lane.process;
    // A request that waits for a lock means busy, not broken: the health call uses its own connection.
    await roundsOf(
      'pool of two exhausted',
      (times) => times === 0,
      async () => {
        const { serial } = await aBookingIntent(world.company);
        const holder = await outsider();
        await holder.query('begin');
        await holder.query('select from gift_certificates where serial = $1 for update', [serial]);
        // All clients wait for the locked row, and there are only two connections.
        return underLoad({ address, clients: 6, serial }, async (count) => {
          await pause(4_000 * lane.pace);
          count.answers([await sendToProcess(address, teeTimes.index, {}, world.company.headers)]);
          await holder.query('rollback');
          await holder.end();
        });
      },
    );
  });

  test('in a network that swallows everything', { timeout: 10 * A_MINUTE_MS }, async () => {
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
  ])('deadlocked with a session that wins and %s', { timeout: 10 * A_MINUTE_MS }, async (what, staysMs) => {
    lane = await openLane();
    const { address } = lane.process;
    const count = new Count();
    const normal: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const intent = await aBookingIntent(world.company);
      const holder = await outsider();
      // The other session never checks for deadlocks, so the booking's session finds the deadlock and is ended.
      await holder.query("set deadlock_timeout = '1min'");
      await holder.query('begin');
      await holder.query('select from gift_certificates where serial = $1 for update', [intent.serial]);
      const booking = sendIntent(world.company, address, intent);
      await untilWaiting();
      await holder.query('select from discounts where code = $1 for update', [world.company.discount]);
      await pause(staysMs * lane.pace);
      await holder.query('rollback');
      await holder.end();
      normal.push(await untilNormal(address));
      const first = await booking;
      // A slow gateway on a busy machine makes the answer a 202.
      expect(staysMs === 0 ? [200, 202] : [503]).toContain(first.status);
      const answers = [first, ...(await retryUntilFinal(world.company, address, intent))];
      count.answers(answers);
      await count.outcome('booking', intent, answers.at(-1));
      count.times += 1;
    }
    await count.report(`deadlock forced, the other session ${what}`, lane.pace, normalNote(normal));
  });

  async function outsider(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: world.server?.url ?? '' });
    await client.connect();
    return client;
  }

  /** Waits until a database session waits for a lock. */
  async function untilWaiting(): Promise<void> {
    const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock'`;
    while ((await waiting.execute(world.company.db)).rows.length === 0) await pause(10);
  }

  /** Adds the counts of one repetition to the total, and the time until the server was normal again. */
  function add(total: Count, round: Count) {
    total.times += round.times;
    total.lost += round.lost;
    total.doubled += round.doubled;
    total.misdone.push(...round.misdone);
    total.slowestMs = Math.max(total.slowestMs, round.slowestMs);
    for (const status of round.statuses) total.statuses.add(status);
  }

  /** Returns a note on the recovery times; each must be within five seconds, without a restart. */
  function normalNote(normal: number[]): string {
    if (IS_FULL_RUN) expect(Math.max(...normal)).toBeLessThan(NORMAL_WITHIN_MS * lane.pace);
    return `${normal.length} times, normal again after ${(Math.max(...normal) / 1000).toFixed(1)} s at most`;
  }
});
