import { sql } from 'kysely';
import { CannotStart } from '../process/cannot-start.ts';
import { folderWriteProblem } from './embedded/data-folder.ts';
import type { Settings } from '../process/settings.ts';
import { lockFolder } from './lock.ts';
import { withDirectDatabaseUrl, openDatabase, type Database } from './open.ts';
import { migrateAsOwner } from './owner/owner.ts';
import { onlyRow } from './only-row.ts';
import { sendFirstStatement, databaseDisplayName } from './server/reach.ts';

const OLDEST_SERVER = 150_000;

/** Opens the database that these settings name and runs the migrations; `close` of the result also releases the data folder. */
export async function prepareDatabase(settings: Settings): Promise<Database> {
  const notWritable = await folderWriteProblem(settings.dataDir);
  if (notWritable !== null) throw new CannotStart(notWritable);
  // The embedded database locks its folder itself; with a server, the lock still protects the mailbox and the simulators' journals.
  const lock = settings.databaseUrl ? await lockFolder(settings.dataDir) : null;
  try {
    const database = await openMigratedDatabase(settings);
    return { ...database, close: () => database.close().finally(() => lock?.release()) };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/** Opens the database and runs the migrations without locking a data folder: for a command that runs beside RIC on a server. */
export async function openMigratedDatabase(settings: Settings): Promise<Database> {
  const database = await openDatabase(settings);
  try {
    if (settings.databaseUrl) await checkDatabaseServer(database, settings.databaseUrl);
    await migrateApart(database, settings);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Runs the migrations over a separate connection if the pool's connections are not suitable. */
async function migrateApart(database: Database, settings: Settings) {
  const where = withDirectDatabaseUrl(settings);
  if (where === settings) return migrateAsOwner(database, settings);
  const apart = await openDatabase(where);
  try {
    const named = databaseDisplayName(where.databaseUrl ?? '', 'DATABASE_DIRECT_URL');
    await sendFirstStatement(named, () => sql`select`.execute(apart.db));
    await migrateAsOwner(apart, settings);
  } finally {
    await apart.close();
  }
}

/**
 * Rejects a server that does not answer, is too old, cannot store every text, or may lose acknowledged commits.
 * `setting` names the setting with its address; null if the address comes from elsewhere.
 */
export async function checkDatabaseServer(
  { db }: Database,
  databaseUrl: string,
  setting: string | null = 'DATABASE_URL',
): Promise<void> {
  const database = databaseDisplayName(databaseUrl, setting);
  const { version, encoding, forgets } = onlyRow(await sendFirstStatement(database, () => askServer(db)));
  if (Number(version) < OLDEST_SERVER) throw new CannotStart(`${database} is older than PostgreSQL 15.`);
  if (encoding !== 'UTF8')
    throw new CannotStart(
      `${database} has the encoding ${encoding}, which cannot keep every text: RIC needs UTF8. ` +
        'Make one by createdb --encoding UTF8 --template template0.',
    );
  if (forgets)
    throw new CannotStart(
      `${database} may lose what it has acknowledged: it runs with ${forgets}. ` +
        'Switch it on, or say ric.may_forget=on on a server whose data may be lost.',
    );
}

/**
 * Queries the server's version, encoding and durability. `forgets` names the server settings that should make a
 * commit survive a crash but are off; it is empty if the server declares its data expendable.
 */
const askServer = (db: Database['db']) =>
  sql<{ version: string; encoding: string; forgets: string | null }>`
  select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
    (select string_agg(name || '=off', ', ' order by name) from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
        and current_setting('ric.may_forget', true) is distinct from 'on') as forgets`.execute(db);
