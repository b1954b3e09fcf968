import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { mailDueReports } from '../../src/areas/report-schedules/running/mail.steps.ts';
import type { Db } from '../../src/server/process/context.ts';
import { aReportSchedule, aStaffUser } from '../support/factories.ts';
import type { RaceRound } from './race-rounds.ts';
import { compareCounts, noDamage, type RaceDamage } from './racing.ts';

const PROCESSES = 6;

/** Creates one due report for one reader; reports of earlier repetitions are deleted. */
async function oneDue(db: Db): Promise<number> {
  await db.deleteFrom('report_schedules').execute();
  const owner = await aStaffUser(db, { level: 'admin' });
  return (await aReportSchedule(db, { owner_id: owner.id })).id;
}

async function compareMailed(db: Db, id: number, damage: RaceDamage): Promise<void> {
  const { rows } = await sql<{ entries: number; letters: number }>`select
    (select count(*)::integer from audit_entries
      where subject = 'report_schedule' and subject_id = ${id} and action = 'mailed') as entries,
    (select count(*)::integer from outbox o join staff_users u on u.email = o.recipient
      join report_schedules s on s.owner_id = u.id where s.id = ${id}) as letters`.execute(db);
  compareCounts(damage, 'letters', { is: rows[0]?.letters ?? 0, must: 1 });
  compareCounts(damage, 'audit entries', { is: rows[0]?.entries ?? 0, must: 1 });
}

/** Races several processes that check for due reports: one makes the report, and it is mailed once. */
export async function checkReportsAtOnce({ app }: RaceRound): Promise<RaceDamage> {
  const id = await oneDue(app.db);
  // Normally each process checks twice; without the lease the processes would take the report from each other forever.
  let looks = 4 * PROCESSES;
  const isStopping = () => (looks -= 1) < 0;
  const tries = await Promise.all(
    Array.from({ length: PROCESSES }, () => mailDueReports(app.context, { isStopping })),
  );
  const damage = noDamage();
  compareCounts(damage, 'reports made', { is: tries.reduce((sum, made) => sum + made, 0), must: 1 });
  await compareMailed(app.db, id, damage);
  return damage;
}

/**
 * Races a process that was taken for dead, but still works, against another that makes the same report: it is mailed once.
 */
export async function lateProcessAgainstNext({ app }: RaceRound): Promise<RaceDamage> {
  const id = await oneDue(app.db);
  const late = mailDueReports(app.context);
  const isLeft = sql<{ id: number }>`update report_schedules set leased_until = now() - interval '1 second'
    where id = ${id} and lease is not null returning id`;
  while ((await isLeft.execute(app.db)).rows.length === 0) {
    const { last_run_at } = await app.db
      .selectFrom('report_schedules')
      .select('last_run_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    // The report was made before this test could start the second process.
    if (last_run_at !== null) break;
    await pause(1);
  }
  await Promise.all([late, mailDueReports(app.context)]);
  const damage = noDamage();
  await compareMailed(app.db, id, damage);
  return damage;
}
