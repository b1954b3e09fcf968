import { exactForm, fold } from '../../contract/names/fold.ts';
import { sql, type RawBuilder } from 'kysely';
import type { SentForm } from '../../contract/forms/form.ts';
import type { Db, Staff } from '../../server/process/context.ts';
import { accepted, acceptedChange } from '../../server/records/forms.ts';
import { deleteUnlessReferenced } from '../../server/records/references.ts';
import { column } from '../../server/lists/list-columns.ts';
import { contains, escapeLike, foldSql, type Filter } from '../../server/lists/list-filters.ts';
import { list } from '../../server/lists/lists.ts';
import { columnValues } from '../../server/records/record-columns.ts';
import { insertRecord, updateRecord } from '../../server/records/records.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import { isFree } from '../../server/records/unique.ts';
import type { DiscountTerms } from './discount.rules.ts';
import { areCourses, courseIds, setCourses } from '../course-choice/course-choice.queries.ts';
import { Discount, type DiscountForm, type discounts, type DiscountShown } from './discounts.contract.ts';

const CODE = contains('d.code');
// Filters by a part of a code, without the blanks and hyphens of either: `fall 50` finds FALL50.
const containsTypedCode: Filter = {
  ...CODE,
  where: (typed) => {
    const part = fold(typed).replace(/[ -]/g, '');
    if (part === '') return CODE.where(typed);
    return sql`translate(${sql.raw(foldSql('d.code'))}, '- ', '') like ${`%${escapeLike(part)}%`}`;
  },
};

export const discountList = list<typeof discounts.index>({
  table: 'discounts',
  as: 'd',
  columns: {
    id: column.shown('d.id'),
    code: { ...column.text('d.code'), filter: containsTypedCode },
    start_date: column.day('d.start_date'),
    end_date: column.day('d.end_date'),
    is_dollars: column.flag('d.is_dollars'),
    is_dollars_display: column.shown(`case when d.is_dollars then '$' else '%' end`),
    amount: column.money('d.raw_amount'),
    raw_amount: column.shown('d.raw_amount'),
    min_discount: column.money('d.raw_min_discount'),
    max_discount: column.money('d.raw_max_discount'),
    gift_certificate_stack: column.flag('d.gift_certificate_stack'),
    enabled: column.flag('d.enabled'),
    min_players: column.whole('d.min_players'),
    max_players: column.whole('d.max_players'),
    updated_at: column.shown('d.updated_at'),
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
  discountList.find<DiscountShown>(db, id, 'This discount', {
    courses: courseIds('discount_courses', 'discount_id = d.id'),
  });

const checksOf = (db: Db, except: number) => (form: Partial<DiscountForm>) => [
  isFree(db, { table: 'discounts', column: 'code', text: form.code, except, same: 'name' }),
  areCourses(db, form.courses),
];

export async function insertDiscount(db: Db, sent: SentForm<DiscountForm>, staff: Staff) {
  const form = await accepted(sent, checksOf(db, 0));
  const saved = await insertRecord(db, 'discounts', {
    ...columnValues(Discount, form),
    ...lastChangeColumns(staff),
  });
  await setCoursesOf(db, saved.id, form);
  return saved;
}

export async function updateDiscount(db: Db, id: number, sent: SentForm<DiscountForm>, staff: Staff) {
  const record = { table: 'discounts', id, stored: () => findDiscount(db, id), by: staff } as const;
  const form = await acceptedChange(db, record, sent, checksOf(db, id));
  await setCoursesOf(db, id, form);
  return updateRecord(db, 'discounts', id, { ...columnValues(Discount, form), ...lastChangeColumns(staff) });
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
  setCourses(db, { table: 'discount_courses', owner: 'discount_id', id, courses });
