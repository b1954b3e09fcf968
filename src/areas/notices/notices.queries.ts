import { sql } from 'kysely';
import type { Db, Staff } from '../../server/process/context.ts';
import { NotFound } from '../../server/http/errors.ts';
import type { Notice } from './notices.contract.ts';

const MOST_SHOWN = 100;

/** What is open for everybody, and for this person alone. */
export const openNotices = (db: Db, { id }: Pick<Staff, 'id'>): Promise<Notice[]> =>
  db
    .selectFrom('notices')
    .select(['id', 'kind', 'message', 'tee_time_id', 'gift_certificate_id', 'created_at'])
    .where('dismissed_at', 'is', null)
    .where(isFor(id))
    // Many e-mails may fail at once: they must not push out what concerns money.
    .orderBy(sql`kind = 'mail'`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute();

/** Whether a notice is for this person: what is for somebody else alone, or for admins, is not, and a second look not for who wants one. */
const isFor = (id: number) =>
  sql<boolean>`(staff_user_id is null or staff_user_id = ${id}) and caused_by is distinct from ${id}
    and (kind not in ('webhook', 'source', 'name', 'gateway') or exists (select from staff_users s where s.id = ${id} and s.level = 'admin'))`;

/** How many notices of each kind are open for this person. */
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

/** Dismissing twice keeps who was first. */
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
  /** The letter that was not delivered. */
  outbox_id?: number | null;
  /** Not for this person, who caused it. */
  caused_by?: number | null;
};

/** Tells staff on the home screen, or one of them alone, what went wrong where no person was looking. */
export async function notify(db: Db, notice: NewNotice): Promise<void> {
  await db.insertInto('notices').values(notice).execute();
}

/** Tells staff unless a notice in these words is open; once it is dismissed, the next occurrence is told again. */
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

/** The same of what is found again and again: once for these words, also after it was dismissed. Says whether it was new. */
export async function notifyOnce(db: Db, notice: NewNotice): Promise<boolean> {
  const { message } = notice;
  const known = await db.selectFrom('notices').select('id').where('message', '=', message).executeTakeFirst();
  if (known) return false;
  await notify(db, notice);
  return true;
}
