import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';
import { attemptsPerFault, faultTable } from '../support/tried.ts';
import {
  CHANGE_SCENARIOS,
  deathsInScenarios,
  CRASH_SCENARIOS,
  EMBEDDED_CRASH_SCENARIOS,
  type ProcessDeath,
} from './crash-points.ts';
import {
  dieAndRecover,
  endAndOpenDatabase,
  actualEndings,
  expectedEndings,
  openOnEmbedded,
  openOnServer,
  reportDeaths,
  compareStories,
  type DyingProcess,
} from './crash/dying.ts';
import { UNHURRIED_INTERVALS } from './killable-app.ts';

const tried = faultTable('crash');
const serverUrl = process.env.TEST_DATABASE_URL;
const PACE = { retryMs: 100, intervals: UNHURRIED_INTERVALS };

beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 180_000);

const LANES = 3;
/** Splits the process deaths among parallel companies, by repetition, because within a repetition the order matters. */
const lanesOf = (deaths: ProcessDeath[]): ProcessDeath[][] =>
  Array.from({ length: LANES }, (_, lane) => deaths.filter(({ round }) => round % LANES === lane)).filter(
    (some) => some.length > 0,
  );

/**
 * Lets processes die at each fault point in one company, then compares its ledger, its answers to clients and its e-mails.
 */
async function dieInOneCompany(deaths: ProcessDeath[]) {
  const office = await openOnServer(serverUrl ?? '', deaths.length, PACE);
  const dyings = await dieAndRecover(office, deaths);
  const stories = dyings.map(({ story }) => story);
  const { found, wrong } = await compareStories(office.app, office.database, stories);
  const queued = await office.database.db.selectFrom('outbox').select('id').execute();
  const mails = readdirSync(office.app.mailbox).filter((file) => file.endsWith('.eml'));
  return { dyings, found, wrong, queued: queued.length, mailed: mails.length };
}

async function dieInLanes(deaths: ProcessDeath[], where: string) {
  const lanes = await Promise.all(lanesOf(deaths).map(dieInOneCompany));
  const dyings: DyingProcess[] = lanes.flatMap((lane) => lane.dyings);
  const found = new Map(lanes.flatMap((lane) => [...lane.found]));
  reportDeaths(tried, dyings, found, where);
  expect(lanes.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(actualEndings(dyings, found)).toEqual(expectedEndings(dyings));
  return lanes;
}

describe.skipIf(!serverUrl)('PostgreSQL', () => {
  const deaths = deathsInScenarios(CRASH_SCENARIOS, attemptsPerFault(20, 3));
  test('at every step: once or not at all', { timeout: deaths.length * 60_000 + 300_000 }, async () => {
    for (const { queued, mailed } of await dieInLanes(deaths, '')) expect(mailed).toBe(queued);
  });

  const changes = deathsInScenarios(CHANGE_SCENARIOS, attemptsPerFault(20, 2));
  test('at every step of a change', { timeout: changes.length * 60_000 + 300_000 }, async () => {
    await dieInLanes(changes, ', of a change');
  });
});

describe('embedded', () => {
  const deaths = deathsInScenarios(EMBEDDED_CRASH_SCENARIOS, attemptsPerFault(5, 1));
  test('at some steps: once or not at all', { timeout: deaths.length * 60_000 + 300_000 }, async () => {
    const app = await openOnEmbedded(deaths.length, PACE);
    const dyings = await dieAndRecover({ app, database: null }, deaths);
    const database = await endAndOpenDatabase(app);
    const stories = dyings.map(({ story }) => story);
    const { found, wrong } = await compareStories(app, database, stories);
    reportDeaths(tried, dyings, found, ', embedded');
    expect(wrong).toEqual([]);
    expect(actualEndings(dyings, found)).toEqual(expectedEndings(dyings));
  });
});
