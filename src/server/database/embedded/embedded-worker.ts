import { constants, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DURABLE_START_PARAMETERS, PrivateNodeFS, THROWAWAY_START_PARAMETERS } from './embedded-files.ts';
import type { MessageFromWorker, MessageToWorker, DatabaseWorkerSetup } from './embedded-messages.ts';
import { embeddedMaintenance } from './embedded-maintenance.ts';

const UPKEEP_EVERY_MS = 60_000;
const CHUNK_BYTES = 128 * 1024;
const STARTUP = 0;
const SYNC = 'S'.charCodeAt(0);
const SIMPLE_QUERY = 'Q'.charCodeAt(0);
const READY_MESSAGE_BYTES = 6;
const READY = 'Z'.charCodeAt(0);
const SYNC_MESSAGE_BYTES = 5;

const isSetup = (given: unknown): given is DatabaseWorkerSetup =>
  typeof given === 'object' && given !== null && 'folder' in given && 'template' in given;
const given: unknown = workerData;
if (!parentPort || !isSetup(given)) throw new Error('The embedded database runs in a worker thread.');
const port = parentPort;
const setup = given;

const tell = (message: MessageFromWorker) => port.postMessage(message);

async function start(): Promise<PGlite> {
  const extensions = { pg_trgm };
  const template = setup.template ? { loadDataDir: new Blob([setup.template]) } : {};
  if (setup.folder === null) return PGlite.create({ extensions, ...template });
  if (setup.isUnfinished) {
    rmSync(setup.folder, { recursive: true, force: true });
    mkdirSync(dirname(setup.folder), { recursive: true });
    return PGlite.create({
      fs: new PrivateNodeFS(setup.folder),
      extensions,
      startParams: THROWAWAY_START_PARAMETERS,
      ...template,
    });
  }
  if (!existsSync(setup.folder)) await makeFolder(setup.folder, template);
  return PGlite.create({
    fs: new PrivateNodeFS(setup.folder),
    extensions,
    startParams: DURABLE_START_PARAMETERS,
  });
}

/**
 * Creates the database folder under a temporary name and renames it when complete, so that an interrupted start
 * leaves no partial database.
 */
async function makeFolder(folder: string, template: { loadDataDir?: Blob }) {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  const db = await PGlite.create({
    fs: new PrivateNodeFS(unfinished),
    startParams: DURABLE_START_PARAMETERS,
    ...template,
  });
  await db.exec('checkpoint');
  await db.close();
  renameSync(unfinished, folder);
}

/**
 * Returns true for a batch of messages that the database must answer with ReadyForQuery: one that ends in Sync, or a
 * plain query.
 */
function asksForReady(bytes: Uint8Array): boolean {
  return bytes[0] === SIMPLE_QUERY || bytes.at(-SYNC_MESSAGE_BYTES) === SYNC;
}

async function execute(db: PGlite, connection: number, bytes: Uint8Array) {
  let chunks: Uint8Array[] = [];
  let size = 0;
  let tail = Buffer.alloc(0);
  const flush = () => {
    if (size > 0) tell({ kind: 'bytes', connection, bytes: Buffer.concat(chunks) });
    chunks = [];
    size = 0;
  };
  await db.execProtocolRawStream(bytes, {
    onRawData: (part) => {
      // The chunk is a view into the database's memory, which the next chunk overwrites, so it is copied.
      chunks.push(part.slice());
      size += part.length;
      tail = Buffer.concat([tail, part.subarray(-READY_MESSAGE_BYTES)]).subarray(-READY_MESSAGE_BYTES);
      if (size > CHUNK_BYTES) flush();
    },
  });
  flush();
  // Without this check, a database that crashed inside the worker would leave its callers waiting forever.
  if (bytes[0] !== STARTUP && asksForReady(bytes) && tail[0] !== READY) {
    throw new Error('The embedded database stopped answering.');
  }
}

/**
 * Resets the database session, which outlives its connection, so that the next connection finds no transaction,
 * setting or lock of the last one.
 */
async function forget(db: PGlite) {
  await db.exec('rollback');
  await db.exec('discard all');
}

async function dump(db: PGlite) {
  await db.exec('checkpoint');
  const file = await db.dumpDataDir('gzip');
  tell({ kind: 'dumped', bytes: new Uint8Array(await file.arrayBuffer()) });
}

const WAL_SEGMENT = /^[0-9A-F]{24}$/;

/**
 * Returns a function that tells if a recovery needs a log file; the other log files wait for reuse, and take most of
 * the folder's space.
 */
async function neededOf(db: PGlite): Promise<(path: string) => boolean> {
  if (db.isInTransaction()) return () => true;
  const { rows } = await db.query<{ first: string; last: string }>(
    `select redo_wal_file as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last from pg_control_checkpoint()`,
  );
  const [{ first, last } = { first: '', last: 'G' }] = rows;
  return (path) => {
    const name = basename(path);
    return basename(dirname(path)) !== 'pg_wal' || !WAL_SEGMENT.test(name) || (name >= first && name <= last);
  };
}

/**
 * Copies the database folder between two statements. The copy is in the state after a power cut: opening it recovers
 * all commits.
 */
async function copy(db: PGlite, to: string) {
  const begun = performance.now();
  let problem: string | null = null;
  try {
    if (setup.folder === null) throw new Error('a database in memory has no folder');
    const isNeeded = await neededOf(db);
    const filter = (path: string) => basename(path) !== 'postmaster.pid' && isNeeded(path);
    cpSync(setup.folder, to, { recursive: true, mode: constants.COPYFILE_FICLONE, filter });
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  tell({ kind: 'copied', ms: performance.now() - begun, problem });
}

/** Deletes the log segments that are kept for reuse, so that the folder of a stopped database is as small as possible. */
async function trimLog(db: PGlite, folder: string) {
  const isNeeded = await neededOf(db);
  const log = join(folder, 'pg_wal');
  for (const name of readdirSync(log)) if (!isNeeded(join(log, name))) rmSync(join(log, name));
}

async function close(db: PGlite) {
  await db.exec('rollback');
  if (setup.folder !== null) {
    await db.exec('checkpoint');
    await trimLog(db, setup.folder);
  }
  await db.close();
  tell({ kind: 'closed' });
  port.close();
}

async function serve(db: PGlite) {
  const step = embeddedMaintenance(db);
  let queue = Promise.resolve();
  let closing = false;
  const enqueue = (work: () => Promise<void>) => {
    queue = queue.then(work).catch((error: unknown) => {
      tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
      process.exit(1);
    });
  };
  const timer = setInterval(() => {
    enqueue(async () => {
      if (!closing && !db.isInTransaction()) await step(Date.now());
    });
  }, UPKEEP_EVERY_MS);
  port.on('message', (message: MessageToWorker) => {
    if (message.kind === 'bytes') enqueue(() => execute(db, message.connection, message.bytes));
    if (message.kind === 'end') enqueue(() => forget(db));
    if (message.kind === 'dump') enqueue(() => dump(db));
    if (message.kind === 'copy') enqueue(() => copy(db, message.to));
    if (message.kind === 'close') {
      closing = true;
      clearInterval(timer);
      enqueue(() => close(db));
    }
  });
  tell({ kind: 'ready' });
}

start().then(serve, (error: unknown) => {
  tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  process.exit(1);
});
