import { sql } from 'kysely';
import type { Db, Staff } from '../../server/process/context.ts';
import { NotFound } from '../../server/http/errors.ts';
import type { Notice } from './notices.contract.ts';

const MOST_SHOWN = 100;

/** Returns the open notices that a staff user sees: those for everybody, and those for this user alone. */
export const findOpenNotices = (db: Db, { id }: Pick<Staff, 'id'>): Promise<Notice[]> =>
  db
    .selectFrom('notices')
    .select(['id', 'kind', 'message', 'tee_time_id', 'gift_certificate_id', 'created_at'])
    .where('dismissed_at', 'is', null)
    .where(isFor(id))
    // Notices about e-mails come last, because many e-mails may fail at once and would push out notices about money.
    .orderBy(sql`kind = 'mail'`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute();

/**
 * SQL condition: the staff user may see a notice. Notices for one user are hidden from others, some kinds are only for admins,
 * and a refund's notice is hidden from the user who caused it.
 */
const isFor = (id: number) =>
  sql<boolean>`(staff_user_id is null or staff_user_id = ${id}) and caused_by is distinct from ${id}
    and (kind not in ('webhook', 'source', 'name', 'gateway') or exists (select from staff_users s where s.id = ${id} and s.level = 'admin'))`;

/** Returns the number of open notices of each kind that a staff user sees. */
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

/** Dismisses a notice. Dismissing it twice keeps the name of the first user. */
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
  /** The only staff user who sees the notice; missing for a notice for everybody. */
  staff_user_id?: number | null;
  /** The id of the e-mail that was not delivered. */
  outbox_id?: number | null;
  /** The staff user who caused the notice and does not see it. */
  caused_by?: number | null;
};

/** Creates a notice on Home about a failure that no person was watching, for all staff or for one of them. */
export async function createNotice(db: Db, notice: NewNotice): Promise<void> {
  await db.insertInto('notices').values(notice).execute();
}

/** Creates a notice unless one with this text is open; after a dismissal, the next failure creates another one. */
export async function createNoticeUnlessOpen(db: Db, notice: NewNotice): Promise<void> {
  const open = await db
    .selectFrom('notices')
    .select('id')
    .where('kind', '=', notice.kind)
    .where('message', '=', notice.message)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst();
  if (!open) await createNotice(db, notice);
}

/**
 * Creates a notice about a recurring problem, once for its text: not even after it was dismissed. Returns true if the notice is
 * new.
 */
export async function createNoticeOnce(db: Db, notice: NewNotice): Promise<boolean> {
  const { message } = notice;
  const known = await db.selectFrom('notices').select('id').where('message', '=', message).executeTakeFirst();
  if (known) return false;
  await createNotice(db, notice);
  return true;
}
