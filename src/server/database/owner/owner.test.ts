import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownServerDatabase } from '../../../../test/support/database.ts';
import { deleteShortLivedEntries } from '../../../areas/audit/short-lived/letting-go.job.ts';
import { audit } from '../../../areas/audit/audit.queries.ts';
import { sealNewEntries } from '../../../areas/audit/sealing/seals.queries.ts';
import { verifyAudit } from '../../../areas/audit/sealing/verify.steps.ts';
import { openDatabase, type Database } from '../open.ts';
import { migrateAsOwner, openDatabaseAsOwner, canChangeAudit } from './owner.ts';

// Two database roles need a server, because the embedded database has only one role.
describe.skipIf(process.env.TEST_ON !== 'postgres')('as another role than the owner', () => {
  let scratch: Database;
  let served: Database;
  let databaseOwnerUrl: string;
  const role = `ric_served_${process.pid}`;
  const drop: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    scratch = await ownServerDatabase();
    databaseOwnerUrl = String(scratch.pool.options.connectionString);
    await sql.raw(`create role ${role} login password 'served'`).execute(scratch.db);
    const url = new URL(databaseOwnerUrl);
    url.username = role;
    url.password = 'served';
    served = await openDatabase({ databaseUrl: url.href, dataDir: null });
    await migrateAsOwner(served, { databaseOwnerUrl });
    drop.push(() => sql.raw(`drop owned by ${role}; drop role ${role}`).execute(scratch.db));
  });
  afterAll(async () => {
    await served.close();
    for (const one of drop) await one();
    await scratch.close();
  });

  const write = (db = served.db) =>
    audit(db, {
      made_by: 'Ana',
      from: { address: '' },
      action: 'edited',
      subject: 'course',
      subject_id: 1,
      after: { city: 'Vista' },
    });

  test('what it does all day it may do: write, seal, verify, let go, forget', async () => {
    await write();
    expect(await sealNewEntries(served.db)).toMatchObject({ id: 1 });
    expect(await verifyAudit(served.db, [])).toMatchObject({ isWhole: true });
    expect(await deleteShortLivedEntries(served.db, 13)).toBe(false);
    await served.db
      .insertInto('holidays')
      .values({ name: 'x', start_date: '2026-01-01', end_date: '2026-01-01' })
      .execute();
    await served.db.updateTable('holidays').set({ name: 'y' }).execute();
    await served.db.deleteFrom('holidays').execute();
    await sql`select * from kysely_migration`.execute(served.db);
  });

  test.each([
    `update audit_entries set made_by = 'Nobody'`,
    `update audit_entries set before = null, after = null`,
    'delete from audit_entries',
    'truncate audit_entries',
    `update audit_seals set hash = ''`,
    'delete from audit_seals',
    'truncate audit_seals',
    'drop trigger audit_entries_append_only on audit_entries',
    'alter table audit_entries disable trigger user',
    'alter table audit_entries drop column made_by',
    'alter table audit_seals disable trigger all',
    'drop table audit_seals cascade',
    'set session_replication_role = replica',
    `create or replace function guard_audit_entry() returns trigger language plpgsql as 'begin return new; end'`,
    'create trigger mine before insert on audit_entries for each row execute function guard_audit_entry()',
    'create rule mine as on insert to audit_entries do instead nothing',
  ])('the server refuses: %s', async (statement) => {
    await expect(sql.raw(statement).execute(served.db)).rejects.toThrow(/permission denied|must be owner/);
  });

  test('who owns the audit is known, and granting again changes nothing', async () => {
    expect([await canChangeAudit(scratch.db), await canChangeAudit(served.db)]).toEqual([true, false]);
    const acl = () =>
      sql`select relacl::text from pg_class where relname = 'audit_entries'`.execute(scratch.db);
    const before = await acl();
    await Promise.all([1, 2, 3].map(() => migrateAsOwner(served, { databaseOwnerUrl })));
    expect((await acl()).rows).toEqual(before.rows);
    // A right that the server's role should not have is revoked again.
    await sql.raw(`grant update, delete on audit_entries to ${role}`).execute(scratch.db);
    expect(await canChangeAudit(served.db)).toBe(true);
    await migrateAsOwner(served, { databaseOwnerUrl });
    expect(await canChangeAudit(served.db)).toBe(false);
  });

  test('the same role, or another database, is no owner', async () => {
    await expect(openDatabaseAsOwner(scratch, { databaseOwnerUrl })).rejects.toThrow(
      /must name another role/,
    );
    const other = new URL(databaseOwnerUrl);
    other.pathname = '/postgres';
    await expect(openDatabaseAsOwner(served, { databaseOwnerUrl: other.href })).rejects.toThrow(
      /the same database/,
    );
    expect(await openDatabaseAsOwner(served, { databaseOwnerUrl: undefined })).toBeNull();
  });
});
