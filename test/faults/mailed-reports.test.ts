import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startBuiltInGateway } from '../../src/integrations/payment/built-in-gateway.ts';
import { openDatabase, type Database } from '../../src/server/database/open.ts';
import { prepareDatabase } from '../../src/server/database/prepare.ts';
import type { FaultPoint } from '../../src/server/process/fault-points.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { readSettings } from '../../src/server/process/settings.ts';
import { aCourse, aReportSchedule, aStaffUser } from '../support/factories.ts';
import { attemptsPerFault, faultTable } from '../support/tried.ts';
import { createServerDatabase } from './killable-app.ts';
import { startMailServer, type MailServer } from './mail-server.ts';
import { startOffice, type OfficeProcess } from './office-process.ts';

const tried = faultTable('mailed-reports');
const serverUrl = process.env.TEST_DATABASE_URL;
/** The fault points before and after a report is made, while its end is not yet committed. */
const STEPS: FaultPoint[] = ['reports.leased', 'reports.made'];
const SCHEDULES = 3;
/** The interval at which a process checks for due reports, and the longest time that a few reports take on any machine. */
const LOOKS_EVERY_MS = 5_000;
const SOON = { timeout: 60_000, interval: 20 };
const MAIL_FROM = 'RIC <desk@ric.example>';

const folder = mkdtempSync(join(tmpdir(), 'ric-mailed-reports-'));
let made: Awaited<ReturnType<typeof createServerDatabase>>;
let database: Database;
let gateway: Awaited<ReturnType<typeof startBuiltInGateway>>;
let mail: MailServer;
let people: number[];
const running = new Set<OfficeProcess>();

beforeAll(async () => {
  if (!serverUrl) return;
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  gateway = await startBuiltInGateway({ file: join(folder, 'gateway.jsonl') });
  made = await createServerDatabase(serverUrl);
  const settings = readSettings({ DATABASE_URL: made.url, DATA_DIR: folder, DEMO: 'off' });
  await (await prepareDatabase(settings)).close();
  database = await openDatabase({ databaseUrl: made.url, dataDir: null });
  await aCourse(database.db);
  people = [];
  for (let at = 0; at < 2; at += 1) people.push((await aStaffUser(database.db, { level: 'admin' })).id);
}, 240_000);
beforeEach(async () => {
  if (!serverUrl) return;
  mail = await startMailServer();
});
afterEach(async () => {
  await Promise.all([...running].map((one) => one.end('SIGKILL')));
  running.clear();
  await mail?.close();
});
afterAll(async () => {
  await database?.close();
  await gateway?.close();
  await made?.drop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

function start(dies?: FaultPoint): OfficeProcess {
  const settings = { SMTP_URL: mail.url, MAIL_FROM, GATEWAY_URL: gateway.url };
  const one = startOffice({ folder, databaseUrl: made.url, settings, ...(dies && { dies }) });
  running.add(one);
  return one;
}

async function end(one: OfficeProcess, signal: 'SIGKILL' | 'SIGTERM') {
  running.delete(one);
  return one.end(signal);
}

/** Makes this many report schedules due, for two readers each, and deletes all others. */
async function onlyDue(times: number): Promise<void> {
  for (const table of ['report_schedules', 'outbox', 'outbox_files'] as const)
    await database.db.deleteFrom(table).execute();
  mail.taken.clear();
  const [owner_id = 0] = people;
  for (let at = 0; at < times; at += 1) await aReportSchedule(database.db, { owner_id }, people);
}

const done = async (): Promise<number> => {
  const { db } = database;
  return (await db.selectFrom('report_schedules').select('id').where('last_run_at', 'is not', null).execute())
    .length;
};

/** Expires the two-minute lease that a dead process holds on a report. */
const leasesEnd = () =>
  sql`update report_schedules set leased_until = now() - interval '1 second' where lease is not null`.execute(
    database.db,
  );

/** Counts lost and duplicate reports, once all e-mails are sent; everything else must be right. */
async function damage(times: number) {
  const { db } = database;
  const letters = await sql<{ left: number; sent: number; files: number }>`select
    count(*) filter (where state <> 'sent')::integer as left, count(*) filter (where state = 'sent')::integer as sent,
    (select count(*) from outbox_files)::integer as files from outbox`.execute(db);
  const open = await sql`select * from report_schedules
    where failures > 0 or lease is not null or last_error is not null or next_run_at < now()`.execute(db);
  expect({ ...letters.rows[0], open: open.rows }).toEqual({
    left: 0,
    sent: times * people.length,
    files: times,
    open: [],
  });
  const { rows } = await sql<{ mailed: number }>`select (select count(*)::integer from audit_entries
      where subject = 'report_schedule' and subject_id = s.id and action = 'mailed') as mailed
    from report_schedules s`.execute(db);
  return {
    lost: rows.filter(({ mailed }) => mailed < 1).length,
    doubled: rows.filter(({ mailed }) => mailed > 1).length,
  };
}

/**
 * Waits until every e-mail is sent; returns how many e-mails the mail server got twice because a process died before their
 * answer was known.
 */
async function untilSent(times: number): Promise<number> {
  const sent = async () =>
    (await database.db.selectFrom('outbox').select('id').where('state', '=', 'sent').execute()).length;
  await expect.poll(sent, SOON).toBe(times * people.length);
  expect(mail.taken.size).toBe(times * people.length);
  return [...mail.taken.values()].reduce((sum, copies) => sum + copies - 1, 0);
}

describe.skipIf(!serverUrl)('mailed reports', { timeout: 900_000 }, () => {
  const ROUNDS = attemptsPerFault(10, 1);
  test.each(STEPS)('of a process that is killed at %s', async (step) => {
    let [lost, doubled] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      await onlyDue(SCHEDULES);
      expect(await start(step).ended).toBe('SIGKILL');
      const { db } = database;
      expect(await db.selectFrom('outbox').select('id').execute()).toEqual([]);
      const two = [start(), start()];
      // The stuck report blocks no other report, and until its two-minute lease expires no other process makes it.
      await expect.poll(done, SOON).toBe(SCHEDULES - 1);
      await pause(attemptsPerFault(LOOKS_EVERY_MS, 0));
      expect(await done()).toBe(SCHEDULES - 1);
      await leasesEnd();
      await expect.poll(done, SOON).toBe(SCHEDULES);
      expect(await untilSent(SCHEDULES)).toBe(0);
      expect(await Promise.all(two.map((one) => end(one, 'SIGTERM')))).toEqual([0, 0]);
      const damaged = await damage(SCHEDULES);
      lost += damaged.lost;
      doubled += damaged.doubled;
    }
    tried({ fault: `killed at ${step}, two processes go on`, times: ROUNDS, lost, doubled });
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
  });

  const KILLS = attemptsPerFault(40, 2);
  const DUE = attemptsPerFault(20, 8);
  test('of two processes, one of which is killed at any moment', async () => {
    let [lost, doubled, again] = [0, 0, 0];
    for (let kill = 0; kill < KILLS; kill += 1) {
      await onlyDue(DUE);
      const [dies, stays] = [start(), start()];
      await expect.poll(done, { ...SOON, interval: 5 }).toBeGreaterThan(0);
      await pause(Math.random() * 200);
      await end(dies, 'SIGKILL');
      await leasesEnd();
      // The e-mails that the dead process had claimed in the outbox wait for minutes too, so the test makes them due.
      await sql`update outbox set next_try_at = now() where state = 'waiting'`.execute(database.db);
      await expect.poll(done, SOON).toBe(DUE);
      again += await untilSent(DUE);
      expect(await end(stays, 'SIGTERM')).toBe(0);
      const damaged = await damage(DUE);
      lost += damaged.lost;
      doubled += damaged.doubled;
    }
    const note = `${KILLS * DUE} reports, ${again} letters sent again`;
    tried({ fault: 'one of two processes killed at any moment', times: KILLS, lost, doubled, note });
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
  });
});
