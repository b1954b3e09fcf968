import { sql } from 'kysely';
import type { Db } from '../../process/context.ts';
import { CannotStart } from '../../process/cannot-start.ts';
import type { Settings } from '../../process/settings.ts';
import { runMigrations } from '../migrate.ts';
import { runTransaction } from '../transact.ts';
import { onlyRow } from '../only-row.ts';
import { openDatabase, type Database } from '../open.ts';
import { sendFirstStatement, databaseDisplayName } from '../server/reach.ts';

type Owning = Pick<Settings, 'databaseOwnerUrl'>;

/** The tables that the server's own role may only read and insert into. */
const APPEND_ONLY = ['audit_entries', 'audit_seals'];
/** The functions of the audit that the server's own role may call; each checks its own use. */
const OF_THE_AUDIT = ['let_go_of_passing_entries(interval, integer)', 'forget_audit_details(bigint[])'];

/**
 * Runs the missing migrations. If a separate role owns the tables, that role runs them and then grants the server's
 * role exactly the rights it needs.
 */
export async function migrateAsOwner(database: Database, settings: Owning): Promise<void> {
  const owner = await openDatabaseAsOwner(database, settings);
  if (!owner) {
    await runMigrations(database);
    return;
  }
  try {
    await runMigrations(owner);
    await grantTo(owner.db, (await whoAsks(database.db)).role);
  } finally {
    await owner.close();
  }
}

/** Opens the same database as the role that owns its tables; null if DATABASE_OWNER_URL is not set. */
export async function openDatabaseAsOwner(
  { db, kind }: Database,
  { databaseOwnerUrl }: Owning,
): Promise<Database | null> {
  if (databaseOwnerUrl === undefined || kind === 'embedded') return null;
  const owner = await openDatabase({ databaseUrl: databaseOwnerUrl, databasePool: 2, dataDir: null });
  try {
    const named = databaseDisplayName(databaseOwnerUrl, 'DATABASE_OWNER_URL');
    const session = await sendFirstStatement(named, () => whoAsks(owner.db));
    const mine = await whoAsks(db);
    if (mine.role === session.role)
      throw new CannotStart(`DATABASE_OWNER_URL must name another role than DATABASE_URL, not ${mine.role}.`);
    if (mine.place !== session.place)
      throw new CannotStart('DATABASE_OWNER_URL must name the same database as DATABASE_URL.');
    return owner;
  } catch (error) {
    await owner.close();
    throw error;
  }
}

const whoAsks = async (db: Db) =>
  onlyRow(
    await sql<{ role: string; place: string }>`
      select current_user::text as role, current_database() || ' ' || pg_postmaster_start_time() as place`.execute(
      db,
    ),
  );

/** Grants a role the rights that it lacks. Nothing is written if none is missing, because several processes may start at once. */
async function grantTo(db: Db, role: string): Promise<void> {
  await runTransaction(db, async (one) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('grants', 0))`.execute(one);
    if (!(await isLacking(one, role))) return;
    const to = sql.id(role);
    await sql`grant usage on schema public to ${to}`.execute(one);
    await sql`grant select, insert, update, delete on all tables in schema public to ${to}`.execute(one);
    await sql`grant usage, select on all sequences in schema public to ${to}`.execute(one);
    const appendOnly = sql.join(APPEND_ONLY.map((table) => sql.table(table)));
    await sql`revoke update, delete, truncate, references, trigger on ${appendOnly} from ${to}, public`.execute(
      one,
    );
    for (const name of OF_THE_AUDIT)
      await sql`grant execute on function ${sql.raw(name)} to ${to}`.execute(one);
  });
}

async function isLacking(db: Db, role: string): Promise<boolean> {
  const found = await sql<{ lacking: boolean }>`
    select exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and case
        when c.relkind = 'S' then not has_sequence_privilege(${role}, c.oid, 'usage')
        when c.relname = any(${APPEND_ONLY}) then not (has_table_privilege(${role}, c.oid, 'select')
          and has_table_privilege(${role}, c.oid, 'insert')) or has_table_privilege(${role}, c.oid, 'update, delete, truncate')
        when c.relkind in ('r', 'v') then not (has_table_privilege(${role}, c.oid, 'select')
          and has_table_privilege(${role}, c.oid, 'insert') and has_table_privilege(${role}, c.oid, 'update')
          and has_table_privilege(${role}, c.oid, 'delete'))
        else false end)
      or exists (select from unnest(${OF_THE_AUDIT}::text[]) as f where not has_function_privilege(${role}, f, 'execute'))
      as lacking`.execute(db);
  return onlyRow(found).lacking;
}

/** Returns true if the database role in use could change audit entries (the seals would reveal a change). */
export async function canChangeAudit(db: Db): Promise<boolean> {
  const found = await sql<{ owns: boolean }>`
    select pg_has_role(c.relowner, 'member') or has_table_privilege(c.oid, 'update, delete, truncate, trigger') as owns
    from pg_class c where c.oid = 'audit_entries'::regclass`.execute(db);
  return onlyRow(found).owns;
}

export const CHANGEABLE_AUDIT_WARNING =
  'RIC runs as the owner of its database, so whoever has its password can change the audit: audit:verify finds that, nothing prevents it. See DATABASE_OWNER_URL.';
