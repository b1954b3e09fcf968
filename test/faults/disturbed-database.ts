import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { FLEETING, scratchPostgres } from '../../scripts/test-postgres.mjs';
import { health } from '../../src/areas/health/health.contract.ts';
import { retryWhileDatabaseUnavailable } from '../../src/server/database/driver/retry.ts';
import type { StartedApp } from '../../src/app/start.ts';
import { IS_FULL_RUN, faultTable } from '../support/tried.ts';
import { startCutProxy, type CutProxy } from './cut-proxy.ts';
import {
  aBookingIntent,
  aRefundIntent,
  sendToProcess,
  retryUntilFinal,
  openCompany,
  machineSlowness,
  sendIntent,
  type TimedAnswer,
  type CountedOutcome,
  type Company,
  type RequestIntent,
} from './database-app.ts';

export const A_MINUTE_MS = 60_000;
// `synchronous_commit=off` is left out, because a crashed server must keep its acknowledged commits.
const SERVER = [...FLEETING, 'deadlock_timeout=200ms'];
// The promised time limits. On a machine that is busy with other work, all limits are longer by one factor, which the table
// shows.
const ANSWERED_WITHIN_MS = 3_000;
export const NORMAL_WITHIN_MS = 5_000;
const WAIT_MS = 2_000;
const LANES = 4;
/**
 * The pause between repetitions: while its database is unavailable a process retries some work every second, and these
 * retries would be counted with the next repetition.
 */
export const RETRY_PAUSE_MS = 1_500;
const SETTLED_WITHIN_MS = 10_000;

export type ProxiedProcess = { proxy: CutProxy; process: StartedApp; pace: number };
export type IntentKind = 'booking' | 'refund';
export const intentFactories = { booking: aBookingIntent, refund: aRefundIntent };

/** Sets up a separate PostgreSQL server with a company, and processes that reach it through proxies; counts the errors. */
export function disturbedDatabaseSetup() {
  const tried = faultTable('database');
  const world: { server: Awaited<ReturnType<typeof scratchPostgres>>; company: Company } = {
    server: null,
    company: undefined as never,
  };
  const lanes: ProxiedProcess[] = [];

  async function openLane(settings: Record<string, string> = {}): Promise<ProxiedProcess> {
    const pace = await machineSlowness(world.company);
    const proxy = await startCutProxy(world.server?.url ?? '');
    const DATABASE_WAIT_MS = String(Math.round(WAIT_MS * pace));
    const process = await world.company.startProcess({
      DATABASE_URL: proxy.url,
      DATABASE_WAIT_MS,
      ...settings,
    });
    return { proxy, process, pace };
  }

  async function closeLane({ proxy, process }: Omit<ProxiedProcess, 'pace'>) {
    await process.stop();
    await proxy.close();
  }

  /** Counts losses and duplicates by the outcome and the last answer to the client. */
  function misdone(kind: IntentKind, became: CountedOutcome, last: TimedAnswer | undefined) {
    const isTold = last?.status === 200 && !JSON.stringify(last.body).includes('"valid":false');
    return kind === 'booking' ? misbooked(became, isTold) : misrefunded(became, isTold);
  }

  function misbooked({ booked, charged, refunded }: CountedOutcome, isTold: boolean) {
    const paid = charged - refunded;
    const isLost = paid !== booked || (isTold && booked < 1);
    return { lost: Number(isLost), doubled: Number(Math.max(booked, paid) > 1) };
  }

  function misrefunded({ booked, charged, canceled, refunded }: CountedOutcome, isTold: boolean) {
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

    answers(answers: TimedAnswer[]) {
      for (const { status, ms } of answers) {
        this.statuses.add(status);
        this.slowestMs = Math.max(this.slowestMs, ms);
      }
    }

    async outcome(kind: IntentKind, intent: RequestIntent, last: TimedAnswer | undefined) {
      const end = Date.now() + SETTLED_WITHIN_MS;
      let { lost, doubled } = misdone(
        kind,
        await retryWhileDatabaseUnavailable(() => world.company.becameOf(intent.last_name)),
        last,
      );
      // A late charge is refunded automatically, so the outcome is read again until it is right.
      while (lost + doubled > 0 && Date.now() < end) {
        await pause(100);
        ({ lost, doubled } = misdone(
          kind,
          await retryWhileDatabaseUnavailable(() => world.company.becameOf(intent.last_name)),
          last,
        ));
      }
      this.lost += lost;
      this.doubled += doubled;
      if (lost + doubled > 0) this.misdone.push(`${kind} ${intent.last_name}: ${JSON.stringify(last)}`);
    }

    /** Adds the fault to the table of injected faults and checks the promised limits. */
    async report(fault: string, pace: number, note = '') {
      await world.company.untilSettled();
      const problems = await world.company.problems();
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
      // Status 0 means that no answer came; 500 would be a bug.
      expect([...this.statuses].filter((status) => ![200, 202, 409, 422, 503].includes(status))).toEqual([]);
      if (IS_FULL_RUN) expect(this.slowestMs).toBeLessThan(ANSWERED_WITHIN_MS * pace);
    }
  }

  const healthOf = (address: string) => sendToProcess(address, health.show, {}, {});

  /** Returns the milliseconds until the health call and a booking answer 200 again. */
  async function untilNormal(address: string): Promise<number> {
    const begun = performance.now();
    for (;;) {
      const [told, booked] = await Promise.all([
        healthOf(address),
        sendIntent(world.company, address, await aBookingIntent(world.company)),
      ]);
      const ms = performance.now() - begun;
      if (told.status === 200 && booked.status === 200) return ms;
      if (ms > 8 * NORMAL_WITHIN_MS) throw new Error(`not normal: ${told.status}, ${JSON.stringify(booked)}`);
      await pause(50);
    }
  }

  type Load = { address: string; clients: number; serial?: string };

  /**
   * Runs clients that book one tee time after the other, each until its final answer, and a health check, while `disturb`
   * disturbs the database. Returns the counts, and the time until the server was normal again.
   */
  async function underLoad({ address, clients, serial }: Load, disturb: (count: Count) => Promise<unknown>) {
    const count = new Count();
    let unhealthy = 0;
    let isOver = false;
    const book = async () => {
      while (!isOver) {
        const intent = await retryWhileDatabaseUnavailable(() => aBookingIntent(world.company, serial));
        const answers = await retryUntilFinal(world.company, address, intent);
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
    world.server = await scratchPostgres({ settings: SERVER });
    if (!world.server) return;
    world.company = await openCompany(world.server.url);
    for (let lane = 0; lane < LANES; lane += 1) lanes.push(await openLane());
  }, 2 * A_MINUTE_MS);
  afterAll(async () => {
    for (const lane of lanes) await closeLane(lane);
    if (world.server) await world.company.close();
    await world.server?.stop();
  }, A_MINUTE_MS);

  return { world, lanes, Count, openLane, closeLane, untilNormal, underLoad };
}
export type Count = InstanceType<ReturnType<typeof disturbedDatabaseSetup>['Count']>;
