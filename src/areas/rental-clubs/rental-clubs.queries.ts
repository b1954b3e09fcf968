import { sql } from 'kysely';
import type { SentForm } from '../../contract/forms/form.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import { accepted, acceptedChange } from '../../server/records/forms.ts';
import { deleteUnlessReferenced } from '../../server/records/references.ts';
import { column } from '../../server/lists/list-columns.ts';
import { exactly, flag } from '../../server/lists/list-filters.ts';
import { list } from '../../server/lists/lists.ts';
import { columnValues, storedFieldsSql } from '../../server/records/record-columns.ts';
import { insertRecord, updateRecord } from '../../server/records/records.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import { COURSE_OF_RECORD, isCourse } from '../course-choice/course-choice.queries.ts';
import {
  RentalClub,
  type RentalClubForm,
  type rentalClubs,
  type RentalClubShown,
} from './rental-clubs.contract.ts';

export const rentalClubList = list<typeof rentalClubs.index>({
  table: 'rental_clubs',
  as: 'r',
  joins: { k: 'join courses k on k.id = r.course_id' },
  columns: {
    id: column.shown('r.id'),
    cost: column.money('r.raw_cost'),
    rate: column.money('r.raw_rate'),
    raw_rate: column.shown('r.raw_rate'),
    charge: column.money('r.raw_charge'),
    raw_charge: column.shown('r.raw_charge'),
    brand: column.text('r.brand'),
    description: column.text('r.description'),
    handed: column.whole('r.handed'),
    sex: column.whole('r.sex'),
    course: column.shown(COURSE_OF_RECORD),
    course_name: column.text('k.course_name'),
    course_id: { filter: exactly('r.course_id') },
    archived: { filter: flag('r.archived') },
    updated_at: column.shown('r.updated_at'),
  },
  defaultSort: [
    ['course_name', false],
    ['brand', false],
  ],
});

export const findRentalClub = (db: Db, id: number) =>
  rentalClubList.find<RentalClubShown>(db, id, 'This rental club', storedFieldsSql(RentalClub, 'r'));

export async function insertRentalClub(db: Db, sent: SentForm<RentalClubForm>, staff: Staff) {
  const form = await accepted(sent, ({ course }) => [isCourse(db, course)]);
  return insertRecord(db, 'rental_clubs', { ...allColumnsOf(form), ...lastChangeColumns(staff) });
}

export async function updateRentalClub(db: Db, id: number, sent: SentForm<RentalClubForm>, staff: Staff) {
  const record = { table: 'rental_clubs', id, stored: () => findRentalClub(db, id), by: staff } as const;
  const form = await acceptedChange(db, record, sent, ({ course }) => [isCourse(db, course)]);
  return updateRecord(db, 'rental_clubs', id, { ...allColumnsOf(form), ...lastChangeColumns(staff) });
}

export const deleteRentalClub = (db: Db, id: number) =>
  deleteUnlessReferenced(db, 'rental_clubs', id, {
    on: { 'tee time': sql`select from tee_time_rental_clubs where rental_club_id = ${id}` },
    instead: 'Tick Archived? instead, so that it is no longer offered.',
  });

const allColumnsOf = (form: RentalClubForm) => ({
  ...columnValues(RentalClub, form),
  course_id: form.course.id,
});
