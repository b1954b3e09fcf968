import { sql } from 'kysely';
import type { Db, Desk } from '../../server/context.ts';
import { transact } from '../../server/database/transact.ts';
import { every, type Timer } from '../../server/timer.ts';

const EVERY_MS = 2_000;
const A_FEW = 500;

/** Lets the list's older tee times follow the new name of their course or customer; what is newest has it already. */
export const startFollowingRenames = (desk: Desk): Timer =>
  every(EVERY_MS, 'renames', () => followRenames(desk.db));

/** Follows every rename to its end, a few rows in each transaction. */
export async function followRenames(db: Db): Promise<void> {
  while (await transact(db, followOne));
}

type Rename = {
  subject: 'course' | 'customer';
  subject_id: number;
  created_at: string | null;
  tee_time_id: number;
};

/** One step of one rename that nobody else is at; false where there is none. */
async function followOne(db: Db): Promise<boolean> {
  const noted = await sql<Rename>`select * from list_renames limit 1 for update skip locked`.execute(db);
  const [rename] = noted.rows;
  if (!rename) return false;
  const { subject, subject_id, created_at, tee_time_id } = rename;
  const older = created_at === null ? sql`` : sql`and (created_at, id) < (${created_at}, ${tee_time_id})`;
  const few = await sql<{ created_at: string; id: number }>`
    select created_at, id from tee_time_list where ${sql.ref(`${subject}_id`)} = ${subject_id} ${older}
    order by created_at desc, id desc limit ${A_FEW}`.execute(db);
  const ids = few.rows.map(({ id }) => id);
  await sql`update tee_time_list l set course_name = r.course_name, first_name = r.first_name,
      last_name = r.last_name, email = r.email, primary_phone = r.primary_phone
    from tee_time_list_rows r where r.id = l.id and l.id = any(${ids})`.execute(db);
  await note(db, rename, few.rows.length < A_FEW ? undefined : few.rows.at(-1));
  return true;
}

// How far it has come, or that it has come to its end.
async function note(db: Db, { subject, subject_id }: Rename, last?: { created_at: string; id: number }) {
  const its = sql`where subject = ${subject} and subject_id = ${subject_id}`;
  if (!last) await sql`delete from list_renames ${its}`.execute(db);
  else
    await sql`update list_renames set created_at = ${last.created_at}, tee_time_id = ${last.id} ${its}`.execute(
      db,
    );
}
