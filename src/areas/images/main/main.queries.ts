import { sql } from 'kysely';
import { NotFound } from '../../../server/http/errors.ts';
import type { Db, Staff } from '../../../server/process/context.ts';
import type { MainImage } from '../images.contract.ts';

/** Returns the main image of a course, and the number of its images. */
export async function findMainImage(db: Db, course_id: number): Promise<MainImage> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from images where course_id = k.id) as count from courses k where k.id = ${course_id}`.execute(
    db,
  );
  if (!rows[0]) throw new NotFound('This course');
  const main = await sql<NonNullable<MainImage['image']>>`
    select id, '/images/' || name as url, alt, width, height, updated_at from images
    where course_id = ${course_id} and is_main`.execute(db);
  return { ...rows[0], image: main.rows[0] ?? null };
}

export async function hasMainImage(db: Db, course_id: number): Promise<boolean> {
  await lockMain(db, course_id);
  const { rows } = await sql`select from images where course_id = ${course_id} and is_main`.execute(db);
  return rows.length > 0;
}

/** Unmarks the main image of a course, so that another one can be marked. */
export async function unmarkMainImage(db: Db, course_id: number, { name }: Staff): Promise<void> {
  await lockMain(db, course_id);
  await sql`update images set is_main = false, updated_at = clock_timestamp(), updated_by = ${name}
    where course_id = ${course_id} and is_main`.execute(db);
}

// Makes concurrent changes of a course's main image wait for each other; the later one wins.
const lockMain = (db: Db, course_id: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`main image ${course_id}`}, 0))`.execute(db);
