import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.mjs';
import { otherUser } from '../../scripts/test-postgres.mjs';
import { projectRoot } from '../../src/server/process/root.ts';

/** A proxy program, started for a test and ended with it. */
export type ProxyProgram = { port: number; stop(): Promise<void> };

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
const programOf = (name: string) =>
  FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;

/** True if Debian's packages of PgBouncer and HAProxy are installed, together with PostgreSQL. */
export const hasProxyPrograms = programOf('pgbouncer') !== null && programOf('haproxy') !== null;

const deployed = (name: string) => readFileSync(join(projectRoot, 'deploy', name), 'utf8');

/** Starts PgBouncer before a PostgreSQL server, configured as in `deploy/`, for the given roles and all databases. */
export async function startPooler(serverPort: number, roles = ['ric']): Promise<ProxyProgram> {
  return start('pgbouncer', (folder, port) => {
    writeFileSync(join(folder, 'users.txt'), roles.map((role) => `"${role}" ""\n`).join(''));
    return [
      ['ric = host=127.0.0.1 port=5432', `* = host=127.0.0.1 port=${serverPort}`],
      ['listen_port = 6432', `listen_port = ${port}`],
      ['auth_type = scram-sha-256', 'auth_type = trust'],
      ['/etc/pgbouncer/userlist.txt', join(folder, 'users.txt')],
      // The pool has so few connections that sessions must share them.
      ['default_pool_size = 40', 'default_pool_size = 5'],
      ['/var/log/postgresql', folder],
      ['/run/postgresql', folder],
    ].reduce((text, [ours = '', tried = '']) => text.replace(ours, tried), deployed('pgbouncer-ric.ini'));
  });
}

/** Starts HAProxy before two processes of RIC, configured as in `deploy/`. */
export async function startBalancer(ports: number[]): Promise<ProxyProgram> {
  const file = deployed('haproxy-ric.cfg');
  return start('haproxy', (_, port) =>
    ports.reduce(
      (text, one, at) => text.replace(`127.0.0.1:${4001 + at}`, `127.0.0.1:${one}`),
      file.replace('127.0.0.1:4000', `127.0.0.1:${port}`),
    ),
  );
}

async function start(
  name: string,
  configured: (folder: string, port: number) => string,
): Promise<ProxyProgram> {
  const program = programOf(name);
  if (program === null) throw new Error(`${name} is not installed`);
  const folder = mkdtempSync(join(tmpdir(), `ric-${name}-`));
  const port = await freePort();
  const file = join(folder, `${name}.conf`);
  writeFileSync(file, configured(folder, port));
  // Neither PgBouncer nor HAProxy needs root, and PgBouncer refuses to run as root.
  const user = otherUser();
  if (user.uid !== undefined && user.gid !== undefined) {
    chownSync(folder, user.uid, user.gid);
    spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
  }
  const args = name === 'haproxy' ? ['-db', '-f', file] : [file];
  const child = spawn(program, args, { ...user, cwd: folder, stdio: 'ignore' });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  await untilOpen(child, port).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { port, stop };
}

const LONGEST_START_MS = 10_000;

async function untilOpen(child: ChildProcess, port: number): Promise<void> {
  const end = Date.now() + LONGEST_START_MS;
  while (Date.now() < end && child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await pause(50);
  }
  throw new Error('it did not open its port');
}
