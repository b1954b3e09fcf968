import { sql } from 'kysely';
import type { Db } from '../../../server/process/context.ts';
import type { FieldCheckResult } from './check.rules.ts';

export type FieldCheckToStore = Omit<FieldCheckResult, 'course_name'> & {
  course_id: number;
  course_ref: string;
  fields: string[];
  /** The instant (ms) from which the nightly check of the fields was due. */
  due: number;
};

/** Stores the field check of a course system; returns false if another process has checked the system since the check was due. */
export async function saveFieldCheck(db: Db, { due, ...check }: FieldCheckToStore): Promise<boolean> {
  const { system, sample, ...rest } = check;
  const kept = await db
    .insertInto('course_checks')
    .values(check)
    .onConflict((same) =>
      same
        .column('system')
        // The sample of an answer stays until another check finds a difference.
        .doUpdateSet({ ...rest, sample: sql`coalesce(${sample}::text, course_checks.sample)` })
        .where('course_checks.checked_at', '<', new Date(due).toISOString()),
    )
    .returning('system')
    .executeTakeFirst();
  return kept?.system === system;
}

/** Returns the last field check of each course system, in the order of the systems' names. */
export async function findFieldChecks(db: Db): Promise<FieldCheckResult[]> {
  const { rows } = await sql<FieldCheckResult>`
    select c.system, k.course_name, c.checked_at, c.lost, c.added, c.sample
    from course_checks c join courses k on k.id = c.course_id order by c.system`.execute(db);
  return rows;
}
