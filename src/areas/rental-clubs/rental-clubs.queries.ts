import { sql } from 'kysely';
import type { UncheckedForm } from '../../contract/forms/form.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import { validateForm, validateChange } from '../../server/records/forms.ts';
import { deleteUnlessReferenced } from '../../server/records/references.ts';
import { listColumn } from '../../server/lists/list-columns.ts';
import { exactNumberFilter, flagFilter } from '../../server/lists/list-filters.ts';
import { defineList } from '../../server/lists/lists.ts';
import { recordColumnValues, storedFieldsSql } from '../../server/records/record-columns.ts';
import { insertRecord, updateRecord } from '../../server/records/records.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import { RECORD_COURSE_SQL, courseExistsCheck } from '../course-choice/course-choice.queries.ts';
import {
  RentalClub,
  type RentalClubForm,
  type rentalClubs,
  type ShownRentalClub,
} from './rental-clubs.contract.ts';

export const rentalClubList = defineList<typeof rentalClubs.index>({
  table: 'rental_clubs',
  as: 'r',
  joins: { k: 'join courses k on k.id = r.course_id' },
  columns: {
    id: listColumn.shown('r.id'),
    cost: listColumn.money('r.raw_cost'),
    rate: listColumn.money('r.raw_rate'),
    raw_rate: listColumn.shown('r.raw_rate'),
    charge: listColumn.money('r.raw_charge'),
    raw_charge: listColumn.shown('r.raw_charge'),
    brand: listColumn.text('r.brand'),
    description: listColumn.text('r.description'),
    handed: listColumn.whole('r.handed'),
    sex: listColumn.whole('r.sex'),
    course: listColumn.shown(RECORD_COURSE_SQL),
    course_name: listColumn.text('k.course_name'),
    course_id: { filter: exactNumberFilter('r.course_id') },
    archived: { filter: flagFilter('r.archived') },
    updated_at: listColumn.shown('r.updated_at'),
  },
  defaultSort: [
    ['course_name', false],
    ['brand', false],
  ],
});

export const findRentalClub = (db: Db, id: number) =>
  rentalClubList.find<ShownRentalClub>(db, id, 'This rental club', storedFieldsSql(RentalClub, 'r'));

export async function insertRentalClub(db: Db, sent: UncheckedForm<RentalClubForm>, staff: Staff) {
  const form = await validateForm(sent, ({ course }) => [courseExistsCheck(db, course)]);
  return insertRecord(db, 'rental_clubs', { ...allColumnsOf(form), ...lastChangeColumns(staff) });
}

export async function updateRentalClub(
  db: Db,
  id: number,
  sent: UncheckedForm<RentalClubForm>,
  staff: Staff,
) {
  const record = { table: 'rental_clubs', id, stored: () => findRentalClub(db, id), by: staff } as const;
  const form = await validateChange(db, record, sent, ({ course }) => [courseExistsCheck(db, course)]);
  return updateRecord(db, 'rental_clubs', id, { ...allColumnsOf(form), ...lastChangeColumns(staff) });
}

export const deleteRentalClub = (db: Db, id: number) =>
  deleteUnlessReferenced(db, 'rental_clubs', id, {
    on: { 'tee time': sql`select from tee_time_rental_clubs where rental_club_id = ${id}` },
    instead: 'Tick Archived? instead, so that it is no longer offered.',
  });

const allColumnsOf = (form: RentalClubForm) => ({
  ...recordColumnValues(RentalClub, form),
  course_id: form.course.id,
});
