import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { teeTimes as teeTimeCalls } from '../../src/areas/tee-times/tee-times.contract.ts';
import type { TestCardBehavior } from '../../src/integrations/payment/test-cards.ts';
import { mailFileName } from '../../src/integrations/mail/mailbox-folder.ts';
import type { Database } from '../../src/server/database/open.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { IS_FULL_RUN, attemptsPerFault, faultTable } from '../support/tried.ts';
import { ledgerAndGatewayProblems, type LossCount, type CustomerStory } from './crash-audit.ts';
import { deathsInScenarios, scenarioName, CRASH_SCENARIOS } from './crash-points.ts';
import {
  endAndOpenDatabase,
  actualEndings,
  expectedEndings,
  openOnEmbedded,
  openOnServer,
  countOpenWork,
  compareStories,
  sumLosses,
  waitForCondition,
  type DyingProcess,
} from './crash/dying.ts';
import { addCancel, aStory, bookedTeeTimeId, laterRequestOf } from './crash/stories.ts';
import { DEFAULT_INTERVALS, INTERVALS_UNDER_LOAD, type KillableApp } from './killable-app.ts';

const tried = faultTable('crash-load');
const serverUrl = process.env.TEST_DATABASE_URL;

beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 180_000);

const lettersOf = ({ db }: Database) =>
  db
    .selectFrom('outbox')
    .innerJoin('tee_times', 'tee_times.id', 'outbox.tee_time_id')
    .select(['outbox.message_id', 'outbox.state', 'tee_times.state as of'])
    .execute();
const mailsIn = (folder: string) => readdirSync(folder).filter((file) => file.endsWith('.eml'));

describe.skipIf(!serverUrl)('PostgreSQL', () => {
  const KILLS = attemptsPerFault(300, 20);
  test('at any moment, under load', { timeout: KILLS * 60_000 + 300_000 }, async () => {
    const { app, database } = await openOnServer(serverUrl ?? '', KILLS * 10, {
      retryMs: 500,
      intervals: INTERVALS_UNDER_LOAD,
    });
    const load = startLoad(app, 20, 30);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await app.start();
      // Waits for a number of answers instead of a time, so that each process gets some work done, however busy the machine
      // is.
      const enough = load.answered() + Math.random() * 20;
      await waitForCondition(async () => load.answered() > enough, 60_000);
      await pause(Math.random() * 100);
      await app.signal('SIGKILL');
    }
    await app.start();
    const { stories, failures } = await load.end();
    await waitForCondition(async () => (await countOpenWork(database)) === 0, 240_000);
    // A charge that arrives after its booking was given up is refunded in later runs of the reconciler.
    await waitForCondition(
      async () => (await ledgerAndGatewayProblems(database.db, app.gatewayUrl)).length === 0,
      60_000,
    );
    const { found, wrong } = await compareStories(app, database, stories);
    reportLoad('killed at any moment, 20 bookings a second', KILLS, stories, [...found.values()]);
    expect({ wrong, failures }).toEqual({ wrong: [], failures: [] });
    const letters = await lettersOf(database);
    expect(letters).toHaveLength(2 * bookedOf(stories).length);
    // A cancellation withdraws the unsent e-mails of its tee time; all other e-mails must have been sent.
    const unsent = letters.filter(({ state }) => state !== 'sent');
    for (const one of unsent) expect(one).toMatchObject({ state: 'withdrawn', of: 'canceled' });
    const sent = letters.filter(({ state }) => state === 'sent').map(mailFileName);
    const mails = mailsIn(app.mailbox);
    expect(sent.filter((file) => !mails.includes(file))).toEqual([]);
    expect(mails.length).toBeLessThanOrEqual(letters.length);
  });
});

describe('embedded', () => {
  const STARTS = attemptsPerFault(10, 3);
  test('a second start finds every acknowledged booking', { timeout: STARTS * 300_000 }, async () => {
    // All acknowledged bookings are checked at once while the load goes on, so no request may be rejected as an overload.
    const env = { CALLS_AT_ONCE: '1000' };
    const app = await openOnEmbedded(STARTS * 20, { retryMs: 500, intervals: INTERVALS_UNDER_LOAD, env });
    await app.start();
    const load = startLoad(app, 10, 12);
    let missing = 0;
    for (let start = 0; start < STARTS; start += 1) {
      const known = bookedOf(load.stories).length;
      await waitForCondition(async () => bookedOf(load.stories).length >= known + 10, 240_000);
      await pause(Math.random() * 1_000);
      await app.signal('SIGKILL');
      const acknowledged = bookedOf(load.stories);
      await app.start();
      missing += await countMissing(app, acknowledged);
    }
    const { stories, failures } = await load.end();
    const database = await endAndOpenDatabase(app);
    const { found, wrong } = await compareStories(app, database, stories);
    const costs = [...found.values(), { lost: missing, doubled: 0 }];
    reportLoad('second start after SIGKILL under load, embedded', STARTS, stories, costs);
    expect(missing).toBe(0);
    expect({ wrong, failures }).toEqual({ wrong: [], failures: [] });
  });
});

/** The longest time that a person on the phone may wait after the gateway or the course has answered. */
const MAY_WAIT_MS = 60_000;
const PROMPT_DEATHS = ['booking.answered', 'refund.answered', 'cancel.course_answered'];

test('on the settings as they are a crash is settled within a minute', { timeout: 600_000 }, async () => {
  const deaths = deathsInScenarios(CRASH_SCENARIOS, 1).filter(({ dies }) =>
    PROMPT_DEATHS.includes(dies ?? ''),
  );
  const app = await openOnEmbedded(deaths.length, { retryMs: 100, intervals: DEFAULT_INTERVALS });
  await app.start();
  const dyings = deaths.slice(0, PROMPT_DEATHS.length).map((death): DyingProcess => {
    const { card, course } = death.way;
    return { ...death, story: aStory(app, { card, course }), tookMs: 0 };
  });
  for (const { way, story } of dyings) if (way.cancel) await app.ask(story.booking);
  await app.signal('SIGTERM');
  const settled: Promise<void>[] = [];
  for (const dying of dyings) {
    await app.start(dying.dies);
    const answered = app.ask(laterRequestOf(dying.story, app, dying.way) ?? dying.story.booking);
    expect(await app.ended(), scenarioName(dying)).toBe('SIGKILL');
    const diedAt = Date.now();
    settled.push(answered.then(() => void (dying.tookMs = Date.now() - diedAt)));
  }
  await app.start();
  await Promise.all(settled);
  const database = await endAndOpenDatabase(app);
  const stories = dyings.map(({ story }) => story);
  const { found, wrong } = await compareStories(app, database, stories);
  for (const dying of dyings)
    tried({
      fault: `killed at ${scenarioName(dying)}, default settings`,
      times: 1,
      lost: found.get(dying.story)?.lost ?? 1,
      doubled: found.get(dying.story)?.doubled ?? 0,
      note: `put right ${Math.round(dying.tookMs / 1000)} s after the death`,
    });
  expect(dyings).toHaveLength(PROMPT_DEATHS.length);
  expect(wrong).toEqual([]);
  // `npm run faults` enforces this limit on an idle machine; in `npm test` the table of injected faults only shows the
  // figure.
  if (IS_FULL_RUN) for (const { tookMs } of dyings) expect(tookMs).toBeLessThan(MAY_WAIT_MS);
  expect(actualEndings(dyings, found)).toEqual(expectedEndings(dyings));
});

// Simulating clients that load the server -------------------------------------------------------------------

const CARDS: (TestCardBehavior | null)[] = [
  ...Array<TestCardBehavior>(7).fill('approved'),
  ...(['declined', 'timeout_after', 'error_after', 'reset_after'] as const),
  null,
];

/**
 * Simulates clients that send requests at a fixed rate, whether the server runs or not, unless too many wait; one client in
 * six cancels.
 */
function startLoad(app: KillableApp, perSecond: number, mostWaiting: number) {
  const stories: CustomerStory[] = [];
  const coming = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const come = () => {
    if (coming.size >= mostWaiting) return;
    const number = stories.length;
    const card = CARDS[number % CARDS.length] ?? null;
    const story = aStory(app, { card, tenders: number % 5 === 0 && app.stock.serials.length > 0 });
    stories.push(story);
    const one = comes(app, story, number % 6 === 0)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => coming.delete(one));
    coming.add(one);
  };
  const timer = setInterval(come, 1_000 / perSecond);
  onTestFinished(() => clearInterval(timer));
  return {
    stories,
    answered: () => stories.filter(({ booking }) => booking.answers.length > 0).length,
    /**
     * Stops new clients and waits until every client has its answer; returns all clients, and those that never got an
     * answer.
     */
    end: async () => {
      clearInterval(timer);
      await Promise.all(coming);
      return { stories, failures };
    },
  };
}

async function comes(app: KillableApp, story: CustomerStory, cancels: boolean): Promise<void> {
  const { status } = await app.ask(story.booking);
  if (status === 200 && cancels) await app.ask(addCancel(story, { cancel: true, refund: true }));
}

/** Returns the number of acknowledged bookings that the screens do not show. */
async function countMissing(app: KillableApp, stories: CustomerStory[]): Promise<number> {
  const shown = stories.map(({ booking }) =>
    app.read(teeTimeCalls.show.path.replace(':id', String(bookedTeeTimeId(booking)))),
  );
  return (await Promise.all(shown)).filter(({ status }) => status !== 200).length;
}

const bookedOf = (stories: CustomerStory[]) =>
  stories.filter(({ booking }) => booking.answers.at(-1)?.status === 200);

function reportLoad(fault: string, times: number, stories: CustomerStory[], costs: LossCount[]): void {
  tried({
    fault,
    times,
    lost: sumLosses(costs, 'lost'),
    doubled: sumLosses(costs, 'doubled'),
    note: `${stories.length} requested, ${bookedOf(stories).length} booked, ${stories.filter(({ cancel }) => cancel).length} canceled`,
  });
}
