import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, otherUser } from '../../scripts/test-postgres.mjs';
import { projectRoot } from '../../src/server/process/root.ts';

/** Another program that stands between: started for a test, and gone with it. */
export type Middleman = { port: number; stop(): Promise<void> };

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
const programOf = (name: string) =>
  FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;

/** Whether Debian's packages of them are here, with the PostgreSQL that they stand before. */
export const hasMiddlemen = programOf('pgbouncer') !== null && programOf('haproxy') !== null;

/** PgBouncer in transaction mode before the PostgreSQL server on a port. */
export async function startPooler(serverPort: number): Promise<Middleman> {
  return start('pgbouncer', (folder, port) => {
    writeFileSync(join(folder, 'users.txt'), '"ric" ""\n');
    return `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
max_client_conn = 200
default_pool_size = 5
`;
  });
}

/** HAProxy before two processes of RIC, as `deploy/` has it. */
export async function startBalancer(ports: number[]): Promise<Middleman> {
  const file = readFileSync(join(projectRoot, 'deploy', 'haproxy-ric.cfg'), 'utf8');
  return start('haproxy', (_, port) =>
    ports.reduce(
      (text, one, at) => text.replace(`127.0.0.1:${4001 + at}`, `127.0.0.1:${one}`),
      file.replace('127.0.0.1:4000', `127.0.0.1:${port}`),
    ),
  );
}

async function start(name: string, configured: (folder: string, port: number) => string): Promise<Middleman> {
  const program = programOf(name);
  if (program === null) throw new Error(`${name} is not installed`);
  const folder = mkdtempSync(join(tmpdir(), `ric-${name}-`));
  const port = await freePort();
  const file = join(folder, `${name}.conf`);
  writeFileSync(file, configured(folder, port));
  // Neither needs root, and PgBouncer refuses to be it.
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
