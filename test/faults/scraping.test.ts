import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startBuiltInCourseSystem } from '../../src/integrations/course/simulator/built-in-course-system.ts';
import { simulatedCourseById } from '../../src/integrations/course/simulator/courses.ts';
import { simulatedOpenTimes } from '../../src/integrations/course/simulator/open-times.ts';
import { startBuiltInGateway } from '../../src/integrations/payment/built-in-gateway.ts';
import { openDatabase } from '../../src/server/database/open.ts';
import { prepareDatabase } from '../../src/server/database/prepare.ts';
import type { Db } from '../../src/server/process/context.ts';
import type { FaultPoint } from '../../src/server/process/fault-points.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { readSettings } from '../../src/server/process/settings.ts';
import { aCourse } from '../support/factories.ts';
import { attemptsPerFault, faultTable } from '../support/tried.ts';
import { createServerDatabase } from './killable-app.ts';

const tried = faultTable('gathering');
const serverUrl = process.env.TEST_DATABASE_URL;
/** The fault points before and after each commit of a scrape. */
const STEPS: FaultPoint[] = [
  'gathering.leased',
  'gathering.read',
  'merge.merging',
  'merge.merged',
  'gathering.recorded',
];
const DAYS = 3;

beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 180_000);

/**
 * The moment that the simulator's tee sheets show. The moment changes between two scrapes only, because on a busy machine
 * an answer may take long and would show another sheet than the one at its time.
 */
let sheetsAt = new Date();

/** Sets up a company with one course at a simulator that outlives every killed process. */
async function company() {
  const folder = mkdtempSync(join(tmpdir(), 'ric-gathering-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const simulator = await startBuiltInCourseSystem({
    file: join(folder, 'courses.jsonl'),
    sheetsAt: () => sheetsAt,
  });
  onTestFinished(() => simulator.close());
  const gateway = await startBuiltInGateway({ file: join(folder, 'gateway.jsonl') });
  onTestFinished(() => gateway.close());
  const made = await createServerDatabase(serverUrl ?? '');
  onTestFinished(made.drop);
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: folder,
    DATABASE_URL: made.url,
    DEMO: 'off',
    LOG_LEVEL: 'error',
    PORT: '0',
    GATEWAY_URL: gateway.url,
    COURSE_SYSTEM_URL: simulator.url,
    GATHER_SPACING_MS: '5',
  };
  // The database is closed, because it holds the lock of the data folder, which the processes need.
  await (await prepareDatabase(readSettings(env))).close();
  const { db, close } = await openDatabase({ databaseUrl: made.url, dataDir: null });
  onTestFinished(close);
  const course = await aCourse(db, { fore_up_id: '19000', days_out_to_scrape: DAYS - 1 });
  const start = (dies: FaultPoint | null): ChildProcess =>
    spawn(process.execPath, [join(projectRoot, 'dist', 'server', 'main.js')], {
      env: { ...env, ...(dies && { FAULT_POINT: dies }) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  return { db, course, start };
}

/** Makes every day of the course due for a scrape, with a dead process's lease expired. */
async function makeDue(db: Db): Promise<void> {
  sheetsAt = new Date();
  await sql`update course_days set next_look_at = now(), looked_at = null, digest = null`.execute(db);
  await sql`update course_hosts set leased_until = now() - interval '1 second'`.execute(db);
}

const looked = (db: Db) =>
  db.selectFrom('course_days').selectAll().where('looked_at', 'is not', null).orderBy('day').execute();

/**
 * Returns the differences between the stored open times and the simulator's offers at the last scrape, except times missed
 * for the first time.
 */
async function differences(db: Db): Promise<string[]> {
  const found: string[] = [];
  const there = simulatedCourseById('fore_up', '19000');
  for (const { day, open_count } of await looked(db)) {
    const rows = await db
      .selectFrom('fore_up_availabilities')
      .select(['available_time', 'starting_side', 'holes', 'missed_at'])
      .where('available_date', '=', day)
      .where('gone_at', 'is', null)
      .execute();
    const stored = rows
      .filter(({ missed_at }) => missed_at === null)
      .map((row) => `${row.available_time} ${row.starting_side} ${row.holes}`);
    const offered = there ? simulatedOpenTimes(there, day, sheetsAt) : [];
    const expected = offered.map(
      (time) => `${Number(time.time.replace(':', ''))} ${time.starting_side} ${time.holes}`,
    );
    const odd = [
      ...stored.filter((time) => !expected.includes(time)),
      ...expected.filter((time) => !stored.includes(time)),
    ];
    if (odd.length > 0 || stored.length !== expected.length)
      found.push(`${day}: other rows than offered (${odd.join(', ')})`);
    if (open_count !== rows.length) found.push(`${day}: counts ${open_count} of ${rows.length}`);
  }
  return found;
}

describe.skipIf(!serverUrl)('a process that gathers', () => {
  const ROUNDS = attemptsPerFault(10, 1);
  test(
    'and is killed at any step of a look leaves it to the next',
    { timeout: ROUNDS * 240_000 },
    async () => {
      const { db, start } = await company();
      for (let round = 0; round < ROUNDS; round += 1)
        for (const step of STEPS) {
          await makeDue(db);
          const dying = start(step);
          const [, signal] = await once(dying, 'exit');
          expect(signal, step).toBe('SIGKILL');
          await makeDue(db);
          const next = start(null);
          await expect
            .poll(async () => (await looked(db)).length, { timeout: 30_000, interval: 100 })
            .toBe(DAYS);
          next.kill('SIGTERM');
          const [code] = await once(next, 'exit');
          expect({ step, code, differences: await differences(db) }).toEqual({
            step,
            code: 0,
            differences: [],
          });
        }
      for (const step of STEPS) tried({ fault: `killed at ${step}`, times: ROUNDS, lost: 0, doubled: 0 });
    },
  );
});
