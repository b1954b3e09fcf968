import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { Database } from '../../../src/server/database/open.ts';
import type { Tried } from '../../support/tried.ts';
import { audit, bookProblems, gatewayBook, type AuditResult, type Cost, type Story } from '../crash-audit.ts';
import { nameOf, type Death } from '../crash-points.ts';
import {
  killableApp,
  letTimePass,
  newDatabase,
  UNHURRIED,
  QUICK_TRIES,
  type Intervals,
  type KillableApp,
} from '../killable-app.ts';
import { aStory, bookFirst, laterOf } from './stories.ts';

export type Dying = Death & { story: Story; tookMs: number };
type Dead = { dying: Dying; answered: Promise<unknown> };
type Pace = { retryMs: number; intervals: Intervals; env?: Record<string, string> };

/** Waits until a condition holds, for at most a minute or `withinMs`; only a failing test waits that long. */
export async function until(isSo: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`it is not so after ${withinMs} ms`);
    await pause(20);
  }
}

export async function inTurns<T>(
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
export async function openWork({ db }: Database): Promise<number> {
  await sql`update outbox set next_try_at = now() where state = 'waiting'`.execute(db);
  const { rows } = await sql<{ open: number }>`
    select (select count(*) from payment_attempts where state in ('created', 'unknown'))
      + (select count(*) from operations where state <> 'settled')
      + (select count(*) from outbox where state = 'waiting') as open`.execute(db);
  return Number(rows[0]?.open);
}

/** Runs work in the server's database: over another connection, or in the embedded database while the server is down. */
async function inDatabase(
  { app, database }: Office,
  work: (database: Database) => Promise<unknown>,
): Promise<void> {
  if (database) return void (await work(database));
  const opened = await app.database();
  await work(opened).finally(() => opened.close());
}

/** A server under test, with a connection to its database if that can be read while the server runs. */
export type Office = { app: KillableApp; database: Database | null };

/** Opens a company on a new database of the tests' PostgreSQL server. */
export async function onServer(serverUrl: string, certificates: number, pace: Pace) {
  const made = await newDatabase(serverUrl);
  onTestFinished(made.drop);
  const app = await killableApp({ databaseUrl: made.url, certificates, ...pace });
  onTestFinished(app.close);
  const database = await app.database();
  onTestFinished(database.close);
  return { app, database };
}

/** Opens a company on a separate embedded database. */
export async function onEmbedded(certificates: number, pace: Pace): Promise<KillableApp> {
  const app = await killableApp({ databaseUrl: null, certificates, ...pace });
  onTestFinished(app.close);
  return app;
}

/** Ends the server and opens its embedded database. */
export async function endedWith(app: KillableApp): Promise<Database> {
  await app.signal('SIGTERM');
  const database = await app.database();
  onTestFinished(database.close);
  return database;
}

/**
 * Sends the request during which the process dies; the client retries with its idempotency key. The dead process's leases
 * are then expired.
 */
async function die(office: Office, dying: Dying): Promise<Dead> {
  const { app, database } = office;
  const { story, way, after, dies } = dying;
  const moved = async () => (after ? (await gatewayBook(app.gatewayUrl))[after].length : 0);
  const movedBefore = await moved();
  const answered = app.ask(laterOf(story, app, way) ?? story.booking);
  answered.catch(() => undefined);
  if (after) {
    await until(async () => (await moved()) > movedBefore);
    await app.signal('SIGKILL');
  }
  // At this fault point the process dies only after the charge was given up.
  if (dies === 'reversal.recorded' && database) await letBeGivenUp(database);
  const signal = await Promise.race([app.ended(), pause(60_000, 'still alive')]);
  expect(signal, `${nameOf(dying)}, round ${dying.round}`).toBe('SIGKILL');
  await inDatabase(office, (opened) =>
    letTimePass(opened, UNHURRIED.leaseMs + (way.isGivenUp ? UNHURRIED.giveUpMs : 0)),
  );
  return { dying, answered };
}

/** Waits until the charge without an answer is unknown, then ages it so that it is given up. */
export async function letBeGivenUp(database: Database): Promise<void> {
  await until(async () => {
    const { rows } = await sql`select from payment_attempts where state = 'unknown'`.execute(database.db);
    return rows.length > 0;
  });
  await letTimePass(database, UNHURRIED.giveUpMs);
}

/** Waits until the client has its answer and no work is open; then the same idempotency key must get the same answer. */
async function putRight({ app, database }: Office, { dying, answered }: Dead): Promise<void> {
  const { story } = dying;
  const from = Date.now();
  await answered;
  if (database) await until(async () => (await openWork(database)) === 0);
  dying.tookMs = Date.now() - from;
  const asked = story.cancel ?? story.change ?? story.booking;
  await app.ask(asked);
  for (const answer of asked.answers) expect(answer).toEqual(asked.answers[0]);
}

const isUnanswered = (death: Death | undefined): boolean =>
  death !== undefined &&
  (/timeout|late/.test(`${death.way.card} ${death.way.change?.card}`) ||
    /-[LU]/.test(death.way.course ?? ''));

/** Only a process whose gateway or course does not answer must give up soon; any other gets all the time it needs. */
const triesOf = (deaths: Death[], index: number): Intervals =>
  isUnanswered(deaths[index]) || isUnanswered(deaths[index - 1]) ? QUICK_TRIES : UNHURRIED;

/** Starts one process for each death, and lets each process recover the work of the one before. */
export async function dieAndPutRight(office: Office, deaths: Death[]): Promise<Dying[]> {
  const { app, database } = office;
  const dyings = deaths.map((death): Dying => {
    const { card, course, cancel, isChanged } = death.way;
    const story = aStory(app, { card, course, tenders: (!!cancel && !isChanged) || death.round % 2 === 1 });
    return { ...death, story, tookMs: 0 };
  });
  await app.start(null, UNHURRIED);
  await inTurns(
    dyings.filter(({ way }) => way.cancel || way.change),
    4,
    (dying) => bookFirst(app, dying),
  );
  if (database) await until(async () => (await openWork(database)) === 0);
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

export const sumOf = (found: Cost[], what: keyof Cost) => found.reduce((sum, one) => sum + one[what], 0);

/** Compares RIC's tables, the answers to the clients and the gateway's own records; returns the differences. */
export async function soundness(app: KillableApp, database: Database, stories: Story[]) {
  const found = await audit(database.db, app.gatewayUrl, stories);
  const why = [...found.values()].flatMap((one) => one.why);
  const problems = await bookProblems(database.db, app.gatewayUrl);
  return { found, wrong: [...why, ...problems] };
}

/** Adds a line to the table of injected faults for each fault point. */
export function reportDeaths(
  tried: (line: Tried) => void,
  dyings: Dying[],
  found: Map<Story, AuditResult>,
  where: string,
) {
  for (const name of new Set(dyings.map(nameOf))) {
    const ours = dyings.filter((dying) => nameOf(dying) === name);
    const costs = ours.flatMap(({ story }) => found.get(story) ?? []);
    tried({
      fault: `killed ${ours[0]?.dies ? 'at ' : ''}${name}${where}`,
      times: ours.length,
      lost: sumOf(costs, 'lost'),
      doubled: sumOf(costs, 'doubled'),
      note: `put right within ${Math.max(...ours.map(({ tookMs }) => tookMs))} ms of the next start`,
    });
  }
}

export const endsOf = (dyings: Dying[]) =>
  dyings.map((dying) => [nameOf(dying), dying.round, dying.way.ends]);
export const endsFound = (dyings: Dying[], found: Map<Story, AuditResult>) =>
  dyings.map((dying) => [nameOf(dying), dying.round, found.get(dying.story)?.state]);
