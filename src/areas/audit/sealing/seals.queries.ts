import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../server/process/context.ts';

/*
 * Seals form a chain of hashes over the audit entries. An entry gets its number when it is written but becomes visible when it
 * is committed, so a higher number may become visible first. Therefore a seal names exactly the entries that it covers, and
 * late ones get a later seal.
 */

/** The time after which a missing entry number counts as rolled back, because no transaction is open for nearly as long. */
const LONGEST_OPEN = sql`interval '1 hour'`;
const MOST_AT_ONCE = 10_000;
const MISSING_NAMED = 20;

export type AuditSeal = { id: number; hash: string };

const bytesOf = (json: RawBuilder<unknown>) => sql<Buffer>`convert_to(${json}::text, 'UTF8')`;
const clock = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;

/**
 * SQL for a digest of an entry's values before and after. The entry's hash contains only this digest, so that the hash stays
 * valid when a customer's data is erased from the values.
 */
const DETAILS = sql`case when e.before is null and e.after is null and e.details_digest is not null then e.details_digest
  else encode(sha256(coalesce(uuid_send(e.salt), ''::bytea) || ${bytesOf(sql`jsonb_build_array(e.before, e.after)`)}), 'hex') end`;
const DIGEST = sql<Buffer>`sha256(${bytesOf(sql`jsonb_build_array(e.id, ${clock(sql`e.created_at`)}, e.made_by,
  e.address, e.action, e.subject, e.subject_id, ${DETAILS})`)})`;
const digestsOf = (which: RawBuilder<unknown>) =>
  sql<Buffer>`coalesce(string_agg(${DIGEST}, ''::bytea order by e.id) filter (where ${which}), ''::bytea)`;

type Chained = Record<
  'before' | 'id' | 'sealedAt' | 'entries' | 'digests' | 'passing' | 'passingDigest',
  RawBuilder<unknown>
>;
/**
 * SQL for the hash of a seal. Seals made before there were short-lived entries have a null `passing`, which is left out of the
 * hash.
 */
const hashOf = ({ before, id, sealedAt, entries, digests, passing, passingDigest }: Chained) =>
  sql<Buffer>`sha256(coalesce(${before}, ''::bytea)
    || case when ${passing} is null then ${bytesOf(sql`jsonb_build_array(${id}, ${clock(sealedAt)}, ${entries}::text)`)}
      else ${bytesOf(sql`jsonb_build_array(${id}, ${clock(sealedAt)}, ${entries}::text, ${passing}::text)`)} end
    || ${digests} || coalesce(${passingDigest}, ''::bytea))`;

/**
 * Seals committed audit entries that have no seal yet, at most ten thousand. Returns null if there are none, or if another
 * process was faster: of two seals with one number, the second is rejected. Only gaps between sealed numbers are searched, so
 * that a check that finds nothing reads almost nothing, however many entries there are. `at` is the seal's time; only tests set
 * it.
 */
export async function sealNewEntries(db: Db, at?: RawBuilder<unknown>): Promise<AuditSeal | null> {
  const { rows } = await sealStatement(at).execute(db);
  return rows[0] ?? null;
}

/** Returns the SQL statement that makes a seal. */
export function sealStatement(when: RawBuilder<unknown> = sql`now()`): RawBuilder<AuditSeal> {
  const at = sql`(${when})`;
  const hash = hashOf({
    before: sql`last.hash`,
    id: sql`coalesce(last.id, 0) + 1`,
    sealedAt: at,
    entries: sql`made.entries`,
    digests: sql`made.digests`,
    passing: sql`made.passing`,
    passingDigest: sql`made.passing_digest`,
  });
  return sql<AuditSeal>`
    with last as (select * from audit_seals order by id desc limit 1),
    settled as (select coalesce((select s.up_to from audit_seals s, last
      where s.sealed_at < last.sealed_at - ${LONGEST_OPEN} order by s.sealed_at desc, s.id desc limit 1), 1) as up_to),
    sealed as (select coalesce(range_agg(s.entries), '{}'::int8multirange) as entries from audit_seals s, last
      where s.sealed_at >= last.sealed_at - ${LONGEST_OPEN}),
    waiting as (select e.* from settled, sealed,
        unnest(int8multirange(int8range(settled.up_to, null)) - sealed.entries) as gap
      cross join lateral (select * from audit_entries e
        where e.id >= lower(gap) and e.id < coalesce(upper(gap), ${sql.lit(String(2n ** 63n - 1n))}::bigint)
        order by e.id limit ${sql.lit(MOST_AT_ONCE)}) e
      order by e.id limit ${sql.lit(MOST_AT_ONCE)}),
    made as (select range_agg(int8range(e.id, e.id + 1)) as entries, count(*)::integer as entry_count,
      max(e.id) + 1 as up_to, ${digestsOf(sql`not e.is_passing`)} as digests,
      coalesce(range_agg(int8range(e.id, e.id + 1)) filter (where e.is_passing), '{}'::int8multirange) as passing,
      sha256(${digestsOf(sql`e.is_passing`)}) as passing_digest
      from waiting e having count(*) > 0)
    insert into audit_seals (id, sealed_at, entries, entry_count, up_to, passing, passing_digest, hash)
      select coalesce(last.id, 0) + 1, ${at}, made.entries, made.entry_count,
        greatest(last.up_to, made.up_to), made.passing, made.passing_digest, ${hash}
      from made left join last on true
    on conflict (id) do nothing
    returning id, encode(hash, 'hex') as hash`;
}

/** A seal that does not match its entries, and the kind of mismatch. */
export type BrokenSeal = {
  id: number;
  sealed_at: string;
  entries: string;
  /** The ids of covered entries that no longer exist, at most twenty. */
  missing: number[];
  /** True if the previous seal is missing. */
  is_apart: boolean;
  /** True if the short-lived entries of the seal were deleted after their retention. */
  is_let_go: boolean;
};

type Checked = Omit<BrokenSeal, 'missing'> & { is_whole: boolean };

/** The shortest retention of short-lived entries, whatever the setting. */
const LEAST_KEPT = sql`interval '12 months'`;
const LET_GO_UP_TO = sql`coalesce((select (x.after ->> 'up_to_seal')::bigint from audit_entries x
  where x.action = 'let go' order by x.id desc limit 1), 0)`;

/**
 * Returns at most `most` seals from number `from` on, each compared with a hash computed from its entries and the previous
 * seal.
 */
export async function checkSeals(db: Db, from: number, most: number): Promise<Checked[]> {
  const hash = hashOf({
    before: sql`p.hash`,
    id: sql`s.id`,
    sealedAt: sql`s.sealed_at`,
    entries: sql`s.entries`,
    digests: sql`found.digests`,
    passing: sql`s.passing`,
    passingDigest: sql`s.passing_digest`,
  });
  const isPassing = sql`e.id <@ coalesce(s.passing, '{}'::int8multirange)`;
  const { rows } = await sql<Checked>`
    select s.id, s.sealed_at, s.entries::text as entries, s.id > 1 and p.id is null as is_apart, gone.is_let_go,
      found.entry_count = s.entry_count - case when gone.is_let_go then passing.count else 0 end
        and s.hash = ${hash}
        and (s.passing is null or gone.is_let_go or found.passing_digest = s.passing_digest) as is_whole
    from (select * from audit_seals where id >= ${from} order by id limit ${most}) s
    left join audit_seals p on p.id = s.id - 1
    cross join (select ${LET_GO_UP_TO} as up_to) let_go
    cross join lateral (select coalesce(sum(upper(part) - lower(part)), 0) as count from unnest(s.passing) as part) passing
    cross join lateral (select count(e.id)::integer as entry_count, count(e.id) filter (where ${isPassing}) as passing_count,
        ${digestsOf(sql`not ${isPassing}`)} as digests, sha256(${digestsOf(isPassing)}) as passing_digest
      from unnest(s.entries) as part join audit_entries e on e.id >= lower(part) and e.id < upper(part)) found
    cross join lateral (select passing.count > 0 and found.passing_count = 0 and s.id <= let_go.up_to
      and s.sealed_at < now() - ${LEAST_KEPT} as is_let_go) gone
    order by s.id`.execute(db);
  return rows;
}

/**
 * Returns the number of short-lived entries that were deleted after their retention, and the time before which they were
 * sealed.
 */
export async function countDeletedEntries(db: Db) {
  const { rows } = await sql<{ count: number; up_to: string | null }>`
    select coalesce(sum((e.after ->> 'entries')::integer), 0)::integer as count,
      (select s.sealed_at from audit_seals s where s.id = ${LET_GO_UP_TO}) as up_to
    from audit_entries e where e.action = 'let go'`.execute(db);
  return rows[0] ?? { count: 0, up_to: null };
}

/**
 * Returns the number of entries whose values were erased with a customer's data, and the ids of erased entries that no recorded
 * erasure names, at most twenty.
 */
export async function countErasedEntries(db: Db) {
  const { rows } = await sql<{ count: number; unsaid: number[] }>`
    with said as (select coalesce(range_agg(one.entries), '{}'::int8multirange) as entries
      from (select unnest((e.after ->> 'emptied')::int8multirange) as entries from audit_entries e
        where e.action = 'forgot the customer') one)
    select count(*)::integer as count,
      (array_agg(e.id order by e.id) filter (where not e.id <@ said.entries))[1:${sql.lit(MISSING_NAMED)}] as unsaid
    from audit_entries e, said where e.details_digest is not null`.execute(db);
  return { count: rows[0]?.count ?? 0, unsaid: rows[0]?.unsaid ?? [] };
}

export async function findMissingEntries(
  db: Db,
  seal: Pick<BrokenSeal, 'id' | 'is_let_go'>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select n as id from audit_seals s, unnest(s.entries) as part, generate_series(lower(part), upper(part) - 1) as n
    where s.id = ${seal.id} and not exists (select from audit_entries e where e.id = n)
      and not (${seal.is_let_go} and n <@ coalesce(s.passing, '{}'::int8multirange))
    order by n limit ${sql.lit(MISSING_NAMED)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the number of entries without a seal, and the first and last id of them. */
export async function countUnsealedEntries(db: Db) {
  const { rows } = await sql<{ count: number; first: number | null; last: number | null }>`
    select count(*)::integer as count, min(e.id) as first, max(e.id) as last from audit_entries e
    where not e.id <@ (select coalesce(range_agg(entries), '{}'::int8multirange) from audit_seals)`.execute(
    db,
  );
  return rows[0] ?? { count: 0, first: null, last: null };
}

export async function findLastSeal(db: Db): Promise<(AuditSeal & { sealed_at: string }) | null> {
  const { rows } = await sql<AuditSeal & { sealed_at: string }>`
    select id, encode(hash, 'hex') as hash, sealed_at from audit_seals order by id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Returns the hash of a seal, or null if the seal does not exist. */
export async function findSealHash(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from audit_seals where id = ${id}`.execute(db);
  return rows[0]?.hash ?? null;
}
