import { sql, type RawBuilder } from 'kysely';
import { formatMoney } from '../../contract/money.ts';
import { withoutCodeSeparators } from '../../contract/words.ts';
import type { Db } from '../../server/process/context.ts';
import { escapeLike, foldedLikePattern } from '../../server/lists/list-filters.ts';
import type { SearchResult } from './search.contract.ts';
import { parseRecordId, parsePhoneNumber, withApostrophe, searchWords } from './search.rules.ts';

export const MAX_RESULTS_PER_KIND = 5;
// A common name matches tens of thousands of records; the best five are chosen from this many.
export const MAX_SEARCH_CANDIDATES = 200;

export type CustomerHit = { found: SearchResult; first_name: string; last_name: string };
type Customer = { id: number; first_name: string; last_name: string; email: string; phone: string | null };

/**
 * Finds customers by the words of a name, by e-mail, by phone number in any grouping, or by id, which comes first. Names from
 * before a merge match too. A customer with a future tee time precedes others of the same name.
 */
export async function searchCustomers(db: Db, q: string, today: string): Promise<CustomerHit[]> {
  const number = parseRecordId(q);
  const columns = sql`id, first_name, last_name, email, primary_phone as phone`;
  const { rows } = await sql<Customer>`
    select * from (
      (select ${columns} from customers where ${customerMatches(q)} limit ${MAX_SEARCH_CANDIDATES})
      union (select ${columns} from customers where id = ${number})
      union (select ${columns} from customers where id in (
        select customer_id from merged_customers where id = ${number}
        union all (select customer_id from former_names where ${customerMatches(q)} limit ${MAX_SEARCH_CANDIDATES})))) c
    order by id = coalesce((select customer_id from merged_customers where id = ${number}), ${number}) desc,
      exists (select from tee_time_list t where t.customer_id = c.id and t.play_date >= ${today}::date and t.state = 'booked') desc,
      fold(last_name) collate "C", fold(first_name) collate "C", id limit ${MAX_RESULTS_PER_KIND}`.execute(
    db,
  );
  return rows.map(({ first_name, last_name, ...customer }) => ({
    first_name,
    last_name,
    found: {
      kind: 'Customer',
      id: customer.id,
      title: `${first_name} ${last_name}`.trim() || customer.email,
      detail: [customer.email, customer.phone].filter(Boolean).join(' · '),
      path: `/manage-customer/${customer.id}`,
    },
  }));
}

const NAMES = ['first_name', 'last_name'];
const FOUND_BY = [...NAMES, 'email', 'primary_phone'];

function customerMatches(q: string): RawBuilder<boolean> {
  const phone = parsePhoneNumber(q);
  if (phone) return sql<boolean>`primary_phone_normal like ${`%${phone}%`}`;
  const words = searchWords(q);
  if (words.length === 0) return sql<boolean>`false`;
  const isAlone = words.length === 1;
  const found = words.map((word) => sql<boolean>`(${sql.join(wordMatches(word, isAlone), sql` or `)})`);
  return sql<boolean>`${sql.join(found, sql` and `)}`;
}

/** Returns the SQL conditions by which a word is found. Each condition contains a trigram, so that an index can serve it. */
function wordMatches(word: string, isAlone: boolean): RawBuilder<boolean>[] {
  const text = escapeLike(word);
  const like = (columns: string[], pattern: string) =>
    columns.map((column) => sql<boolean>`fold(${sql.ref(column)}) like ${pattern}`);
  const elided = withApostrophe(word);
  const spelled = elided ? like(['last_name'], `%${elided}%`) : [];
  if (word.length >= 3) return [...like(FOUND_BY, `%${text}%`), ...spelled];
  // Two letters contain no trigram, but two letters at the beginning of a word do.
  const begins = like(FOUND_BY, `${text}%`);
  return isAlone
    ? begins
    : [...begins, ...like(NAMES, `% ${text}%`), ...like(NAMES, `%-${text}%`), ...spelled];
}

/** SQL on a row of `tee_time_list` that is true if the confirmation begins with a text, with or without its dashes. */
export const matchesConfirmationSql = (q: string): RawBuilder<boolean> =>
  sql<boolean>`translate(lower(confirmation), '- ', '') collate "C" like ${`${escapeLike(withoutCodeSeparators(q))}%`}`;

export async function searchCourses(db: Db, q: string): Promise<SearchResult[]> {
  const courses = await db
    .selectFrom('courses')
    .select(['id', 'course_name', 'city'])
    .where((where) =>
      where.or([
        sql<boolean>`fold(course_name) like ${foldedLikePattern(q)}`,
        where('id', '=', parseRecordId(q)),
      ]),
    )
    .orderBy('inactive')
    .orderBy(sql`fold(course_name) collate "C"`)
    .limit(MAX_RESULTS_PER_KIND)
    .execute();
  return courses.map((course) => ({
    kind: 'Course',
    id: course.id,
    title: course.course_name,
    detail: course.city ?? '',
    path: `/manage-course/${course.id}`,
  }));
}

export async function searchCertificates(db: Db, q: string): Promise<SearchResult[]> {
  const sought = sql<string>`translate(lower(serial), '- ', '') collate "C"`;
  const certificates = await db
    // The query reads this table because it has the index for searching serials.
    .selectFrom('gift_certificate_list')
    .select(['id', 'serial', 'raw_balance'])
    .where((where) =>
      where.or([
        where(sought, 'like', `${escapeLike(withoutCodeSeparators(q))}%`),
        where('id', '=', parseRecordId(q)),
      ]),
    )
    .orderBy(sought)
    .limit(MAX_RESULTS_PER_KIND)
    .execute();
  return certificates.map((certificate) => ({
    kind: 'Gift certificate',
    id: certificate.id,
    title: certificate.serial,
    detail: `Balance ${formatMoney(certificate.raw_balance)}`,
    path: `/manage-gift-certificate/${certificate.id}`,
  }));
}
