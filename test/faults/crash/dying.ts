import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { Database } from '../../../src/server/database/open.ts';
import type { FaultTally } from '../../support/tried.ts';
import {
  auditStories,
  ledgerAndGatewayProblems,
  gatewayMovements,
  type AuditResult,
  type LossCount,
  type CustomerStory,
} from '../crash-audit.ts';
import { scenarioName, type ProcessDeath } from '../crash-points.ts';
import {
  killableApp,
  ageOpenWork,
  createServerDatabase,
  UNHURRIED_INTERVALS,
  QUICK_TRIES,
  type PaymentIntervals,
  type KillableApp,
} from '../killable-app.ts';
import { aStory, bookFirst, laterRequestOf } from './stories.ts';

export type DyingProcess = ProcessDeath & { story: CustomerStory; tookMs: number };
type Dead = { dying: DyingProcess; answered: Promise<unknown> };
type Pace = { retryMs: number; intervals: PaymentIntervals; env?: Record<string, string> };

/** Waits until a condition holds, for at most a minute or `withinMs`; only a failing test waits that long. */
export async function waitForCondition(isSo: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`it is not so after ${withinMs} ms`);
    await pause(20);
  }
}

export async function workInTurns<T>(
  items: T[],
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/**
 * Counts the open work. An e-mail that a dead process had claimed would be free only after minutes, so it is freed at once.
 */
export async function countOpenWork({ db }: Database): Promise<number> {
  await sql`update outbox set next_try_at = now() where state = 'waiting'`.execute(db);
  const { rows } = await sql<{ open: number }>`
    select (select count(*) from payment_attempts where state in ('created', 'unknown'))
      + (select count(*) from operations where state <> 'settled')
      + (select count(*) from outbox where state = 'waiting') as open`.execute(db);
  return Number(rows[0]?.open);
}

/** Runs work in the server's database: over another connection, or in the embedded database while the server is down. */
async function inDatabase(
  { app, database }: ServerUnderTest,
  work: (database: Database) => Promise<unknown>,
): Promise<void> {
  if (database) return void (await work(database));
  const opened = await app.database();
  await work(opened).finally(() => opened.close());
}

/** A server under test, with a connection to its database if that can be read while the server runs. */
export type ServerUnderTest = { app: KillableApp; database: Database | null };

/** Opens a company on a new database of the tests' PostgreSQL server. */
export async function openOnServer(serverUrl: string, certificates: number, pace: Pace) {
  const made = await createServerDatabase(serverUrl);
  onTestFinished(made.drop);
  const app = await killableApp({ databaseUrl: made.url, certificates, ...pace });
  onTestFinished(app.close);
  const database = await app.database();
  onTestFinished(database.close);
  return { app, database };
}

/** Opens a company on a separate embedded database. */
export async function openOnEmbedded(certificates: number, pace: Pace): Promise<KillableApp> {
  const app = await killableApp({ databaseUrl: null, certificates, ...pace });
  onTestFinished(app.close);
  return app;
}

/** Ends the server and opens its embedded database. */
export async function endAndOpenDatabase(app: KillableApp): Promise<Database> {
  await app.signal('SIGTERM');
  const database = await app.database();
  onTestFinished(database.close);
  return database;
}

/**
 * Sends the request during which the process dies; the client retries with its idempotency key. The dead process's leases
 * are then expired.
 */
async function die(office: ServerUnderTest, dying: DyingProcess): Promise<Dead> {
  const { app, database } = office;
  const { story, way, after, dies } = dying;
  const moved = async () => (after ? (await gatewayMovements(app.gatewayUrl))[after].length : 0);
  const movedBefore = await moved();
  const answered = app.ask(laterRequestOf(story, app, way) ?? story.booking);
  answered.catch(() => undefined);
  if (after) {
    await waitForCondition(async () => (await moved()) > movedBefore);
    await app.signal('SIGKILL');
  }
  // At this fault point the process dies only after the charge was given up.
  if (dies === 'reversal.recorded' && database) await ageUnansweredCharge(database);
  const signal = await Promise.race([app.ended(), pause(60_000, 'still alive')]);
  expect(signal, `${scenarioName(dying)}, round ${dying.round}`).toBe('SIGKILL');
  await inDatabase(office, (opened) =>
    ageOpenWork(opened, UNHURRIED_INTERVALS.leaseMs + (way.isGivenUp ? UNHURRIED_INTERVALS.giveUpMs : 0)),
  );
  return { dying, answered };
}

/** Waits until the charge without an answer is unknown, then ages it so that it is given up. */
export async function ageUnansweredCharge(database: Database): Promise<void> {
  await waitForCondition(async () => {
    const { rows } = await sql`select from payment_attempts where state = 'unknown'`.execute(database.db);
    return rows.length > 0;
  });
  await ageOpenWork(database, UNHURRIED_INTERVALS.giveUpMs);
}

/** Waits until the client has its answer and no work is open; then the same idempotency key must get the same answer. */
async function putRight({ app, database }: ServerUnderTest, { dying, answered }: Dead): Promise<void> {
  const { story } = dying;
  const from = Date.now();
  await answered;
  if (database) await waitForCondition(async () => (await countOpenWork(database)) === 0);
  dying.tookMs = Date.now() - from;
  const asked = story.cancel ?? story.change ?? story.booking;
  await app.ask(asked);
  for (const answer of asked.answers) expect(answer).toEqual(asked.answers[0]);
}

const isUnanswered = (death: ProcessDeath | undefined): boolean =>
  death !== undefined &&
  (/timeout|late/.test(`${death.way.card} ${death.way.change?.card}`) ||
    /-[LU]/.test(death.way.course ?? ''));

/** Only a process whose gateway or course does not answer must give up soon; any other gets all the time it needs. */
const triesOf = (deaths: ProcessDeath[], index: number): PaymentIntervals =>
  isUnanswered(deaths[index]) || isUnanswered(deaths[index - 1]) ? QUICK_TRIES : UNHURRIED_INTERVALS;

/** Starts one process for each death, and lets each process recover the work of the one before. */
export async function dieAndRecover(
  office: ServerUnderTest,
  deaths: ProcessDeath[],
): Promise<DyingProcess[]> {
  const { app, database } = office;
  const dyings = deaths.map((death): DyingProcess => {
    const { card, course, cancel, isChanged } = death.way;
    const story = aStory(app, { card, course, tenders: (!!cancel && !isChanged) || death.round % 2 === 1 });
    return { ...death, story, tookMs: 0 };
  });
  await app.start(null, UNHURRIED_INTERVALS);
  await workInTurns(
    dyings.filter(({ way }) => way.cancel || way.change),
    4,
    (dying) => bookFirst(app, dying),
  );
  if (database) await waitForCondition(async () => (await countOpenWork(database)) === 0);
  await app.signal('SIGTERM');

  let dead: Dead | null = null;
  for (const [index, dying] of dyings.entries()) {
    await app.start(dying.dies, triesOf(deaths, index));
    if (dead) await putRight(office, dead);
    dead = await die(office, dying);
  }
  await app.start(null, triesOf(deaths, dyings.length));
  if (dead) await putRight(office, dead);
  return dyings;
}

// Counting what was lost or done twice ----------------------------------------------------------------------

export const sumLosses = (found: LossCount[], what: keyof LossCount) =>
  found.reduce((sum, one) => sum + one[what], 0);

/** Compares RIC's tables, the answers to the clients and the gateway's own records; returns the differences. */
export async function compareStories(app: KillableApp, database: Database, stories: CustomerStory[]) {
  const found = await auditStories(database.db, app.gatewayUrl, stories);
  const why = [...found.values()].flatMap((one) => one.why);
  const problems = await ledgerAndGatewayProblems(database.db, app.gatewayUrl);
  return { found, wrong: [...why, ...problems] };
}

/** Adds a line to the table of injected faults for each fault point. */
export function reportDeaths(
  tried: (line: FaultTally) => void,
  dyings: DyingProcess[],
  found: Map<CustomerStory, AuditResult>,
  where: string,
) {
  for (const name of new Set(dyings.map(scenarioName))) {
    const ours = dyings.filter((dying) => scenarioName(dying) === name);
    const costs = ours.flatMap(({ story }) => found.get(story) ?? []);
    tried({
      fault: `killed ${ours[0]?.dies ? 'at ' : ''}${name}${where}`,
      times: ours.length,
      lost: sumLosses(costs, 'lost'),
      doubled: sumLosses(costs, 'doubled'),
      note: `put right within ${Math.max(...ours.map(({ tookMs }) => tookMs))} ms of the next start`,
    });
  }
}

export const expectedEndings = (dyings: DyingProcess[]) =>
  dyings.map((dying) => [scenarioName(dying), dying.round, dying.way.ends]);
export const actualEndings = (dyings: DyingProcess[], found: Map<CustomerStory, AuditResult>) =>
  dyings.map((dying) => [scenarioName(dying), dying.round, found.get(dying.story)?.state]);
