import { sql } from 'kysely';
import type { RejectionCount } from '../../../server/access/rejections.ts';
import type { Db } from '../../../server/process/context.ts';

/**
 * Writes counts of rejected calls as audit entries, in one statement; an entry that counts several has their number and minute.
 */
export async function insertRejections(db: Db, counted: readonly RejectionCount[]): Promise<void> {
  const entries = counted.map(({ times, minute, after, ...refusal }) => ({
    ...refusal,
    after: times === 1 ? after : { ...after, times, minute },
  }));
  await sql`
    insert into audit_entries (made_by, address, action, subject, subject_id, after, is_passing)
    select made_by, address, action, subject, subject_id, after, true from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as x (made_by text, address text, action text, subject text, subject_id bigint, after jsonb)`.execute(
    db,
  );
}
