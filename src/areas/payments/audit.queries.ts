import type { Db } from '../../server/process/context.ts';
import { PREPARED } from '../../server/database/prepared.ts';

type Deed = {
  made_by: string;
  action: string;
  subject: string;
  subject_id: number;
  details?: Record<string, unknown>;
};

/** Records who did what to which record; never card fields. */
export async function audit(db: Db, { details = {}, ...deed }: Deed): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({ ...deed, details: JSON.stringify(details) })
    .modifyEnd(PREPARED)
    .execute();
}

/** Tells staff on the home screen what went wrong where no person was looking. */
export async function notify(
  db: Db,
  notice: { kind: string; message: string; tee_time_id: number | null; gift_certificate_id?: number | null },
): Promise<void> {
  await db.insertInto('notices').values(notice).execute();
}
