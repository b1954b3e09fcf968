import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { booking as bookingCalls } from '../../src/areas/booking/booking.contract.ts';
import { roundChanges } from '../../src/areas/tee-times/repricing/round-changes.contract.ts';
import { teeTimes as teeTimeCalls } from '../../src/areas/tee-times/tee-times.contract.ts';
import type { Behaviour } from '../../src/outside/payment/test-cards.ts';
import type { Database } from '../../src/server/database/open.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { aBooking, aCard } from '../support/bookings.ts';
import { rounds, triedIn } from '../support/tried.ts';
import {
  audit,
  bookProblems,
  CHANGED_TO,
  gatewayBook,
  type Cost,
  type Found,
  type Story,
} from './crash-audit.ts';
import {
  CHANGE_SCENARIOS,
  deathsOf,
  nameOf,
  SCENARIOS,
  SOME_SCENARIOS,
  type Death,
  type Way,
} from './crash-points.ts';
import {
  DEFAULTS,
  killableDesk,
  newDatabase,
  SHORT,
  UNDER_LOAD,
  UNHURRIED,
  type Ask,
  type Intervals,
  type KillableDesk,
} from './killable-desk.ts';

const tried = triedIn('crash');
const serverUrl = process.env.TEST_DATABASE_URL;

beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 180_000);

// Stories ---------------------------------------------------------------------------------------------------

let told = 0;
const ask = (path: string, body: unknown): Ask => ({ path, body, key: randomUUID(), answers: [] });

type Told = { card: Behaviour | null; course?: string | undefined; tenders?: boolean };

/** A customer who will book; with `tenders` a club, a discount and a gift certificate are part of it. */
function aStory({ stock }: KillableDesk, { card, course = '', tenders = false }: Told): Story {
  told += 1;
  const email = `golfer${told}@crash.example`;
  const extras = tenders && {
    gift_cert_serial: stock.serials.pop(),
    discount_code: stock.discount,
    rental_clubs: [{ id: stock.club, quantity: 1 }],
  };
  const body = aBooking({
    course: stock.course,
    customer: { email },
    tee_time: { confirmation: `CRASH-${told}${course}` },
    ...extras,
    ...(card && { credit_card: aCard(card) }),
  });
  return { email, booking: ask(bookingCalls.book.path, body) };
}

const Booked = z.object({ tee_time: z.object({ id: z.number() }) });

const idOf = (booking: Ask): number => Booked.parse(booking.answers.at(-1)?.body).tee_time.id;

function addCancel(story: Story, cancel: NonNullable<Way['cancel']>): Ask {
  const id = idOf(story.booking);
  story.refund = cancel.refund ? cancel.refund_amount : 0;
  story.cancel = ask(teeTimeCalls.cancel.path, { id, ...cancel });
  return story.cancel;
}

/** What a player pays: of $412.00 for four, and of the $10.00 that a discount takes off. */
const EACH = { plain: 10_300, discounted: 10_050 };

/** A change to so many players at frozen terms, by what was told last. */
function addChange(story: Story, desk: KillableDesk, { players, card }: NonNullable<Way['change']>): Ask {
  const { booking } = z.object({ booking: Sent }).parse(story.booking.body);
  const from = story.before ? CHANGED_TO : 4;
  const each = booking.discount_code === undefined ? EACH.plain : EACH.discounted;
  const { play_date, play_time } = booking.tee_time;
  story.players = players;
  return ask(roundChanges.change.path, {
    ...{ id: idOf(story.booking), players, play_date, play_time, course: { id: desk.stock.course } },
    ...{ terms: 'frozen', difference: 'settle', shown_difference: (players - from) * each },
    ...(card && { credit_card: aCard(card) }),
  });
}
const Sent = z.object({
  discount_code: z.string().optional(),
  tee_time: z.object({ play_date: z.string(), play_time: z.string() }),
});

/** The request that dies, of one that was booked before. */
const laterOf = (story: Story, desk: KillableDesk, { cancel, change }: Way): Ask | null => {
  if (cancel) return addCancel(story, cancel);
  return change ? (story.change = addChange(story, desk, change)) : null;
};

/** Books, and where the way wants it changes it by a card of its own. */
async function bookFirst(desk: KillableDesk, { story, way }: Dying): Promise<void> {
  const done = { status: 200, body: expect.anything() };
  expect(await desk.ask(story.booking)).toEqual(done);
  if (!way.isChanged) return;
  const change = addChange(story, desk, { players: CHANGED_TO, card: 'approved' });
  expect(await desk.ask(change)).toEqual(done);
  story.before = change;
}

async function inTurns<T>(items: T[], atOnce: number, work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

// Waiting until all is put right ----------------------------------------------------------------------------

/** What nobody has decided yet. A mail that a dead process had taken comes free after a few minutes: here at once. */
async function openWork({ db }: Database): Promise<number> {
  await sql`update outbox set next_try_at = now() where state = 'waiting'`.execute(db);
  const { rows } = await sql<{ open: number }>`
    select (select count(*) from payment_attempts where state in ('created', 'unknown'))
      + (select count(*) from operations where state <> 'settled')
      + (select count(*) from outbox where state = 'waiting') as open`.execute(db);
  return Number(rows[0]?.open);
}

async function until(isSo: () => Promise<boolean>, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`it is not so after ${withinMs} ms`);
    await pause(20);
  }
}

// Deaths at a step ------------------------------------------------------------------------------------------

type Dying = Death & { story: Story; tookMs: number; mayTakeMs: number };
type Dead = { dying: Dying; diedAt: number; answered: Promise<unknown> };

/** Time for the work itself, on top of the pauses that the protocol makes; a machine as busy as a start shows takes longer. */
const WORK_MS = 2_000;
const USUAL_START_MS = 2_000;

/** Sends the request that dies; the client goes on asking with its key, whoever answers. */
async function die(desk: KillableDesk, dying: Dying): Promise<Dead> {
  const { story, way, after } = dying;
  const moved = async () => (after ? (await gatewayBook(desk.gatewayUrl))[after].length : 0);
  const movedBefore = await moved();
  const answered = desk.ask(laterOf(story, desk, way) ?? story.booking);
  answered.catch(() => undefined);
  if (after) {
    await until(async () => (await moved()) > movedBefore, 60_000);
    await desk.signal('SIGKILL');
  }
  const signal = await Promise.race([desk.ended(), pause(60_000, 'still alive')]);
  expect(signal, `${nameOf(dying)}, round ${dying.round}`).toBe('SIGKILL');
  return { dying, answered, diedAt: Date.now() };
}

/**
 * Waits until the client has its answer and nothing is left to do; the same key once more must answer the same. By the
 * process that died and one that took so long to start.
 */
async function putRight(
  desk: KillableDesk,
  { dying, diedAt, answered }: Dead,
  { database, startMs }: { database: Database | null; startMs: number },
): Promise<void> {
  const { story, way } = dying;
  const { everyMs, giveUpMs, leaseMs } = desk.intervals;
  const free = diedAt + (way.isGivenUp ? giveUpMs : leaseMs);
  const from = Math.max(Date.now(), free);
  await answered;
  if (database) await until(async () => (await openWork(database)) === 0, 60_000);
  dying.tookMs = Math.max(0, Date.now() - from);
  dying.mayTakeMs = 2 * everyMs + WORK_MS * Math.max(1, startMs / USUAL_START_MS);
  const asked = story.cancel ?? story.change ?? story.booking;
  await desk.ask(asked);
  for (const answer of asked.answers) expect(answer).toEqual(asked.answers[0]);
}

/** Every process but the last is started to die, and puts right what the one before it left. */
async function dieAndPutRight(desk: KillableDesk, deaths: Death[], database: Database | null) {
  const dyings = deaths.map((death): Dying => {
    const { card, course, cancel, isChanged } = death.way;
    const story = aStory(desk, { card, course, tenders: (!!cancel && !isChanged) || death.round % 2 === 1 });
    return { ...death, story, tookMs: 0, mayTakeMs: 0 };
  });
  await desk.start(null, UNHURRIED);
  await inTurns(
    dyings.filter(({ way }) => way.cancel || way.change),
    4,
    (dying) => bookFirst(desk, dying),
  );
  if (database) await until(async () => (await openWork(database)) === 0, 60_000);
  await desk.signal('SIGTERM');

  let dead: Dead | null = null;
  for (const dying of dyings) {
    const startMs = await desk.start(dying.dies);
    if (dead) await putRight(desk, dead, { database, startMs });
    dead = await die(desk, dying);
  }
  const startMs = await desk.start();
  if (dead) await putRight(desk, dead, { database, startMs });
  return dyings;
}

// What it cost ----------------------------------------------------------------------------------------------

const sumOf = (found: Cost[], what: keyof Cost) => found.reduce((sum, one) => sum + one[what], 0);

/** Whether our tables, what the clients were told and the gateway's book say the same. */
async function soundness(desk: KillableDesk, database: Database, stories: Story[]) {
  const found = await audit(database.db, desk.gatewayUrl, stories);
  const why = [...found.values()].flatMap((one) => one.why);
  const problems = await bookProblems(database.db, desk.gatewayUrl);
  return { found, wrong: [...why, ...problems] };
}

/** A line of the table for each step. */
function reportDeaths(dyings: Dying[], found: Map<Story, Found>, where: string): void {
  for (const name of new Set(dyings.map(nameOf))) {
    const ours = dyings.filter((dying) => nameOf(dying) === name);
    const costs = ours.flatMap(({ story }) => found.get(story) ?? []);
    tried({
      fault: `killed ${ours[0]?.dies ? 'at ' : ''}${name}${where}`,
      times: ours.length,
      lost: sumOf(costs, 'lost'),
      doubled: sumOf(costs, 'doubled'),
      note: `put right within ${Math.max(...ours.map(({ tookMs }) => tookMs))} ms, two rounds are ${2 * SHORT.everyMs}`,
    });
  }
}

/** Every one that took longer to put right than two rounds and the work. */
const lateOf = (dyings: Dying[]) =>
  dyings
    .filter(({ tookMs, mayTakeMs }) => tookMs >= mayTakeMs)
    .map((dying) => `${nameOf(dying)}, round ${dying.round}: ${dying.tookMs} of ${dying.mayTakeMs} ms`);

const endsOf = (dyings: Dying[]) => dyings.map((dying) => [nameOf(dying), dying.round, dying.way.ends]);
const endsFound = (dyings: Dying[], found: Map<Story, Found>) =>
  dyings.map((dying) => [nameOf(dying), dying.round, found.get(dying.story)?.state]);

type Pace = { retryMs: number; intervals: Intervals; env?: Record<string, string> };

/** A desk on the tests' PostgreSQL server, with a look into its database while it runs. */
async function onServer(certificates: number, pace: Pace) {
  const made = await newDatabase(serverUrl ?? '');
  onTestFinished(made.drop);
  const desk = await killableDesk({ databaseUrl: made.url, certificates, ...pace });
  onTestFinished(desk.close);
  const database = await desk.database();
  onTestFinished(database.close);
  return { desk, database };
}

async function onEmbedded(certificates: number, pace: Pace) {
  const desk = await killableDesk({ databaseUrl: null, certificates, ...pace });
  onTestFinished(desk.close);
  return desk;
}

/** Ends the server, whose embedded database can be looked into then. */
async function endedWith(desk: KillableDesk): Promise<Database> {
  await desk.signal('SIGTERM');
  const database = await desk.database();
  onTestFinished(database.close);
  return database;
}

const mailsIn = (folder: string) => readdirSync(folder).filter((file) => file.endsWith('.eml'));

describe.skipIf(!serverUrl)('PostgreSQL', () => {
  const deaths = deathsOf(SCENARIOS, rounds(20, 3));
  test('at every step: once or not at all', { timeout: deaths.length * 60_000 + 300_000 }, async () => {
    const { desk, database } = await onServer(deaths.length, { retryMs: 100, intervals: SHORT });
    const dyings = await dieAndPutRight(desk, deaths, database);
    const stories = dyings.map(({ story }) => story);
    const { found, wrong } = await soundness(desk, database, stories);
    reportDeaths(dyings, found, '');
    expect({ wrong, late: lateOf(dyings) }).toEqual({ wrong: [], late: [] });
    expect(endsFound(dyings, found)).toEqual(endsOf(dyings));
    const queued = await database.db.selectFrom('outbox').select('id').execute();
    expect(mailsIn(desk.mailbox)).toHaveLength(queued.length);
  });

  const changes = deathsOf(CHANGE_SCENARIOS, rounds(20, 2));
  test('at every step of a change', { timeout: changes.length * 60_000 + 300_000 }, async () => {
    const { desk, database } = await onServer(changes.length, { retryMs: 100, intervals: SHORT });
    const dyings = await dieAndPutRight(desk, changes, database);
    const { found, wrong } = await soundness(
      desk,
      database,
      dyings.map(({ story }) => story),
    );
    reportDeaths(dyings, found, ', of a change');
    expect({ wrong, late: lateOf(dyings) }).toEqual({ wrong: [], late: [] });
    expect(endsFound(dyings, found)).toEqual(endsOf(dyings));
  });

  const KILLS = rounds(300, 20);
  test('at any moment, under load', { timeout: KILLS * 60_000 + 300_000 }, async () => {
    const { desk, database } = await onServer(KILLS * 10, { retryMs: 500, intervals: UNDER_LOAD });
    const load = startLoad(desk, 20, 30);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await desk.start();
      // So that each process gets somewhere, however busy the machine is.
      const enough = load.answered() + Math.random() * 20;
      await until(async () => load.answered() > enough, 60_000);
      await pause(Math.random() * 100);
      await desk.signal('SIGKILL');
    }
    await desk.start();
    const { stories, failures } = await load.end();
    await until(async () => (await openWork(database)) === 0, 240_000);
    // A charge that came after its booking was given up is given back in the rounds that follow.
    await until(async () => (await bookProblems(database.db, desk.gatewayUrl)).length === 0, 60_000);
    const { found, wrong } = await soundness(desk, database, stories);
    reportLoad('killed at any moment, 20 bookings a second', KILLS, stories, [...found.values()]);
    expect({ wrong, failures }).toEqual({ wrong: [], failures: [] });
    expect(mailsIn(desk.mailbox)).toHaveLength(2 * bookedOf(stories).length);
  });
});

describe('embedded', () => {
  const deaths = deathsOf(SOME_SCENARIOS, rounds(5, 1));
  test('at some steps: once or not at all', { timeout: deaths.length * 60_000 + 300_000 }, async () => {
    const desk = await onEmbedded(deaths.length, { retryMs: 100, intervals: SHORT });
    const dyings = await dieAndPutRight(desk, deaths, null);
    const database = await endedWith(desk);
    const stories = dyings.map(({ story }) => story);
    const { found, wrong } = await soundness(desk, database, stories);
    reportDeaths(dyings, found, ', embedded');
    expect({ wrong, late: lateOf(dyings) }).toEqual({ wrong: [], late: [] });
    expect(endsFound(dyings, found)).toEqual(endsOf(dyings));
  });

  const STARTS = rounds(10, 3);
  test('a second start finds every acknowledged booking', { timeout: STARTS * 300_000 }, async () => {
    // All that was acknowledged is asked for at once, beside the load: nobody is refused for that here.
    const env = { CALLS_AT_ONCE: '1000' };
    const desk = await onEmbedded(STARTS * 20, { retryMs: 500, intervals: UNDER_LOAD, env });
    await desk.start();
    const load = startLoad(desk, 10, 12);
    let missing = 0;
    for (let start = 0; start < STARTS; start += 1) {
      const known = bookedOf(load.stories).length;
      await until(async () => bookedOf(load.stories).length >= known + 10, 240_000);
      await pause(Math.random() * 1_000);
      await desk.signal('SIGKILL');
      const acknowledged = bookedOf(load.stories);
      await desk.start();
      missing += await countMissing(desk, acknowledged);
    }
    const { stories, failures } = await load.end();
    const database = await endedWith(desk);
    const { found, wrong } = await soundness(desk, database, stories);
    const costs = [...found.values(), { lost: missing, doubled: 0 }];
    reportLoad('second start after SIGKILL under load, embedded', STARTS, stories, costs);
    expect(missing).toBe(0);
    expect({ wrong, failures }).toEqual({ wrong: [], failures: [] });
  });
});

/** What a person at the telephone may wait for once the gateway or the course has done its part. */
const MAY_WAIT_MS = 60_000;
const PROMPT_DEATHS = ['booking.answered', 'refund.answered', 'cancel.course_answered'];

test('on the settings as they are a crash is settled within a minute', { timeout: 240_000 }, async () => {
  const deaths = deathsOf(SCENARIOS, 1).filter(({ dies }) => PROMPT_DEATHS.includes(dies ?? ''));
  const desk = await onEmbedded(deaths.length, { retryMs: 100, intervals: DEFAULTS });
  await desk.start();
  const dyings = deaths.slice(0, PROMPT_DEATHS.length).map((death): Dying => {
    const { card, course } = death.way;
    return { ...death, story: aStory(desk, { card, course }), tookMs: 0, mayTakeMs: MAY_WAIT_MS };
  });
  for (const { way, story } of dyings) if (way.cancel) await desk.ask(story.booking);
  await desk.signal('SIGTERM');
  const settled: Promise<void>[] = [];
  for (const dying of dyings) {
    await desk.start(dying.dies);
    const { answered, diedAt } = await die(desk, dying);
    settled.push(answered.then(() => void (dying.tookMs = Date.now() - diedAt)));
  }
  await desk.start();
  await Promise.all(settled);
  const database = await endedWith(desk);
  const stories = dyings.map(({ story }) => story);
  const { found, wrong } = await soundness(desk, database, stories);
  for (const dying of dyings)
    tried({
      fault: `killed at ${nameOf(dying)}, default settings`,
      times: 1,
      ...{ lost: found.get(dying.story)?.lost ?? 1, doubled: found.get(dying.story)?.doubled ?? 0 },
      note: `put right ${Math.round(dying.tookMs / 1000)} s after the death`,
    });
  expect(dyings).toHaveLength(PROMPT_DEATHS.length);
  expect({ wrong, late: lateOf(dyings) }).toEqual({ wrong: [], late: [] });
  expect(endsFound(dyings, found)).toEqual(endsOf(dyings));
});

// Load ------------------------------------------------------------------------------------------------------

const CARDS: (Behaviour | null)[] = [
  ...Array<Behaviour>(7).fill('approved'),
  ...(['declined', 'timeout_after', 'error_after', 'reset_after'] as const),
  null,
];

/** Clients who come so many a second whether the desk is there or not, but not while too many wait; one in six cancels. */
function startLoad(desk: KillableDesk, perSecond: number, mostWaiting: number) {
  const stories: Story[] = [];
  const coming = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const come = () => {
    if (coming.size >= mostWaiting) return;
    const number = stories.length;
    const card = CARDS[number % CARDS.length] ?? null;
    const story = aStory(desk, { card, tenders: number % 5 === 0 && desk.stock.serials.length > 0 });
    stories.push(story);
    const one = comes(desk, story, number % 6 === 0)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => coming.delete(one));
    coming.add(one);
  };
  const timer = setInterval(come, 1_000 / perSecond);
  onTestFinished(() => clearInterval(timer));
  return {
    stories,
    answered: () => stories.filter(({ booking }) => booking.answers.length > 0).length,
    /** Answers everybody who came, once all have their answers, and who never got one. */
    end: async () => {
      clearInterval(timer);
      await Promise.all(coming);
      return { stories, failures };
    },
  };
}

async function comes(desk: KillableDesk, story: Story, cancels: boolean): Promise<void> {
  const { status } = await desk.ask(story.booking);
  if (status === 200 && cancels) await desk.ask(addCancel(story, { cancel: true, refund: true }));
}

/** How many of those who were told that they are booked the screens do not show. */
async function countMissing(desk: KillableDesk, stories: Story[]): Promise<number> {
  const shown = stories.map(({ booking }) =>
    desk.read(teeTimeCalls.show.path.replace(':id', String(idOf(booking)))),
  );
  return (await Promise.all(shown)).filter(({ status }) => status !== 200).length;
}

const bookedOf = (stories: Story[]) =>
  stories.filter(({ booking }) => booking.answers.at(-1)?.status === 200);

function reportLoad(fault: string, times: number, stories: Story[], costs: Cost[]): void {
  tried({
    fault,
    times,
    lost: sumOf(costs, 'lost'),
    doubled: sumOf(costs, 'doubled'),
    note: `${stories.length} requested, ${bookedOf(stories).length} booked, ${stories.filter(({ cancel }) => cancel).length} canceled`,
  });
}
