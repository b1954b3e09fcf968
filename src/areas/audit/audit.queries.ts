import type { Db } from '../../server/process/context.ts';
import { PREPARED } from '../../server/database/prepared.ts';

type AuditEntry = {
  made_by: string;
  action: string;
  subject: string;
  subject_id: number;
  details?: Record<string, unknown>;
};

/** Records who did what to which record; never card fields. */
export async function audit(db: Db, { details = {}, ...entry }: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({ ...entry, details: JSON.stringify(details) })
    .modifyEnd(PREPARED)
    .execute();
}
