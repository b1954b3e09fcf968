import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openOutside } from '../outside/outside.ts';
import { buildApp } from './app.ts';
import { CannotStart } from './cannot-start.ts';
import type { Desk } from './context.ts';
import { lockFolder } from './database/lock.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase, type Database } from './database/open.ts';
import { demonstrationSignIns, fillWhenEmpty, type SignIn } from './demonstration.ts';
import { startJobs } from './jobs.ts';
import { projectRoot } from './root.ts';
import type { Settings } from './settings.ts';
import { logTimersTo } from './timer.ts';

export type Started = {
  /** Where the application answers, e.g. `http://127.0.0.1:4000`. */
  address: string;
  /** The demonstration company's sign-ins that still work; none in a real company. */
  signIns: SignIn[];
  /** Stops accepting, finishes what is in flight, then lets go of everything. */
  stop(): Promise<void>;
};

type Undo = () => Promise<unknown>;

/** Starts everything in its order; whatever fails, what was begun is undone and the error thrown. */
export async function startDesk(settings: Settings, say: (line: string) => void): Promise<Started> {
  const undo: Undo[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const database = await prepareDatabase(settings, undo);
    const now = () => new Date();
    if (settings.demo) await fillWhenEmpty(database.db, settings, say);
    const outside = await openOutside(settings);
    undo.push(() => outside.close());
    const desk: Desk = { db: database.db, settings, outside, now };
    const address = await listen(desk, undo);
    return { address, signIns: await demonstrationSignIns(database.db), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function prepareDatabase(settings: Settings, undo: Undo[]): Promise<Database> {
  makeDataFolder(settings.dataDir);
  // The embedded database locks its folder itself; uploads, mailbox and the stand-ins' books need it beside a server too.
  if (settings.databaseUrl) {
    const lock = await lockFolder(settings.dataDir);
    undo.push(() => lock.release());
  }
  const database = await openDatabase(settings);
  undo.push(() => database.close());
  if (database.kind === 'server') await checkServer(database, settings);
  await migrate(database.db);
  return database;
}

function makeDataFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new CannotStart(`DATA_DIR ${folder} can not be made or written: ${messageOf(error)}.`);
  }
}

const OLDEST_SERVER = 150_000;

async function checkServer({ db }: Database, settings: Settings) {
  const { host, pathname } = new URL(settings.databaseUrl ?? '');
  const asked = sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db);
  const { rows } = await asked.catch((error: unknown) => {
    throw new CannotStart(
      `The database ${host}${pathname} of DATABASE_URL can not be reached: ${messageOf(error)}.`,
    );
  });
  if (Number(rows[0]?.version) < OLDEST_SERVER) {
    throw new CannotStart(`The database ${host}${pathname} of DATABASE_URL is older than PostgreSQL 15.`);
  }
}

async function listen(desk: Desk, undo: Undo[]): Promise<string> {
  const { host, port } = desk.settings;
  const app = await buildApp(desk, { webRoot: join(projectRoot, 'dist', 'web') });
  logTimersTo(app.log);
  const address = await app.listen({ host, port }).catch((error: unknown) => {
    throw new CannotStart(listenSentence(error, desk.settings));
  });
  const timers = startJobs(desk);
  undo.push(() => Promise.all(timers.map((timer) => timer.stop())));
  // Last in, first undone: the timers and outside systems stay until the last request is answered.
  undo.push(() => app.close());
  return address;
}

function listenSentence(error: unknown, { host, port }: Settings): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') {
    return `PORT ${port} on ${host} is in use by another program; stop that one or set another PORT.`;
  }
  if (code === 'EACCES') return `PORT ${port} may not be used by this user; set a PORT above 1023.`;
  return `HOST ${host} with PORT ${port} can not be listened on: ${messageOf(error)}.`;
}

function messageOf(error: unknown): string {
  // A refused connection to several addresses of one host has no message of its own.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message.replace(/\.$/, '') : String(first);
}
