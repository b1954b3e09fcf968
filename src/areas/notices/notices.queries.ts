import { sql } from 'kysely';
import type { Db } from '../../server/process/context.ts';
import { NotFound } from '../../server/http/errors.ts';
import type { Notice } from './notices.contract.ts';

const MOST_SHOWN = 100;

export const openNotices = (db: Db): Promise<Notice[]> =>
  db
    .selectFrom('notices')
    .select(['id', 'kind', 'message', 'tee_time_id', 'gift_certificate_id', 'created_at'])
    .where('dismissed_at', 'is', null)
    // Many e-mails may fail at once: they must not push out what concerns money.
    .orderBy(sql`kind = 'mail'`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute();

/** Dismissing twice keeps who was first. */
export async function dismissNotice(db: Db, id: number, { by, at }: { by: string; at: Date }) {
  const known = await db.selectFrom('notices').select('id').where('id', '=', id).executeTakeFirst();
  if (!known) throw new NotFound('This notice');
  await db
    .updateTable('notices')
    .set({ dismissed_at: at, dismissed_by: by })
    .where('id', '=', id)
    .where('dismissed_at', 'is', null)
    .execute();
  return {};
}

/** Tells staff on the home screen what went wrong where no person was looking. */
export async function notify(
  db: Db,
  notice: { kind: string; message: string; tee_time_id: number | null; gift_certificate_id?: number | null },
): Promise<void> {
  await db.insertInto('notices').values(notice).execute();
}
