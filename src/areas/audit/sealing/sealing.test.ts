import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { scratchDatabase } from '../../../../test/support/database.ts';
import type { Database } from '../../../server/database/open.ts';
import { audit } from '../audit.queries.ts';
import { sealNewEntries } from './seals.queries.ts';
import { parseSeal, verifyAudit } from './verify.steps.ts';

let database: Database;
beforeAll(async () => {
  database = await scratchDatabase();
});
afterAll(() => database.close());

const write = (subject_id: number) =>
  audit(database.db, {
    made_by: 'Ana Ruiz',
    from: { address: '127.0.0.1' },
    action: 'edited',
    subject: 'course',
    subject_id,
    before: { city: 'Carlsbad' },
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

beforeEach(async () => {
  await tamper('truncate audit_seals; truncate audit_entries restart identity');
});

test('what was written is sealed once, and the chain is whole', async () => {
  expect(await sealNewEntries(database.db)).toBeNull();
  for (const id of [1, 2, 3]) await write(id);
  expect(await verified()).toMatchObject({
    isWhole: true,
    lines: ['0 seals were checked.', '3 entries, from 1 to 3, are not sealed yet.'],
  });
  const first = await sealNewEntries(database.db);
  expect(first).toMatchObject({ id: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await sealNewEntries(database.db)).toBeNull();
  await write(4);
  const second = await sealNewEntries(database.db);
  const { isWhole, lines } = await verified(`1:${first?.hash}`, `2:${second?.hash}`);
  expect(lines[0]).toContain(`2 seals were checked, the last is 2:${second?.hash}`);
  expect({ isWhole, tail: lines[1] }).toEqual({ isWhole: true, tail: 'Every entry is sealed.' });
});

test('a lower number that is committed later goes into a later seal, one that was rolled back into none', async () => {
  for (const id of [1, 2, 3, 4, 5]) await write(id);
  await tamper('create table late as select * from audit_entries where id = 4');
  await tamper('delete from audit_entries where id in (2, 4)');
  await sealNewEntries(database.db);
  await tamper('insert into audit_entries overriding system value select * from late; drop table late');
  expect((await verified()).lines.at(-1)).toBe('1 entries, from 4 to 4, are not sealed yet.');
  await sealNewEntries(database.db);
  await write(6);
  await sealNewEntries(database.db);
  const { rows } = await sql<{ entries: string }>`
    select entries::text from audit_seals order by id`.execute(database.db);
  expect(rows.map(({ entries }) => entries)).toEqual(['{[1,2),[3,4),[5,6)}', '{[4,5)}', '{[6,7)}']);
  expect(await verified()).toMatchObject({ isWhole: true });
});

test('more than ten thousand are sealed one after the other', async () => {
  await sql`insert into audit_entries (made_by, action, subject) select 'x', 'x', 'x' from generate_series(1, 10001)`.execute(
    database.db,
  );
  expect([
    await sealNewEntries(database.db),
    await sealNewEntries(database.db),
    await sealNewEntries(database.db),
  ]).toEqual([expect.objectContaining({ id: 1 }), expect.objectContaining({ id: 2 }), null]);
  expect(await verified()).toMatchObject({ isWhole: true });
});

test.each([
  ['a text', `update audit_entries set made_by = 'Nobody' where id = 2`, /^Seal 1 .*was changed\.$/],
  ['what it said before', `update audit_entries set before = '{}' where id = 3`, /^Seal 2 .*was changed\.$/],
  ['its time', `update audit_entries set created_at = now() where id = 1`, /^Seal 1 .*was changed\.$/],
  ['an entry away', 'delete from audit_entries where id = 2', /^Seal 1 .*not there any more: 2\.$/],
  ['a seal away', 'delete from audit_seals where id = 1', /^Seal 2 .*the seal before it is not there\.$/],
  ['a hash', `update audit_seals set hash = sha256('x') where id = 1`, /^Seal 1 .*was changed\.$/],
  [
    'a time of a seal',
    `update audit_seals set sealed_at = sealed_at - interval '1 day' where id = 2`,
    /^Seal 2/,
  ],
])('%s that was changed is found and named', async (_what, statement, sentence) => {
  for (const id of [1, 2]) await write(id);
  await sealNewEntries(database.db);
  await write(3);
  await sealNewEntries(database.db);
  expect(await verified()).toMatchObject({ isWhole: true });
  await tamper(statement);
  const { isWhole, lines } = await verified();
  expect(isWhole).toBe(false);
  expect(lines[0]).toMatch(sentence);
});

test('a chain that is rewritten or cut off is found by a seal that is kept elsewhere', async () => {
  await write(1);
  const seal = await sealNewEntries(database.db);
  await tamper(`update audit_entries set made_by = 'Nobody'; truncate audit_seals`);
  const known = `1:${seal?.hash}`;
  expect((await verified(known)).lines[0]).toBe('Seal 1 is known and is not there.');
  await sealNewEntries(database.db);
  expect(await verified()).toMatchObject({ isWhole: true });
  const { isWhole, lines } = await verified(known);
  expect(isWhole).toBe(false);
  expect(lines[0]).toMatch(/^Seal 1 was .* and is .*: the chain was rewritten\.$/);
});

test.each(['audit_entries', 'audit_seals'])('nobody changes, deletes or empties %s', async (table) => {
  await write(1);
  await sealNewEntries(database.db);
  for (const statement of [`update ${table} set id = id`, `delete from ${table}`, `truncate ${table}`])
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow(/append-only/);
});

test('of two who seal at once one does', async () => {
  await write(1);
  const both = await Promise.all([sealNewEntries(database.db), sealNewEntries(database.db)]);
  expect(both.filter((one) => one !== null)).toHaveLength(1);
  expect(await verified()).toMatchObject({ isWhole: true });
});
