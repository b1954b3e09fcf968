import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../server/process/context.ts';

/*
 * The chain over the audit's entries. An entry gets its number when it is written and is seen when it is committed, so a higher
 * number may be seen first: a seal names just the entries that it covers, and what was left out goes into a later one.
 */

/** No transaction is open for longer, by far: a number that nobody was seen to have for so long was rolled back. */
const LONGEST_OPEN = sql`interval '1 hour'`;
const MOST_AT_ONCE = 10_000;

export type Seal = { id: number; hash: string };

const bytesOf = (json: RawBuilder<unknown>) => sql<Buffer>`convert_to(${json}::text, 'UTF8')`;
const clock = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;

/** The digest of an entry `e`. What it says before and after goes in by a digest of its own. */
const DIGEST = sql<Buffer>`sha256(${bytesOf(sql`jsonb_build_array(e.id, ${clock(sql`e.created_at`)}, e.made_by,
  e.address, e.action, e.subject, e.subject_id,
  encode(sha256(${bytesOf(sql`jsonb_build_array(e.before, e.after)`)}), 'hex'))`)})`;
const DIGESTS = sql<Buffer>`string_agg(${DIGEST}, ''::bytea order by e.id)`;

type Chained = Record<'before' | 'id' | 'sealedAt' | 'entries' | 'digests', RawBuilder<unknown>>;
const hashOf = ({ before, id, sealedAt, entries, digests }: Chained) =>
  sql<Buffer>`sha256(coalesce(${before}, ''::bytea)
    || ${bytesOf(sql`jsonb_build_array(${id}, ${clock(sealedAt)}, ${entries}::text)`)} || ${digests})`;

/**
 * Seals what was committed and is in no seal yet, ten thousand entries at most; null where there is nothing, or another process
 * has just done it: of two that make the same number one is refused. It looks gap by gap along the key, so that a look which
 * finds nothing reads next to nothing however many entries there are.
 */
export async function sealOnce(db: Db): Promise<Seal | null> {
  const hash = hashOf({
    before: sql`last.hash`,
    ...{ id: sql`coalesce(last.id, 0) + 1`, sealedAt: sql`now()` },
    ...{ entries: sql`made.entries`, digests: sql`made.digests` },
  });
  const { rows } = await sql<Seal>`
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
      max(e.id) + 1 as up_to, ${DIGESTS} as digests from waiting e having count(*) > 0)
    insert into audit_seals (id, sealed_at, entries, entry_count, up_to, hash)
      select coalesce(last.id, 0) + 1, now(), made.entries, made.entry_count,
        greatest(last.up_to, made.up_to), ${hash}
      from made left join last on true
    on conflict (id) do nothing
    returning id, encode(hash, 'hex') as hash`.execute(db);
  return rows[0] ?? null;
}

/** A seal that does not agree with what is there, and in which way. */
export type Broken = {
  id: number;
  sealed_at: string;
  entries: string;
  /** Numbers of covered entries that are not there any more, twenty at most. */
  missing: number[];
  /** A seal before it is not there. */
  is_apart: boolean;
};

type Checked = Omit<Broken, 'missing'> & { is_whole: boolean };

/** The seals from `from`, so many at most, each computed anew from its entries and the seal before it. */
export async function checkSeals(db: Db, from: number, most: number): Promise<Checked[]> {
  const hash = hashOf({
    before: sql`p.hash`,
    ...{ id: sql`s.id`, sealedAt: sql`s.sealed_at` },
    ...{ entries: sql`s.entries`, digests: sql`coalesce(found.digests, ''::bytea)` },
  });
  const { rows } = await sql<Checked>`
    select s.id, s.sealed_at, s.entries::text as entries, s.id > 1 and p.id is null as is_apart,
      found.entry_count = s.entry_count and s.hash = ${hash} as is_whole
    from (select * from audit_seals where id >= ${from} order by id limit ${most}) s
    left join audit_seals p on p.id = s.id - 1
    cross join lateral (select count(e.id)::integer as entry_count, ${DIGESTS} as digests
      from unnest(s.entries) as part join audit_entries e on e.id >= lower(part) and e.id < upper(part)) found
    order by s.id`.execute(db);
  return rows;
}

const MISSING_NAMED = 20;

export async function missingOf(db: Db, seal: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select n as id from audit_seals s, unnest(s.entries) as part, generate_series(lower(part), upper(part) - 1) as n
    where s.id = ${seal} and not exists (select from audit_entries e where e.id = n)
    order by n limit ${sql.lit(MISSING_NAMED)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The entries that are in no seal: how many, from which to which. */
export async function unsealed(db: Db) {
  const { rows } = await sql<{ count: number; first: number | null; last: number | null }>`
    select count(*)::integer as count, min(e.id) as first, max(e.id) as last from audit_entries e
    where not e.id <@ (select coalesce(range_agg(entries), '{}'::int8multirange) from audit_seals)`.execute(
    db,
  );
  return rows[0] ?? { count: 0, first: null, last: null };
}

export async function lastSeal(db: Db): Promise<(Seal & { sealed_at: string }) | null> {
  const { rows } = await sql<Seal & { sealed_at: string }>`
    select id, encode(hash, 'hex') as hash, sealed_at from audit_seals order by id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The hash of one seal; null where it is not there. */
export async function hashOfSeal(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from audit_seals where id = ${id}`.execute(db);
  return rows[0]?.hash ?? null;
}
