import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/server/database/open.ts';
import { testApp } from '../support/app.ts';
import { ownServerDatabase } from '../support/database.ts';
import { aCourse } from '../support/factories.ts';
import { IS_FULL_RUN, type FaultTally } from '../support/tried.ts';
import * as approving from './race-approvals.ts';
import { listenForCommits } from './race-discount.ts';
import * as waiting from './race-open-times.ts';
import type { RaceRound } from './race-rounds.ts';
import { isDamaged, startListening, signInCrowd, type RaceDamage } from './racing.ts';
import { openWithoutLock, type RemovedSafeguard } from './without-lock.ts';

const FEWEST = 8;
const MOST = 16;

// The time-outs are long, because eight to sixteen sessions share two cores and nothing here measures time.
const PATIENT = {
  PAYMENT_TRY_MS: '10000',
  PAYMENT_TOTAL_MS: '25000',
  RECONCILE_LEASE_MS: '60000',
  REFUND_APPROVAL_ABOVE: approving.APPROVAL_ABOVE,
};

export type Race = (round: RaceRound) => Promise<RaceDamage>;

/**
 * Opens the application on a database and returns a function that runs a race test there: it takes the race's function and
 * the number of the repetition, and returns the damage.
 */
export function raceTrack(open: () => Promise<Database>, { checkBooks }: { checkBooks: boolean }) {
  let database: Database;
  let everybody: Omit<RaceRound, 'number'>;
  const app = testApp({ settings: PATIENT, checkBooks, database: async () => (database = await open()) });
  beforeAll(async () => {
    const stranger = await startListening(app);
    const commits = await listenForCommits(database.pool);
    await waiting.notifyOfQueueCommits(database.pool);
    const course = (await aCourse(app.db)).id;
    const agents = await signInCrowd(app, stranger, { count: MOST, level: 'sdgr' });
    const admins = await signInCrowd(app, stranger, { count: MOST, level: 'admin' });
    everybody = { app, course, agents, admins, stranger, commits };
  });
  afterAll(() => everybody.commits.stop());
  return async (race: Race, number: number): Promise<RaceDamage> => {
    const { agents, admins } = everybody;
    const count = FEWEST + (number % (MOST - FEWEST + 1));
    const these = { agents: agents.slice(0, count), admins: admins.slice(0, count) };
    return race({ ...everybody, ...these, number });
  };
}

export type RaceControl = {
  fault: string;
  race: Race;
  /** The text of the SQL statement that loses its lock; absent if the race itself lacks the safeguard. */
  statement?: string;
  /** The part of the SQL statement to remove, if it is not a lock. */
  decides?: RemovedSafeguard;
  /** Another safeguard of the program to remove as well. */
  alsoDrop?: string;
  times: number;
  /** The least share of repetitions in which the checks must see the damage. */
  least: number;
};

/**
 * Tests the race's checks: a race without failures proves nothing, so without its safeguard the same checks must see the
 * damage. The full run requires the share in `times` repetitions; the short run continues until that many were caught, for
 * at most ten times as many repetitions, because chance plays a larger part in a few.
 */
export function testRaceControl(control: RaceControl, tried: (line: FaultTally) => void): void {
  let unlocked: ReturnType<typeof openWithoutLock> | undefined;
  const run = raceTrack(
    async () => {
      const database = await ownServerDatabase();
      if (control.alsoDrop) await sql.raw(control.alsoDrop).execute(database.db);
      if (control.statement === undefined) return database;
      unlocked = openWithoutLock(database, control.statement, control.decides);
      return unlocked;
    },
    { checkBooks: false },
  );

  test('is caught', async () => {
    const { fault, race, times } = control;
    const least = Math.ceil(control.least * times);
    const most = IS_FULL_RUN ? times : 10 * times;
    let caught = 0;
    let raced = 0;
    for (; raced < most && (IS_FULL_RUN || caught < least); raced += 1)
      if (isDamaged(await run(race, raced))) caught += 1;
    tried({ fault, times: raced, lost: 0, doubled: 0, note: `caught in ${caught} of ${raced} rounds` });
    if (control.statement !== undefined) expect(unlocked?.taken).toBeGreaterThanOrEqual(raced);
    expect(caught).toBeGreaterThanOrEqual(least);
  });
}
