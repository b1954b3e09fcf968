import { sql } from 'kysely';
import { exactForm, foldText } from '../../../contract/names/fold.ts';
import type { Db } from '../../../server/process/context.ts';
import { rejectField } from '../../../server/http/errors.ts';
import type { CustomerType } from '../../customers/customers.contract.ts';
import { INVALID_DAY_TEXT, parseDayCell } from '../reading/cells.rules.ts';
import { normalEmail } from '../../customers/find-or-make.queries.ts';

type Named = { field: string; text: string | undefined };

/**
 * Returns the id of the course with exactly this name, else of the only course with the same folded name. Throws InvalidFields under
 * `field` if there is none.
 */
export async function requireCourseNamed(db: Db, { field, text }: Named): Promise<number | null> {
  if (text === undefined) return null;
  const { rows } = await sql<{ id: number; is_exact: boolean }>`
    select id, lower_case(course_name) = ${exactForm(text)} as is_exact from courses
    where fold(course_name) = ${foldText(text)} order by is_exact desc, id`.execute(db);
  const [course, another] = rows;
  if (!course || (another && !course.is_exact)) return rejectField(field, 'is no course in RIC');
  return course.id;
}

/** Returns the id of the person who has this e-mail, or had it before a merge. Throws InvalidFields under `field` if there is none. */
export async function requirePersonByEmail(
  db: Db,
  { field, text, type }: Named & { type: CustomerType },
): Promise<number | null> {
  if (text === undefined) return null;
  const normal = normalEmail(text);
  const { rows } = await sql<{ id: number }>`
    select id from customers where type = ${type} and id in (select k from customers_known_by(${normal}) k)
    order by email_normal = ${normal} desc, id limit 1`.execute(db);
  return rows[0]?.id ?? rejectField(field, `is no ${type} in RIC: move customers in first`);
}

/** Throws InvalidFields under `field` unless the text is a day, up to today. */
export function requirePastDay(field: string, text: string | undefined, today: string): void {
  const day = text === undefined ? rejectField(field, 'is required') : parseDayCell(text);
  if (day === null) rejectField(field, INVALID_DAY_TEXT);
  if (day > today) rejectField(field, 'must not be after today');
}
