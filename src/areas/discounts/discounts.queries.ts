import { sql } from 'kysely';
import type { Db, Staff } from '../../server/context.ts';
import { NotFound } from '../../server/errors.ts';
import { deleteUnlessLeanedOn } from '../../server/leans.ts';
import { changedBy, lockSeen } from '../../server/stale.ts';
import { requireFree } from '../../server/unique.ts';
import type { DiscountTerms } from '../booking/discount.rules.ts';
import { requireCourses } from '../courses/courses.queries.ts';
import type { Discount, DiscountForm } from './discounts.contract.ts';
import { DISCOUNT_COLUMNS } from './list.queries.ts';

export type BookableDiscount = DiscountTerms & { id: number };

/** A discount by its code, whatever its case; kept from being changed until the transaction ends. */
export async function findDiscountByCode(db: Db, code: string): Promise<BookableDiscount | null> {
  const { rows } = await sql<BookableDiscount>`
    select d.id, d.code, d.is_dollars, d.raw_amount, d.raw_min_discount, d.raw_max_discount, d.min_players, d.max_players,
      d.start_date, d.end_date, d.enabled, d.gift_certificate_stack,
      array(select c.course_id::int from discount_courses c where c.discount_id = d.id) as course_ids
    from discounts d where lower(d.code) = lower(${code}) for share of d`.execute(db);
  return rows[0] ?? null;
}

export async function findDiscount(db: Db, id: number): Promise<Discount> {
  const columns = sql.join(
    Object.entries(DISCOUNT_COLUMNS).map(([name, column]) => sql`${sql.raw(column)} as ${sql.ref(name)}`),
  );
  const { rows } = await sql<Discount>`
    select ${columns}, coalesce((select json_agg(json_build_object('id', c.course_id) order by c.course_id)
      from discount_courses c where c.discount_id = d.id), '[]') as courses
    from discounts d where d.id = ${id}`.execute(db);
  if (!rows[0]) throw new NotFound('This discount');
  return rows[0];
}

export async function insertDiscount(db: Db, form: DiscountForm, staff: Staff) {
  await requireFree(db, { table: 'discounts', column: 'code', text: form.code, except: 0 });
  const saved = await db
    .insertInto('discounts')
    .values({ ...columnsOf(form), ...changedBy(staff) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setCourses(db, saved.id, form.courses);
  return saved;
}

export async function updateDiscount(db: Db, id: number, form: DiscountForm, staff: Staff) {
  await lockSeen(db, 'discounts', id, form.updated_at);
  await requireFree(db, { table: 'discounts', column: 'code', text: form.code, except: id });
  await db
    .updateTable('discounts')
    .set({ ...columnsOf(form), ...changedBy(staff) })
    .where('id', '=', id)
    .execute();
  await setCourses(db, id, form.courses);
  return { id };
}

export async function deleteDiscount(db: Db, id: number) {
  await deleteUnlessLeanedOn(db, 'discounts', id, {
    on: { 'tee time': sql`select from tee_times where golf_discount_id = ${id}` },
    instead: 'Untick Enabled? instead, so that it can no longer be used.',
  });
  return {};
}

async function setCourses(db: Db, discount_id: number, courses: { id: number }[]): Promise<void> {
  const ids = [...new Set(courses.map((course) => course.id))];
  await requireCourses(db, ids, 'courses');
  await db.deleteFrom('discount_courses').where('discount_id', '=', discount_id).execute();
  if (ids.length === 0) return;
  await db
    .insertInto('discount_courses')
    .values(ids.map((course_id) => ({ discount_id, course_id })))
    .execute();
}

const columnsOf = (form: DiscountForm) => {
  const { courses: _, updated_at: __, amount, min_discount, max_discount, ...same } = form;
  return { ...same, raw_amount: amount, raw_min_discount: min_discount, raw_max_discount: max_discount };
};
