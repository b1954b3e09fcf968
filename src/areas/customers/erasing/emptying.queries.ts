import { sql, type RawBuilder } from 'kysely';
import { longestCommonPart, exactFormsPattern } from './written-forms.rules.ts';
import { onlyRow } from '../../../server/database/only-row.ts';
import type { Db } from '../../../server/process/context.ts';
import {
  isCustomerAuditEntrySql,
  isCustomerEmailSql,
  type CustomerRecords,
} from './customer-records.queries.ts';

/**
 * The names, e-mails and phone numbers of a person. The `sure` ones are erased in any text, the `likely` ones only in texts about
 * the person's own records.
 */
export type PersonIdentifiers = {
  sure: string[];
  likely: string[];
  /** The full names and e-mails among the sure ones, which may also be written in variants. */
  names: string[];
};

const SHORTEST_NAME = 2;
/** The fewest digits of a phone number. */
const SHORTEST_PHONE = 7;
/** The number of digits in a phone number with its area code. */
const WHOLE_PHONE = 10;
/** The text that replaces a name in a column that must not be empty. */
const GONE = 'Erased';

/** Returns all names, e-mails and phone numbers that a customer has or had, including those from before a merge or an edit. */
export async function findPersonIdentifiers(
  db: Db,
  { people }: CustomerRecords,
  id: number,
): Promise<PersonIdentifiers> {
  const { rows } = await sql<
    Record<'first_name' | 'last_name' | 'email' | 'primary_phone' | 'mobile_phone', string | null>
  >`
    select first_name, last_name, email, primary_phone, mobile_phone from customers where id = ${id}
    union select first_name, last_name, email, primary_phone, mobile_phone from former_names where customer_id = ${id}
    union select said ->> 'first_name', said ->> 'last_name', said ->> 'email', said ->> 'primary_phone', said ->> 'mobile_phone'
      from audit_entries e, unnest(array[e.before, e.after]) as said
      where e.subject = 'customer' and e.subject_id = any(${people}::bigint[]) and said is not null`.execute(
    db,
  );
  const texts = (of: (string | null)[], least: number) =>
    of.map((text) => text?.trim() ?? '').filter((text) => text.length >= least);
  const phones = rows
    .flatMap((row) => [row.primary_phone, row.mobile_phone])
    .filter((phone) => digitsOf(phone).length >= SHORTEST_PHONE);
  const full = rows
    .map((row) => [row.first_name, row.last_name].map((name) => name?.trim()).filter(Boolean))
    .filter((both) => both.length > 1);
  const written = [
    ...texts(
      rows.map((row) => row.email),
      3,
    ),
    ...full.flatMap(([first, last]) => [`${first} ${last}`, `${last}, ${first}`]),
  ];
  const sure = [...written, ...texts([...phones, ...phones.map(digitsOf)], SHORTEST_PHONE)];
  const names = texts(
    rows.flatMap((row) => [row.first_name, row.last_name]),
    SHORTEST_NAME,
  );
  return {
    sure: [...new Set(sure)],
    likely: [...new Set([...sure, ...names])],
    names: [...new Set(written)],
  };
}
const digitsOf = (phone: string | null): string => phone?.replace(/\D/g, '') ?? '';

/** The patterns of a text to find: a fragment for a fast first search, and a regular expression for its exact forms. */
type Written = { fragment: string; forms: string };
const writtenOf = (text: string): Written => ({
  fragment: longestCommonPart(text),
  forms: exactFormsPattern(text),
});

/** Returns the plain text, and the text as JSON escapes it. */
const written = (text: string): string[] => [...new Set([text, JSON.stringify(text).slice(1, -1)])];

/** Letters and accents in any locale, for a regular expression that does not find `Jose` in `José`. */
const LETTERS = '[:alnum:]\u00c0-\u1fff\u2c00-\u2fff\u3040-\ufeff';
/**
 * Returns the neighboring characters by which a name or an e-mail is only a part of a longer one, as `ed@golf.example` is a part of
 * `fred@golf.example`.
 */
function partOfAnother(text: string): { before: string; after: string } {
  return text.includes('@')
    ? { before: `[${LETTERS}._%+-]`, after: `[${LETTERS}-]|\\.[${LETTERS}]` }
    : { before: `[${LETTERS}]`, after: `[${LETTERS}]` };
}
/**
 * Returns the neighboring characters by which a phone number is only a part of a longer one. A number with its area code may follow
 * a country code; a number without an area code is a part of a number in any area.
 */
const partOfAnotherPhone = (text: string): { before: string; after: string } => ({
  before: digitsOf(text).length < WHOLE_PHONE ? '\\d[ ().-]{0,3}' : '\\d{4}',
  after: '\\d',
});
/** Returns a regular expression that matches a name, an e-mail or a phone number as a whole. */
function asAWhole(text: string): string {
  const { before, after } = /\p{L}/u.test(text) ? partOfAnother(text) : partOfAnotherPhone(text);
  return `(?<!${before})${exactFormsPattern(text)}(?!${after})`;
}

/**
 * SQL that is true if a text, which may be about another person, contains one of these names, e-mails or phone numbers as a whole.
 */
function namesThem(text: RawBuilder<unknown>, sure: string[]) {
  const all = sure.flatMap(written);
  return found(
    text,
    all.map((one) => ({ fragment: longestCommonPart(one), forms: asAWhole(one) })),
  );
}

/**
 * SQL that is true if a text about the customer's own records contains one of these names, e-mails or phone numbers, plain or
 * escaped as in JSON.
 */
const says = (text: RawBuilder<unknown>, known: string[]) =>
  found(text, known.flatMap(written).map(writtenOf));

// The fragment is ASCII and so the same in every locale; most texts lack the fragment and need no regular expression.
const found = (text: RawBuilder<unknown>, all: Written[]) =>
  sql`exists (select from unnest(${all.map(({ fragment }) => fragment)}::text[], ${all.map(({ forms }) => forms)}::text[])
      as k (fragment, forms)
    where strpos(lower((${text}) collate "C"), k.fragment) > 0 and (${text}) collate "C" ~ k.forms)`;

/** The fields of free text in the customer's own records, whose text may be about a person whatever it contains. */
const FREE_WORDS = [
  'notes',
  'internal_notes',
  'alt_emails',
  'who_from',
  'greeting',
  'internal_memo',
  'note',
  'reason',
  'why',
];

/** Erases the details of all audit entries that name the customer; returns the ids of these entries as a PostgreSQL multirange. */
export async function eraseAuditDetails(
  db: Db,
  records: CustomerRecords,
  { sure, likely }: PersonIdentifiers,
): Promise<string> {
  const details = sql`coalesce(e.before::text, '') || coalesce(e.after::text, '')`;
  const { rows } = await sql<{ ids: number[] }>`
    select array(select e.id from audit_entries e where (e.before is not null or e.after is not null)
      and e.action not in ('forgot the customer', 'let go') and (
      ${namesThem(details, sure)}
      or ${isCustomerAuditEntrySql(records)} and (e.subject = 'customer' or ${says(details, likely)}
        or coalesce(e.before, '{}') ?| ${FREE_WORDS}::text[] or coalesce(e.after, '{}') ?| ${FREE_WORDS}::text[]))
      order by e.id) as ids`.execute(db);
  const emptied = await sql<{ entries: string }>`
    select coalesce(range_agg(int8range(id, id + 1)), '{}')::text as entries
    from unnest(forget_audit_details(${onlyRow({ rows }).ids}::bigint[])) as id`.execute(db);
  return onlyRow(emptied).entries;
}

/** Erases the customer's data and former names; the id stays, because the accounts refer to it. */
export async function eraseCustomerFields(db: Db, id: number, by: string): Promise<void> {
  await sql`delete from former_names where customer_id = ${id}`.execute(db);
  await sql`update merged_customers set name = ${GONE} where customer_id = ${id}`.execute(db);
  await sql`update customers set first_name = '', last_name = ${GONE}, email = '', address = null, address_2 = null,
    address_3 = null, city = null, subdivision = null, postcode = null, country_alpha2 = null, primary_phone = null,
    mobile_phone = null, legacy_address = null, forgotten_at = clock_timestamp(), updated_by = ${by},
    updated_at = clock_timestamp() where id = ${id}`.execute(db);
  // The list's copies of older tee times are updated in the same transaction, however many there are, so that no name remains.
  await sql`update tee_time_list set first_name = '', last_name = ${GONE}, email = '', primary_phone = null
    where customer_id = ${id}`.execute(db);
}

/** Erases free text about the customer on tee times, certificates, leads, e-mails, refund requests and notices. */
export async function eraseCustomerRecordTexts(
  db: Db,
  records: CustomerRecords,
  known: PersonIdentifiers,
): Promise<void> {
  const { rounds, certificates, leads } = records;
  await sql`update tee_times set notes = '', internal_notes = '', alt_emails = ''
    where id = any(${rounds}::bigint[]) and (notes <> '' or internal_notes <> '' or alt_emails <> '')`.execute(
    db,
  );
  await sql`update gift_certificates set who_from = '', greeting = '', internal_memo = ''
    where id = any(${certificates}::bigint[])`.execute(db);
  await sql`update lost_leads set card_token = null, card_last4 = null, card_expmo = null, card_expyr = null
    where id = any(${leads}::bigint[])`.execute(db);
  await sql`update refund_requests set reason = '', why = '' where tee_time_id = any(${rounds}::bigint[])`.execute(
    db,
  );
  await sql`update outbox o set recipient = 'erased ' || o.id, subject = ${GONE}, html = '', text = '', calendar = null,
    last_error = null where ${isCustomerEmailSql(records)}`.execute(db);
  await sql`update notices n set message = ${`${GONE}.`}, dismissed_at = coalesce(dismissed_at, now())
    where n.tee_time_id = any(${rounds}::bigint[]) or ${namesThem(sql`n.message`, known.sure)}`.execute(db);
}

/**
 * Erases stored answers, events, import rows and saved views that name the customer. A repeated request then learns that its answer
 * was erased.
 */
export async function eraseCustomerTraces(
  db: Db,
  records: CustomerRecords,
  { sure, likely }: PersonIdentifiers,
): Promise<void> {
  const { rounds, certificates } = records;
  const ofTheirs = sql`(tee_time_id = any(${rounds}::bigint[]) or gift_certificate_id = any(${certificates}::bigint[]))`;
  const both = sql`coalesce(plan::text, '') || coalesce(answer::text, '')`;
  await sql`update operations set answer = null, plan = null where state = 'settled' and (plan is not null or answer is not null)
    and (${ofTheirs} and ${says(both, likely)} or ${namesThem(both, sure)})`.execute(db);
  await sql`delete from webhook_deliveries where event_id in
    (select id from webhook_events where ${namesThem(sql`payload::text`, sure)})`.execute(db);
  await sql`delete from webhook_events where ${namesThem(sql`payload::text`, sure)}`.execute(db);
  await sql`delete from import_rows where ${namesThem(sql`coalesce(record::text, '') || coalesce(problems::text, '') || keys::text`, sure)}`.execute(
    db,
  );
  await sql`update saved_views set filters = '{}' where ${namesThem(sql`filters::text`, sure)}`.execute(db);
  await sql`update saved_views set name = ${GONE} || ' ' || id where ${namesThem(sql`name`, sure)}`.execute(
    db,
  );
  await sql`delete from report_tickets where ${namesThem(sql`asked`, sure)}`.execute(db);
}
