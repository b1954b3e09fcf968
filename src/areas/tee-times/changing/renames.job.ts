import { sql, type Selectable } from 'kysely';
import type { Db, AppContext } from '../../../server/process/context.ts';
import type { ListRenames } from '../../../server/database/tables.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import { startTimer, type RepeatingTimer } from '../../../server/process/timer.ts';

const EVERY_MS = 2_000;
const A_FEW = 500;

/**
 * Starts the job that copies a course's or customer's new name to the older rows of the tee-time list; the newest
 * rows have it already.
 */
export const startCopyingRenames = (app: AppContext): RepeatingTimer =>
  startTimer(
    EVERY_MS,
    'renames',
    async (isStopping) => {
      if (await copyRenames(app.db, isStopping)) app.live.tell('tee_times');
    },
    // Database triggers of these two tables record each rename in list_renames.
    { commits: app.commits, on: /\bupdate "?(customers|courses)\b/i },
  );

/** Completes every recorded rename, a few list rows in each transaction; returns true if there was a rename. */
export async function copyRenames(db: Db, isStopping = () => false): Promise<boolean> {
  let steps = 0;
  while (!isStopping() && (await runTransaction(db, followOne))) steps += 1;
  return steps > 0;
}

type Rename = Selectable<ListRenames>;
type TeeTime = { created_at: string; id: number };

/** Updates the next rows of a rename that no other process works on; returns false if there is none. */
async function followOne(db: Db): Promise<boolean> {
  const notes = db.selectFrom('list_renames').selectAll().limit(1).forUpdate().skipLocked();
  const rename = await notes.executeTakeFirst();
  if (!rename) return false;
  const few = await nextOf(db, rename);
  const ids = few.map(({ id }) => id);
  await sql`update tee_time_list l set course_name = r.course_name, first_name = r.first_name,
      last_name = r.last_name, email = r.email, primary_phone = r.primary_phone
    from tee_time_list_rows r where r.id = l.id and l.id = any(${ids})`.execute(db);
  await note(db, rename, few.length < A_FEW ? undefined : few.at(-1));
  return true;
}

// Returns the tee times after the last updated one, the newest first.
async function nextOf(db: Db, { subject, subject_id, created_at, tee_time_id }: Rename): Promise<TeeTime[]> {
  const older = created_at === null ? sql`` : sql`and (created_at, id) < (${created_at}, ${tee_time_id})`;
  const { rows } = await sql<TeeTime>`
    select created_at, id from tee_time_list where ${sql.ref(`${subject}_id`)} = ${subject_id} ${older}
    order by created_at desc, id desc limit ${A_FEW}`.execute(db);
  return rows;
}

// Stores how far a rename has come, or deletes the rename when it is complete.
async function note(db: Db, { subject, subject_id }: Rename, last?: TeeTime): Promise<void> {
  const its = sql<boolean>`(subject, subject_id) = (${subject}, ${subject_id})`;
  if (!last) await db.deleteFrom('list_renames').where(its).execute();
  else
    await db
      .updateTable('list_renames')
      .set({ created_at: last.created_at, tee_time_id: last.id })
      .where(its)
      .execute();
}
