import { sql } from 'kysely';
import type { Db } from '../../process/context.ts';

export type TableWithColumns = { name: string; columns: string[]; types: string[]; has_bytes: boolean };

/** Returns RIC's tables, without those of the migrator, and their columns, without generated ones. */
export async function listTables(db: Db): Promise<TableWithColumns[]> {
  const { rows } = await sql<TableWithColumns>`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns,
      array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types,
      bool_or(a.atttypid = 'bytea'::regtype) as has_bytes
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely_%'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`.execute(db);
  return rows;
}

export async function listMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns the next number of each sequence, as text. `pg_sequences` has no number for a sequence that was never used. */
export async function nextSequenceNumbers(db: Db): Promise<Record<string, string>> {
  const { rows: sequences } = await sql<{ name: string; step: string }>`
    select sequencename::text as name, increment_by::text as step
    from pg_sequences where schemaname = 'public' order by 1`.execute(db);
  const next: Record<string, string> = {};
  for (const { name, step } of sequences) {
    const { rows } = await sql<{ next: string }>`
      select (last_value + case when is_called then ${step}::bigint else 0 end)::text as next
      from ${sql.table(name)}`.execute(db);
    next[name] = rows[0]?.next ?? '1';
  }
  return next;
}

/** Configures the database session so that a value's text does not depend on the server's settings and no statement times out. */
export async function setBackupSessionSettings(db: Db): Promise<void> {
  const settings = {
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
    search_path: 'public',
    timezone: 'UTC',
    datestyle: 'ISO',
    intervalstyle: 'postgres',
    extra_float_digits: '1',
    bytea_output: 'hex',
  };
  for (const [name, value] of Object.entries(settings))
    await sql`select set_config(${name}, ${value}, true)`.execute(db);
}

type Taken = { undo: string; redo: string };

/**
 * Drops the foreign keys and the indexes that no constraint needs, because building them once at the end is faster
 * than updating them row by row. Returns a function that creates them again. The owner of the tables may do this; no
 * superuser is needed.
 */
export async function dropIndexes(db: Db): Promise<() => Promise<void>> {
  const { rows: references } = await sql<Taken>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as undo,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as redo
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(db);
  const { rows: indexes } = await sql<Taken>`
    select format('drop index %s', i.indexrelid::regclass) as undo, concat_ws('; ', pg_get_indexdef(i.indexrelid),
      -- Its definition does not say how many values are sampled of its expressions.
      (select string_agg(format('alter index %s alter column %s set statistics %s', i.indexrelid::regclass, a.attnum, a.attstattarget), '; ')
        from pg_attribute a where a.attrelid = i.indexrelid and a.attstattarget > 0)) as redo
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely_%'
      and not exists (select from pg_constraint where conindid = i.indexrelid)`.execute(db);
  for (const { undo } of [...references, ...indexes]) await sql.raw(undo).execute(db);
  return async () => {
    // PostgreSQL cannot alter a table while deferred constraint checks are pending.
    await sql`set constraints all immediate`.execute(db);
    for (const { redo } of [...indexes, ...references]) await sql.raw(redo).execute(db);
  };
}

/**
 * Removes everything that would reject rows that arrive in another order or would create rows itself: foreign keys,
 * triggers, and the indexes that are faster to build afterwards. Returns a function that restores the constraints,
 * indexes and triggers.
 */
export async function dropConstraints(db: Db, tables: TableWithColumns[]): Promise<() => Promise<void>> {
  const named = tables.map(({ name }) => sql.table(name));
  for (const name of named) await sql`alter table ${name} disable trigger user`.execute(db);
  const makeIndexes = await dropIndexes(db);
  return async () => {
    await makeIndexes();
    for (const name of named) await sql`alter table ${name} enable trigger user`.execute(db);
  };
}
