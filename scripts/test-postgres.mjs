import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectFolder } from './freshness.mjs';
import { freePort } from './free-port.mjs';
import { migrationsFingerprint } from './testing/migrations.mjs';

const DEBIAN = '/usr/lib/postgresql';

/** Returns the folder of PostgreSQL's programs: Debian's newest, else the first on PATH, else null. */
export function findPrograms() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...process.env.PATH.split(delimiter),
  ];
  return (
    folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ??
    null
  );
}

/** Returns the user to run PostgreSQL as, because PostgreSQL refuses to run as root. */
export function otherUser() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const { status, stdout } = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    const group = spawnSync('id', ['-g', name], { encoding: 'utf8' });
    if (status === 0) return { uid: Number(stdout), gid: Number(group.stdout) };
  }
  throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody.');
}

async function untilItAnswers(url, server) {
  const { default: pg } = await import('pg');
  for (let tries = 0; tries < 150 && server.exitCode === null; tries += 1) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    const answered = await client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
    if (answered) return;
    await pause(200);
  }
  throw new Error('the scratch PostgreSQL server did not start');
}

/** Sends a signal to a process and then to its children; a process that has ended is skipped. */
function signalAll(pid, signal) {
  const tell = (one) => {
    try {
      process.kill(Number(one), signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  };
  tell(pid);
  const children = `/proc/${pid}/task/${pid}/children`;
  if (existsSync(children)) readFileSync(children, 'utf8').trim().split(' ').filter(Boolean).forEach(tell);
}

// The settings of a database server for tests, whose data need not survive, so that nothing needs to reach the disk;
// `ric.may_forget` makes RIC accept such a server.
export const FLEETING = ['fsync=off', 'full_page_writes=off', 'ric.may_forget=on', 'max_connections=100'];

/**
 * Returns the command that fills a database server's data folder: with an empty database, or as a replica of the server at
 * `of`.
 */
const fillOf = (data, of) =>
  of
    ? {
        program: 'pg_basebackup',
        settle: ['-D', data, '-d', of, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
      }
    : {
        program: 'initdb',
        settle: ['-D', data, '-U', 'ric', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      };

/** Copies a folder with the owners and modes that PostgreSQL insists on. */
function copyFolder(from, to) {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cp of ${from} failed: ${stderr}`);
}

/** Fills the data folder of a database server with PostgreSQL's own program. */
function fill(programs, { data, of }, options) {
  const { program, settle } = fillOf(data, of);
  const { status, stderr } = spawnSync(join(programs, program), settle, options);
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

/**
 * Starts a separate PostgreSQL server in a scratch folder, or in a `kept` one, as a replica of the server at `of` if that
 * is given, or with a copy of the `prepared` data folder; returns null if PostgreSQL is not installed.
 */
export async function scratchPostgres({
  settings = [...FLEETING, 'synchronous_commit=off'],
  kept = null,
  of = null,
  prepared = null,
} = {}) {
  const programs = findPrograms();
  if (!programs) return null;
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'ric-postgres-'));
  if (kept) mkdirSync(kept, { recursive: true });
  const user = otherUser();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] };
  const data = join(folder, 'data');
  if (prepared) copyFolder(prepared, data);
  if (!existsSync(data)) fill(programs, { data, of }, options);
  const port = await freePort();
  const where = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder];
  const url = `postgres://ric@127.0.0.1:${port}/postgres`;
  const over = [...where, ...settings.flatMap((one) => ['-c', one])];
  let server = null;
  const start = async () => {
    server = spawn(join(programs, 'postgres'), over, { ...user, cwd: folder, stdio: 'ignore' });
    await untilItAnswers(url, server);
  };
  /**
   * Stops the database server by a signal: SIGINT disconnects clients, SIGQUIT is like a crash. `start` starts the server
   * again.
   */
  const halt = async (signal = 'SIGINT') => {
    if (server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    if (server.kill(signal)) await ended;
  };
  /**
   * Pauses the database server's processes: the server accepts and keeps connections, but never answers. `thaw` resumes it.
   * Linux only.
   */
  const freeze = () => signalAll(server.pid, 'SIGSTOP');
  const thaw = () => signalAll(server.pid, 'SIGCONT');
  const stop = async () => {
    await halt();
    if (!kept) rmSync(folder, { recursive: true, force: true });
  };
  await start().catch(async (error) => {
    await stop();
    throw error;
  });
  return { url, data, start, halt, freeze, thaw, stop };
}

// The settings allow connections for several test files at once on one server, each with several processes.
const FOR_TESTS = [...FLEETING, 'synchronous_commit=off', 'max_connections=500'];

/**
 * Returns the data folder of a stopped server with the migrated template of the tests; makes the folder if it is missing.
 */
async function preparedFolder() {
  const programs = findPrograms();
  const version = /\d+/.exec(
    spawnSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout,
  )[0];
  const folder = join(projectFolder, '.cache', `postgres-${version}-${migrationsFingerprint()}`);
  if (existsSync(folder)) return folder;
  const server = await scratchPostgres();
  try {
    const script = join(projectFolder, 'test', 'support', 'make-server-template.ts');
    const env = { ...process.env, TEST_DATABASE_URL: server.url };
    const made = spawnSync(process.execPath, ['--import', 'tsx', script], {
      cwd: projectFolder,
      env,
      encoding: 'utf8',
    });
    if (made.status !== 0) throw new Error(`The tests' database could not be made: ${made.stderr}`);
    await server.halt();
    const unfinished = `${folder}.${process.pid}`;
    mkdirSync(join(projectFolder, '.cache'), { recursive: true });
    copyFolder(server.data, unfinished);
    renameSync(unfinished, folder);
  } finally {
    await server.stop();
  }
  return folder;
}

/**
 * Returns the database server at TEST_DATABASE_URL, else a scratch server of the installed programs; null if there is
 * neither.
 */
export async function postgresForTests() {
  if (process.env.TEST_DATABASE_URL)
    return { url: process.env.TEST_DATABASE_URL, stop: async () => undefined };
  if (!findPrograms()) return null;
  return scratchPostgres({ settings: FOR_TESTS, prepared: await preparedFolder() });
}
