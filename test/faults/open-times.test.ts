import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordScrape, type ScrapeToRecord } from '../../src/areas/scraping/merge/record-scrape.steps.ts';
import { openDatabase, type Database } from '../../src/server/database/open.ts';
import type { FaultPoint } from '../../src/server/process/fault-points.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { testApp } from '../support/app.ts';
import { ownServerDatabase } from '../support/database.ts';
import { aCourse, aRate } from '../support/factories.ts';
import { anOfferedTime, scrapedTimes } from '../support/scrapes.ts';
import { attemptsPerFault, faultTable } from '../support/tried.ts';
import { startCutProxy, type ConnectionCut } from './cut-proxy.ts';

const tried = faultTable('open-times');
const DAY = '2030-06-01';
const [FIRST, SECOND] = ['2030-05-20T10:00:00.000Z', '2030-05-20T10:02:00.000Z'];
const ROUNDS = attemptsPerFault(20, 2);

describe.skipIf(!process.env.TEST_DATABASE_URL)('a look that is interrupted', () => {
  let databaseUrl = '';
  const app = testApp({
    database: async () => {
      const database = await ownServerDatabase();
      databaseUrl = database.pool.options.connectionString ?? '';
      return database;
    },
  });

  /**
   * Makes a course with six open times on a day, and a scrape that changes two, misses one and adds one that a lead waits
   * for.
   */
  async function aLook(): Promise<ScrapeToRecord> {
    const { id: course_id } = await aCourse(app.db);
    await aRate(app.db, course_id);
    const lead = { course_id, players: 2, lead_date: DAY, play_time: '08:00' };
    await app.db.insertInto('lost_leads').values([lead, lead]).execute();
    const at = { course_id, day: DAY, next_look_at: SECOND };
    const times = ['05:00', '05:10', '05:20', '05:30', '05:40', '05:50'];
    const first = times.map((time) => anOfferedTime(DAY, time));
    await recordScrape(app.context, { ...at, read: scrapedTimes(FIRST, first) });
    const changed = first.slice(1).map((time, index) => (index < 2 ? { ...time, spots: [1] } : time));
    return { ...at, read: scrapedTimes(SECOND, [...changed, anOfferedTime(DAY, '08:00')]) };
  }

  /**
   * Returns the stored result of a scrape, without the parts that differ between courses; reads it in one statement,
   * because a commit may be under way.
   */
  async function left({ course_id }: ScrapeToRecord): Promise<string> {
    const { rows } = await sql<{ left: unknown }>`select jsonb_build_array(
      (select jsonb_agg(to_jsonb(x) order by x.available_time) from (
        select available_time, spots, new_at, missed_at, gone_at, rate_id is not null as is_rated,
          (select count(*) from availability_queues q where q.fore_up_availability_id = a.id) as queued
        from fore_up_availabilities a where course_id = ${course_id}) x),
      (select jsonb_agg(to_jsonb(x)) from (select looked_at, completed_at, changed_at, digest, open_count, kinds
        from course_days where course_id = ${course_id}) x)) as left`.execute(app.db);
    return JSON.stringify(rows);
  }

  let before = '';
  let after = '';
  beforeAll(async () => {
    const undisturbed = await aLook();
    before = await left(undisturbed);
    expect(await recordScrape(app.context, undisturbed)).toEqual({ changed: 4 });
    after = await left(undisturbed);
    expect(after).not.toBe(before);
  });

  /** Expects that a scrape was recorded completely or not at all; then the next process records it completely, once. */
  async function judge(look: ScrapeToRecord, fault: string) {
    const stands = await left(look);
    expect([before, after], fault).toContain(stands);
    await recordScrape(app.context, look);
    expect(await left(look), fault).toBe(after);
    return stands === after;
  }

  const STEPS: [FaultPoint, isDone: boolean][] = [
    ['merge.merging', false],
    ['match.queueing', false],
    ['merge.merged', true],
  ];
  test.each(STEPS)('killed at %s', { timeout: ROUNDS * 30_000 }, async (step, isDone) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const look = await aLook();
      const script = join(projectRoot, 'test', 'faults', 'record-until-killed.ts');
      const child = spawn(
        process.execPath,
        ['--import', 'tsx', script, databaseUrl, step, JSON.stringify(look)],
        { cwd: projectRoot, stdio: ['ignore', 'ignore', 'inherit'] },
      );
      await once(child, 'exit');
      expect(child.signalCode).toBe('SIGKILL');
      expect(await judge(look, step)).toBe(isDone);
    }
    tried({ fault: `a look, killed at ${step}`, times: ROUNDS, lost: 0, doubled: 0 });
  });

  describe('by the database', () => {
    let proxy: Awaited<ReturnType<typeof startCutProxy>>;
    let through: Database;
    beforeAll(async () => {
      proxy = await startCutProxy(databaseUrl);
      through = await openDatabase({ databaseUrl: proxy.url, dataDir: null });
    });
    afterAll(async () => {
      await through.close();
      await proxy.close();
    });

    test('its connection cut at each statement', { timeout: 300_000 }, async () => {
      const record = (look: ScrapeToRecord) => recordScrape({ ...app.context, db: through.db }, look);
      await record(await aLook());
      const rehearsed = await aLook();
      proxy.watch();
      await record(rehearsed);
      const statements = proxy.statements();
      expect(statements.at(-1)).toBe('commit');
      const cuts = statements.flatMap((_, index): ConnectionCut[] =>
        (['before', 'sent', 'after'] as const).map((when) => ({ at: index + 1, when })),
      );
      let done = 0;
      let times = 0;
      for (const cut of Array.from({ length: Math.ceil(ROUNDS / 4) }, () => cuts).flat()) {
        const look = await aLook();
        proxy.watch(cut);
        const isTold = await record(look).then(
          () => true,
          () => false,
        );
        expect(proxy.hasCut()).toBe(true);
        proxy.watch();
        proxy.open();
        const isDone = await judge(look, `${cut.when} statement ${cut.at}`);
        // A scrape whose process was told that it is recorded must be recorded.
        expect(isTold && !isDone).toBe(false);
        done += Number(isDone);
        times += 1;
      }
      tried({
        fault: `a look, its connection cut at each of its ${statements.length} statements`,
        times,
        lost: 0,
        doubled: 0,
        note: `recorded all the same in ${done}`,
      });
    });
  });
});
