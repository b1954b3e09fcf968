import { sql } from 'kysely';
import type { Db, Staff } from '../../server/context.ts';
import { NotFound } from '../../server/errors.ts';
import { deleteUnlessLeanedOn } from '../../server/leans.ts';
import { amount, contains, decimal, exactly, flag, list, text, value } from '../../server/lists.ts';
import { changedBy, lockSeen } from '../../server/stale.ts';
import { requireCourses } from '../courses/courses.queries.ts';
import type { RentalClub, RentalClubForm, RentalClubRow } from './rental-clubs.contract.ts';

export const rentalClubList = list<RentalClubRow>({
  table: 'rental_clubs',
  as: 'r',
  joins: { k: 'join courses k on k.id = r.course_id' },
  select: {
    id: 'r.id',
    cost: decimal('r.raw_cost'),
    rate: decimal('r.raw_rate'),
    raw_rate: 'r.raw_rate',
    charge: decimal('r.raw_charge'),
    raw_charge: 'r.raw_charge',
    brand: 'r.brand',
    description: 'r.description',
    handed: 'r.handed',
    sex: 'r.sex',
    course: `json_build_object('id', k.id, 'course_name', k.course_name)`,
    course_name: 'k.course_name',
    updated_at: 'r.updated_at',
  },
  filters: {
    cost: amount('r.raw_cost'),
    rate: amount('r.raw_rate'),
    charge: amount('r.raw_charge'),
    brand: contains('r.brand'),
    description: contains('r.description'),
    handed: exactly('r.handed'),
    sex: exactly('r.sex'),
    course_name: contains('k.course_name'),
    course_id: exactly('r.course_id'),
    archived: flag('r.archived'),
  },
  sorts: {
    cost: value('r.raw_cost'),
    rate: value('r.raw_rate'),
    charge: value('r.raw_charge'),
    brand: text('r.brand'),
    description: text('r.description'),
    handed: value('r.handed'),
    sex: value('r.sex'),
    course_name: text('k.course_name'),
  },
  defaultSort: [
    ['course_name', false],
    ['brand', false],
  ],
});

export async function findRentalClub(db: Db, id: number): Promise<RentalClub> {
  const { rows } = await sql<RentalClub>`
    select r.id, ${sql.raw(decimal('r.raw_cost'))} as cost, ${sql.raw(decimal('r.raw_rate'))} as rate, r.raw_rate,
      ${sql.raw(decimal('r.raw_charge'))} as charge, r.raw_charge, r.brand, r.description, r.handed, r.sex, r.quantity,
      r.archived, r.is_dollars, ${sql.raw(decimal('r.raw_commission'))} as commission, r.updated_at, k.course_name,
      json_build_object('id', k.id, 'course_name', k.course_name) as course
    from rental_clubs r join courses k on k.id = r.course_id where r.id = ${id}`.execute(db);
  if (!rows[0]) throw new NotFound('This rental club');
  return rows[0];
}

export async function insertRentalClub(db: Db, form: RentalClubForm, staff: Staff) {
  await requireCourses(db, [form.course.id], 'course');
  return db
    .insertInto('rental_clubs')
    .values({ ...columnsOf(form), ...changedBy(staff) })
    .returning('id')
    .executeTakeFirstOrThrow();
}

export async function updateRentalClub(db: Db, id: number, form: RentalClubForm, staff: Staff) {
  await lockSeen(db, 'rental_clubs', id, form.updated_at);
  await requireCourses(db, [form.course.id], 'course');
  await db
    .updateTable('rental_clubs')
    .set({ ...columnsOf(form), ...changedBy(staff) })
    .where('id', '=', id)
    .execute();
  return { id };
}

export async function deleteRentalClub(db: Db, id: number) {
  await deleteUnlessLeanedOn(db, 'rental_clubs', id, {
    on: { 'tee time': sql`select from tee_time_rental_clubs where rental_club_id = ${id}` },
    instead: 'Tick Archived? instead, so that it is no longer offered.',
  });
  return {};
}

const columnsOf = ({ course, cost, rate, charge, commission, updated_at: _, ...same }: RentalClubForm) => ({
  ...same,
  course_id: course.id,
  raw_cost: cost,
  raw_rate: rate,
  raw_charge: charge,
  raw_commission: commission,
});
