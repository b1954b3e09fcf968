import { sql, type RawBuilder } from 'kysely';
import { fragmentOf, patternOf } from './written-forms.rules.ts';
import { onlyRow } from '../../../server/database/only-row.ts';
import type { Db } from '../../../server/process/context.ts';
import { isTheirEntry, isTheirLetter, type Theirs } from './theirs.queries.ts';

/** What a person is known by, as texts have it: `sure` wherever it stands, `likely` where it stands in what is theirs. */
export type KnownBy = {
  sure: string[];
  likely: string[];
  /** Those of the sure ones that another person may have in a variant: full names and e-mails. */
  names: string[];
};

const SHORTEST_NAME = 2;
/** Fewer digits are no phone number. */
const SHORTEST_PHONE = 7;
/** So many have the area. */
const WHOLE_PHONE = 10;
/** What is written in place of a name where a text has to be. */
const GONE = 'Forgotten';

/** All names, e-mails and phones that they have or had, before they were merged or edited too. */
export async function knownBy(db: Db, { people }: Theirs, id: number): Promise<KnownBy> {
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

/** How a text is written, as it is and as JSON has it: a fragment that it is searched for first, and its exact forms. */
type Written = { fragment: string; forms: string };
const writtenOf = (text: string): Written => ({ fragment: fragmentOf(text), forms: patternOf(text) });

/** A text as it is, and as JSON has it. */
const written = (text: string): string[] => [...new Set([text, JSON.stringify(text).slice(1, -1)])];

/** Letters and accents in whatever locale: `Jose` is not in `José`. */
const LETTERS = '[:alnum:]\u00c0-\u1fff\u2c00-\u2fff\u3040-\ufeff';
/** What stands beside a name or an e-mail where it is part of another one: `ed@golf.example` is in `fred@golf.example`. */
function partOfAnother(text: string): { before: string; after: string } {
  return text.includes('@')
    ? { before: `[${LETTERS}._%+-]`, after: `[${LETTERS}-]|\\.[${LETTERS}]` }
    : { before: `[${LETTERS}]`, after: `[${LETTERS}]` };
}
/** The same of a phone: one with its area stands behind the code of a country too, one without is a part of any other area's. */
const partOfAnotherPhone = (text: string): { before: string; after: string } => ({
  before: digitsOf(text).length < WHOLE_PHONE ? '\\d[ ().-]{0,3}' : '\\d{4}',
  after: '\\d',
});
/** Finds a name, an e-mail or a phone as a whole. */
function asAWhole(text: string): string {
  const { before, after } = /\p{L}/u.test(text) ? partOfAnother(text) : partOfAnotherPhone(text);
  return `(?<!${before})${patternOf(text)}(?!${after})`;
}

/** Whether a text that may be about somebody else says one of these, and not a longer name or address that has it inside. */
function namesThem(text: RawBuilder<unknown>, sure: string[]) {
  const all = sure.flatMap(written);
  return found(
    text,
    all.map((one) => ({ fragment: fragmentOf(one), forms: asAWhole(one) })),
  );
}

/** Whether a text about what is theirs says one of these, as it is or as JSON has it. */
const says = (text: RawBuilder<unknown>, known: string[]) =>
  found(text, known.flatMap(written).map(writtenOf));

// A fragment is ASCII, and so the same in every locale; most texts do not have it and are not looked at any closer.
const found = (text: RawBuilder<unknown>, all: Written[]) =>
  sql`exists (select from unnest(${all.map(({ fragment }) => fragment)}::text[], ${all.map(({ forms }) => forms)}::text[])
      as k (fragment, forms)
    where strpos(lower((${text}) collate "C"), k.fragment) > 0 and (${text}) collate "C" ~ k.forms)`;

/** Free words about what is theirs: whatever stands in them, they are about a person. */
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

/** Empties the details of all entries that name them, and answers which those are, as PostgreSQL writes numbers in ranges. */
export async function emptyEntries(db: Db, theirs: Theirs, { sure, likely }: KnownBy): Promise<string> {
  const details = sql`coalesce(e.before::text, '') || coalesce(e.after::text, '')`;
  const { rows } = await sql<{ ids: number[] }>`
    select array(select e.id from audit_entries e where (e.before is not null or e.after is not null)
      and e.action not in ('forgot the customer', 'let go') and (
      ${namesThem(details, sure)}
      or ${isTheirEntry(theirs)} and (e.subject = 'customer' or ${says(details, likely)}
        or coalesce(e.before, '{}') ?| ${FREE_WORDS}::text[] or coalesce(e.after, '{}') ?| ${FREE_WORDS}::text[]))
      order by e.id) as ids`.execute(db);
  const emptied = await sql<{ entries: string }>`
    select coalesce(range_agg(int8range(id, id + 1)), '{}')::text as entries
    from unnest(forget_audit_details(${onlyRow({ rows }).ids}::bigint[])) as id`.execute(db);
  return onlyRow(emptied).entries;
}

/** Empties the customer and what they were called before; the number stays, for the books name it. */
export async function emptyCustomer(db: Db, id: number, by: string): Promise<void> {
  await sql`delete from former_names where customer_id = ${id}`.execute(db);
  await sql`update merged_customers set name = ${GONE} where customer_id = ${id}`.execute(db);
  await sql`update customers set first_name = '', last_name = ${GONE}, email = '', address = null, address_2 = null,
    address_3 = null, city = null, subdivision = null, postcode = null, country_alpha2 = null, primary_phone = null,
    mobile_phone = null, legacy_address = null, forgotten_at = clock_timestamp(), updated_by = ${by},
    updated_at = clock_timestamp() where id = ${id}`.execute(db);
  // The list's older tee times follow at once, however many: nothing of a name is left behind the commit.
  await sql`update tee_time_list set first_name = '', last_name = ${GONE}, email = '', primary_phone = null
    where customer_id = ${id}`.execute(db);
}

/** Empties what is written about them on tee times, certificates, leads, letters and refunds. */
export async function emptyRecords(db: Db, theirs: Theirs, known: KnownBy): Promise<void> {
  const { rounds, certificates, leads } = theirs;
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
  await sql`update outbox o set recipient = 'forgotten ' || o.id, subject = ${GONE}, html = '', text = '', calendar = null,
    last_error = null where ${isTheirLetter(theirs)}`.execute(db);
  await sql`update notices n set message = ${`${GONE}.`}, dismissed_at = coalesce(dismissed_at, now())
    where n.tee_time_id = any(${rounds}::bigint[]) or ${namesThem(sql`n.message`, known.sure)}`.execute(db);
}

/** Empties what was kept of calls and events, where it names them: a repeated request is told that its answer is gone. */
export async function emptyTraces(db: Db, theirs: Theirs, { sure, likely }: KnownBy): Promise<void> {
  const { rounds, certificates } = theirs;
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
