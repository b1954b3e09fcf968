import { exactForm, foldText } from '../../contract/names/fold.ts';
import { sql, type RawBuilder } from 'kysely';
import type { UncheckedForm } from '../../contract/forms/form.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import { validateForm, validateChange } from '../../server/records/forms.ts';
import { deleteUnlessReferenced } from '../../server/records/references.ts';
import { listColumn } from '../../server/lists/list-columns.ts';
import { textFilter, escapeLike, foldSql, type ListFilter } from '../../server/lists/list-filters.ts';
import { defineList } from '../../server/lists/lists.ts';
import { recordColumnValues } from '../../server/records/record-columns.ts';
import { insertRecord, updateRecord } from '../../server/records/records.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import { uniqueTextCheck } from '../../server/records/unique.ts';
import type { DiscountTerms } from './discount.rules.ts';
import {
  coursesExistCheck,
  recordCourseIdsSql,
  setRecordCourses,
} from '../course-choice/course-choice.queries.ts';
import { Discount, type DiscountForm, type discounts, type ShownDiscount } from './discounts.contract.ts';

const CODE = textFilter('d.code');
// Filters by a part of a code, without the blanks and hyphens of either: `fall 50` finds FALL50.
const containsTypedCode: ListFilter = {
  ...CODE,
  where: (typed) => {
    const part = foldText(typed).replace(/[ -]/g, '');
    if (part === '') return CODE.where(typed);
    return sql`translate(${sql.raw(foldSql('d.code'))}, '- ', '') like ${`%${escapeLike(part)}%`}`;
  },
};

export const discountList = defineList<typeof discounts.index>({
  table: 'discounts',
  as: 'd',
  columns: {
    id: listColumn.shown('d.id'),
    code: { ...listColumn.text('d.code'), filter: containsTypedCode },
    start_date: listColumn.day('d.start_date'),
    end_date: listColumn.day('d.end_date'),
    is_dollars: listColumn.flag('d.is_dollars'),
    is_dollars_display: listColumn.shown(`case when d.is_dollars then '$' else '%' end`),
    amount: listColumn.money('d.raw_amount'),
    raw_amount: listColumn.shown('d.raw_amount'),
    min_discount: listColumn.money('d.raw_min_discount'),
    max_discount: listColumn.money('d.raw_max_discount'),
    gift_certificate_stack: listColumn.flag('d.gift_certificate_stack'),
    enabled: listColumn.flag('d.enabled'),
    min_players: listColumn.whole('d.min_players'),
    max_players: listColumn.whole('d.max_players'),
    updated_at: listColumn.shown('d.updated_at'),
  },
  defaultSort: [],
});

export type BookableDiscount = DiscountTerms & { id: number };

/** Finds a discount by its code, in upper or lower case, and locks it until the transaction ends, so that nobody changes it. */
export async function findDiscountByCode(db: Db, code: string): Promise<BookableDiscount | null> {
  const [found] = await lockDiscounts(db, sql`lower_case(d.code) = ${exactForm(code)}`);
  return found ?? null;
}

/** The characters that people add to a discount code or leave out: blanks, hyphens and dashes. */
const LOOSE = ' \u00a0-\u2010\u2011\u2012\u2013\u2014';

/**
 * Finds a discount by a code that a person typed: by the exact code, else by the only code that is equal without blanks and
 * hyphens. If several are equal, none is chosen and `isAmbiguous` is true.
 */
export async function findTypedDiscount(db: Db, typed: string) {
  if (typed === '') return { discount: null, isAmbiguous: false };
  const exact = await findDiscountByCode(db, typed);
  const code = [...exactForm(typed)].filter((sign) => !LOOSE.includes(sign)).join('');
  if (exact || code === '') return { discount: exact, isAmbiguous: false };
  const alike = await lockDiscounts(db, sql`translate(lower_case(d.code), ${LOOSE}, '') = ${code}`);
  const [discount = null, another] = alike;
  return { discount: another ? null : discount, isAmbiguous: another !== undefined };
}

async function lockDiscounts(db: Db, condition: RawBuilder<unknown>): Promise<BookableDiscount[]> {
  const { rows } = await sql<Omit<BookableDiscount, 'course_ids'>>`
    select d.id, d.code, d.is_dollars, d.raw_amount, d.raw_min_discount, d.raw_max_discount, d.min_players, d.max_players,
      d.start_date, d.end_date, d.enabled, d.gift_certificate_stack
    from discounts d where ${condition} limit 2 for share of d`.execute(db);
  if (rows.length === 0) return [];
  // A separate statement, so that it sees changes that were committed while the first one waited for the row's lock.
  const courses = await db
    .selectFrom('discount_courses')
    .select(['discount_id', 'course_id'])
    .where(
      'discount_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.map((row) => ({
    ...row,
    course_ids: courses.filter(({ discount_id }) => discount_id === row.id).map(({ course_id }) => course_id),
  }));
}

export const findDiscount = (db: Db, id: number) =>
  discountList.find<ShownDiscount>(db, id, 'This discount', {
    courses: recordCourseIdsSql('discount_courses', 'discount_id = d.id'),
  });

const checksOf = (db: Db, except: number) => (form: Partial<DiscountForm>) => [
  uniqueTextCheck(db, { table: 'discounts', column: 'code', text: form.code, except, same: 'name' }),
  coursesExistCheck(db, form.courses),
];

export async function insertDiscount(db: Db, sent: UncheckedForm<DiscountForm>, staff: Staff) {
  const form = await validateForm(sent, checksOf(db, 0));
  const saved = await insertRecord(db, 'discounts', {
    ...recordColumnValues(Discount, form),
    ...lastChangeColumns(staff),
  });
  await setCoursesOf(db, saved.id, form);
  return saved;
}

export async function updateDiscount(db: Db, id: number, sent: UncheckedForm<DiscountForm>, staff: Staff) {
  const record = { table: 'discounts', id, stored: () => findDiscount(db, id), by: staff } as const;
  const form = await validateChange(db, record, sent, checksOf(db, id));
  await setCoursesOf(db, id, form);
  return updateRecord(db, 'discounts', id, {
    ...recordColumnValues(Discount, form),
    ...lastChangeColumns(staff),
  });
}

export const deleteDiscount = (db: Db, id: number) =>
  deleteUnlessReferenced(db, 'discounts', id, {
    // The ledger counts too, because a change of the tee time may have removed the discount, whose amount stays in the ledger.
    on: {
      'tee time': sql`select id from tee_times where golf_discount_id = ${id}
        union select tee_time_id from ledger_entries where golf_discount_id = ${id}`,
    },
    instead: 'Untick Enabled? instead, so that it can no longer be used.',
  });

const setCoursesOf = (db: Db, id: number, { courses }: DiscountForm) =>
  setRecordCourses(db, { table: 'discount_courses', owner: 'discount_id', id, courses });
