import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scratchDatabase } from '../../../../test/support/database.ts';
import type { Database } from '../../../server/database/open.ts';
import { audit, type AuditEntry } from '../audit.queries.ts';
import { sealNewEntries } from '../sealing/seals.queries.ts';
import { parseSeal, verifyAudit } from '../sealing/verify.steps.ts';
import { deleteShortLivedEntries } from './letting-go.job.ts';

let database: Database;
beforeAll(async () => {
  database = await scratchDatabase();
});
afterAll(() => database.close());

const write = (action: AuditEntry['action'], subject_id: number) =>
  audit(database.db, {
    made_by: 'Ana Ruiz',
    from: { address: '127.0.0.1' },
    action,
    subject: 'course',
    subject_id,
    after: { city: 'Vista' },
  });
/** Runs a statement that RIC may not run: as the owner of the database, with triggers switched off. */
const tamper = (statement: string) =>
  database.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await sql.raw(statement).execute(db);
  });
const verified = (...known: string[]) =>
  verifyAudit(
    database.db,
    known.flatMap((text) => parseSeal(text) ?? []),
  );
const left = async () => {
  const { rows } = await sql<{ action: string; subject_id: number | null }>`
    select action, subject_id from audit_entries order by id`.execute(database.db);
  return rows.map(({ action, subject_id }) => `${action} ${subject_id ?? ''}`.trim());
};

/** Creates three seals of four entries each, as old as the given months, the oldest first. */
async function sealedOf(months: number[]): Promise<string[]> {
  const seals: string[] = [];
  for (const [at, age] of months.entries()) {
    for (const action of ['edited', 'exported', 'signed in', 'created'] as const) await write(action, at);
    await tamper(
      `update audit_entries set created_at = now() - interval '${age} months 2 days' where subject_id = ${at}`,
    );
    const seal = await sealNewEntries(database.db);
    seals.push(`${seal?.id}:${seal?.hash}`);
  }
  return seals;
}
/**
 * Rebuilds the chain with seals as old as the given months. A seal's time is part of its hash, so all later hashes change too.
 */
async function sealAgo(months: number[]): Promise<string[]> {
  await tamper('truncate audit_seals; truncate audit_entries restart identity');
  await sealedOf(months);
  const again: string[] = [];
  const { rows } = await sql<{ id: number }>`select id from audit_seals order by id`.execute(database.db);
  for (const { id } of rows) {
    await tamper(`update audit_seals set sealed_at = sealed_at - interval '${months[id - 1]} months 2 days'
      where id = ${id}`);
    // The formula of the hash is written a second time here, in SQL.
    await tamper(`update audit_seals s set hash = sha256(coalesce((select hash from audit_seals where id = ${id} - 1), ''::bytea)
      || convert_to(jsonb_build_array(s.id, to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
        s.entries::text, s.passing::text)::text, 'UTF8')
      || coalesce((select string_agg(sha256(convert_to(jsonb_build_array(e.id,
        to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), e.made_by, e.address, e.action, e.subject,
        e.subject_id, audit_details_digest(e))::text, 'UTF8')), ''::bytea order by e.id)
        from audit_entries e where e.id <@ s.entries and not e.is_passing), ''::bytea) || s.passing_digest)
      where id = ${id}`);
    const { rows: made } = await sql<{ seal: string }>`
      select id || ':' || encode(hash, 'hex') as seal from audit_seals where id = ${id}`.execute(database.db);
    again.push(made[0]?.seal ?? '');
  }
  return again;
}

const ALL = [0, 1, 2].flatMap((at) => [`edited ${at}`, `exported ${at}`, `signed in ${at}`, `created ${at}`]);
const isKept = (entry: string) => /^(edited|created)/.test(entry);

describe('of what is old, what passes goes', () => {
  let seals: string[];
  beforeEach(async () => {
    seals = await sealAgo([20, 14, 3]);
    expect(await verified(...seals)).toMatchObject({ isWhole: true });
  });

  test('and the chain is whole, to the seals that were known before', async () => {
    expect(await deleteShortLivedEntries(database.db, 13)).toBe(false);
    expect(await left()).toEqual([...ALL.slice(0, 8).filter(isKept), ...ALL.slice(8), 'let go']);
    const { isWhole, lines } = await verified(...seals);
    expect(isWhole).toBe(true);
    expect(lines.at(-1)).toMatch(/^4 sign-ins, refusals, reads and sends of before \d{4}-.* were let go\.$/);
    await sealNewEntries(database.db);
    expect(await verified(...seals)).toMatchObject({ isWhole: true });
    expect(await deleteShortLivedEntries(database.db, 13)).toBe(false);
    expect(await left()).toHaveLength(9);
  });

  test('some seals at once, the oldest first', async () => {
    expect(await deleteShortLivedEntries(database.db, 13, 1)).toBe(true);
    expect(await left()).toEqual([...ALL.slice(0, 4).filter(isKept), ...ALL.slice(4), 'let go']);
    expect(await verified(...seals)).toMatchObject({ isWhole: true });
    expect(await deleteShortLivedEntries(database.db, 13, 1)).toBe(true);
    expect(await deleteShortLivedEntries(database.db, 13, 1)).toBe(false);
    expect(await verified(...seals)).toMatchObject({ isWhole: true });
  });

  test('never before a year, whatever is asked', async () => {
    await expect(deleteShortLivedEntries(database.db, 11)).rejects.toThrow(/twelve months/);
    expect(await left()).toEqual(ALL);
  });

  test.each([
    ['what is kept for ever', `delete from audit_entries where action = 'edited' and subject_id = 0`],
    ['what is younger', `delete from audit_entries where action = 'exported' and subject_id = 2`],
  ])('nobody deletes %s', async (_what, statement) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow(/append-only/);
  });

  test.each([
    ['old ones that nobody let go', `delete from audit_entries where action = 'exported' and subject_id = 0`],
    [
      'a part of a seal, and the word of it',
      `${letGoTo(2)}; delete from audit_entries where id in (2, 3, 6)`,
    ],
    ['young ones, and the word of it', `${letGoTo(3)}; delete from audit_entries where id in (10, 11)`],
    ['what is kept, with them', `${letGoTo(1)}; delete from audit_entries where id in (1, 2, 3)`],
  ])('who takes away %s is found', async (_what, statement) => {
    await tamper(statement);
    const { isWhole, lines } = await verified();
    expect(isWhole).toBe(false);
    expect(lines[0]).toMatch(/entries are not there any more/);
  });

  test('who changes what has a digest only, or makes what is kept pass, is found', async () => {
    await deleteShortLivedEntries(database.db, 13);
    await tamper(`update audit_seals set passing_digest = sha256('x') where id = 1`);
    expect((await verified()).lines[0]).toMatch(/^Seal 1 of .* was changed\.$/);
  });

  test('who changes one that passes is found', async () => {
    await tamper(`update audit_entries set made_by = 'Nobody' where action = 'exported' and subject_id = 1`);
    expect((await verified()).lines[0]).toMatch(/^Seal 2 of .* was changed\.$/);
    await tamper(
      `update audit_entries set made_by = 'Ana Ruiz' where action = 'exported' and subject_id = 1`,
    );
    await tamper(`update audit_seals set passing = passing + '{[5,6)}' where id = 2`);
    expect((await verified()).lines[0]).toMatch(/^Seal 2 of .* was changed\.$/);
  });
});

function letGoTo(seal: number): string {
  return `insert into audit_entries (made_by, action, subject, after)
    values ('RIC', 'let go', 'audit', '{"up_to_seal": ${seal}, "entries": 2}')`;
}

test('seals from before entries passed are verified as they were made', async () => {
  await tamper('truncate audit_seals; truncate audit_entries restart identity');
  await write('edited', 1);
  await write('created', 2);
  await tamper('update audit_entries set salt = null');
  await tamper(`insert into audit_seals (id, sealed_at, entries, entry_count, up_to, hash)
    select 1, t.at, '{[1,3)}', 2, 3, sha256(convert_to(jsonb_build_array(1,
        to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '{[1,3)}')::text, 'UTF8')
      || (select string_agg(sha256(convert_to(jsonb_build_array(e.id,
        to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), e.made_by, e.address, e.action, e.subject,
        e.subject_id, encode(sha256(convert_to(jsonb_build_array(e.before, e.after)::text, 'UTF8')), 'hex'))::text, 'UTF8')),
        ''::bytea order by e.id) from audit_entries e)) from (select now() as at) t`);
  await write('signed in', 3);
  await sealNewEntries(database.db);
  expect(await verified()).toMatchObject({ isWhole: true });
  await tamper(`update audit_entries set after = '{}' where id = 2`);
  expect((await verified()).lines[0]).toMatch(/^Seal 1 of .* was changed\.$/);
});
