import { sql } from 'kysely';
import { CannotStart } from '../process/cannot-start.ts';
import { whyNotWritable } from './embedded/data-folder.ts';
import { NotReady } from '../http/errors.ts';
import type { Settings } from '../process/settings.ts';
import { lockFolder } from './lock.ts';
import { directly, openDatabase, type Database } from './open.ts';
import { migrateAsOwner } from './owner/owner.ts';
import { nameOf } from './server/hosts.ts';

const OLDEST_SERVER = 150_000;

/** The database of these settings with every migration in; its `close` also gives the data folder back. */
export async function prepareDatabase(settings: Settings): Promise<Database> {
  const notWritable = await whyNotWritable(settings.dataDir);
  if (notWritable !== null) throw new CannotStart(notWritable);
  // The embedded database locks its folder itself; mailbox and the stand-ins' books need it beside a server too.
  const lock = settings.databaseUrl ? await lockFolder(settings.dataDir) : null;
  try {
    const database = await openMigrated(settings);
    return { ...database, close: () => database.close().finally(() => lock?.release()) };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/** The same without a data folder: for a command, beside the RIC that runs on a server. */
export async function openMigrated(settings: Settings): Promise<Database> {
  const database = await openDatabase(settings);
  try {
    if (database.kind === 'server') await checkServer(database, settings);
    await migrateApart(database, settings);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Migrations, over a connection of their own where the desk's are not for them. */
async function migrateApart(database: Database, settings: Settings) {
  const where = directly(settings);
  if (where === settings) return migrateAsOwner(database, settings);
  const apart = await openDatabase(where);
  return migrateAsOwner(apart, settings).finally(() => apart.close());
}

/** Whether the server of these settings answers, is new enough, and keeps what it has acknowledged. */
export async function checkServer({ db }: Database, settings: Pick<Settings, 'databaseUrl'>) {
  const name = nameOf(settings.databaseUrl ?? '');
  const { rows } = await askPatiently(db).catch((error: unknown) => {
    throw new CannotStart(`The database ${name} of DATABASE_URL can not be reached: ${reasonOf(error)}.`);
  });
  const { version, forgets } = rows[0] ?? { version: '0', forgets: '' };
  if (Number(version) < OLDEST_SERVER) {
    throw new CannotStart(`The database ${name} of DATABASE_URL is older than PostgreSQL 15.`);
  }
  if (forgets) {
    throw new CannotStart(
      `The database ${name} of DATABASE_URL may lose what it has acknowledged: it runs with ${forgets}. ` +
        'Switch it on, or say ric.may_forget=on on a server whose data may be lost.',
    );
  }
}

const TRIES = 4;
const isLate = (error: unknown) => /time-?out|terminated|in time/i.test(reasonOf(error));

/** On a busy machine a start has read the rest of the program by the second time, and hears what it is told. */
async function askPatiently(db: Database['db'], tries = TRIES): ReturnType<typeof askServer> {
  return askServer(db).catch((error: unknown) => {
    if (tries <= 1 || !isLate(error)) throw error;
    return askPatiently(db, tries - 1);
  });
}

/** `forgets`: what makes a commit outlive a crash and is off; empty where a server says that its data may be lost. */
const askServer = (db: Database['db']) =>
  sql<{ version: string; forgets: string | null }>`
  select current_setting('server_version_num') as version,
    (select string_agg(name || '=off', ', ' order by name) from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
        and current_setting('ric.may_forget', true) is distinct from 'on') as forgets`.execute(db);

/** What the system said, without a full stop: it ends up inside a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof NotReady && error.cause !== undefined) return reasonOf(error.cause);
  // A refused connection to several addresses of one host has no message of its own.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message.replace(/\.$/, '') : String(first);
}
