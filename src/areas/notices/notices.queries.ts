import { sql } from 'kysely';
import type { Db, Staff } from '../../server/process/context.ts';
import { NotFound } from '../../server/http/errors.ts';
import type { Notice } from './notices.contract.ts';

const MOST_SHOWN = 100;

/** Returns the open notices for everybody, and those for this person alone. */
export const openNotices = (db: Db, { id }: Pick<Staff, 'id'>): Promise<Notice[]> =>
  db
    .selectFrom('notices')
    .select(['id', 'kind', 'message', 'tee_time_id', 'gift_certificate_id', 'created_at'])
    .where('dismissed_at', 'is', null)
    .where(isFor(id))
    // Many e-mails may fail at once: their notices must not push out those about money.
    .orderBy(sql`kind = 'mail'`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute();

/**
 * SQL that is true if a notice is for this person: not for somebody else alone, not for admins unless this is one, and not a
 * request for a second look that this person caused.
 */
const isFor = (id: number) =>
  sql<boolean>`(staff_user_id is null or staff_user_id = ${id}) and caused_by is distinct from ${id}
    and (kind not in ('webhook', 'source', 'name', 'gateway') or exists (select from staff_users s where s.id = ${id} and s.level = 'admin'))`;

/** Returns the number of open notices of each kind for this person. */
export async function countNotices(db: Db, { id }: Pick<Staff, 'id'>): Promise<Map<string, number>> {
  const found = await db
    .selectFrom('notices')
    .select(['kind', sql<number>`count(*)`.as('count')])
    .where('dismissed_at', 'is', null)
    .where(isFor(id))
    .groupBy('kind')
    .execute();
  return new Map(found.map(({ kind, count }) => [kind, count]));
}

/** Dismisses a notice. Dismissing it twice keeps the first author. */
export async function dismissNotice(
  db: Db,
  id: number,
  { by, at }: { by: Pick<Staff, 'id' | 'name'>; at: Date },
) {
  const known = await db
    .selectFrom('notices')
    .select('id')
    .where('id', '=', id)
    .where(isFor(by.id))
    .executeTakeFirst();
  if (!known) throw new NotFound('This notice');
  await db
    .updateTable('notices')
    .set({ dismissed_at: at, dismissed_by: by.name })
    .where('id', '=', id)
    .where('dismissed_at', 'is', null)
    .execute();
  return {};
}

type NewNotice = {
  kind: string;
  message: string;
  tee_time_id: number | null;
  gift_certificate_id?: number | null;
  /** For this person alone. */
  staff_user_id?: number | null;
  /** The e-mail that was not delivered. */
  outbox_id?: number | null;
  /** The person who caused it, to whom it is not shown. */
  caused_by?: number | null;
};

/** Notifies staff on the home screen, or one of them alone, of a failure that no person was watching. */
export async function notify(db: Db, notice: NewNotice): Promise<void> {
  await db.insertInto('notices').values(notice).execute();
}

/** Notifies staff unless a notice in these words is open; once it is dismissed, the next occurrence makes another one. */
export async function notifyUnlessOpen(db: Db, notice: NewNotice): Promise<void> {
  const open = await db
    .selectFrom('notices')
    .select('id')
    .where('kind', '=', notice.kind)
    .where('message', '=', notice.message)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst();
  if (!open) await notify(db, notice);
}

/**
 * Notifies staff of a recurring finding, once for these words, even after the notice was dismissed. Returns true if it was new.
 */
export async function notifyOnce(db: Db, notice: NewNotice): Promise<boolean> {
  const { message } = notice;
  const known = await db.selectFrom('notices').select('id').where('message', '=', message).executeTakeFirst();
  if (known) return false;
  await notify(db, notice);
  return true;
}
