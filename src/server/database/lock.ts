import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { createServer, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotStart } from '../process/cannot-start.ts';

/** An error that is thrown when another process uses the data folder. */
export class FolderInUse extends CannotStart {}

/** Returns a socket address as the lock of a folder; the operating system frees it when the process ends, even by a crash. */
function addressOf(folder: string): string {
  const name = `ric-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.sock`);
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(address, () => resolve(server.unref()));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  });
}

/**
 * Listens on a lock's socket, after removing a stale one: where sockets are files, a socket that nobody answers was
 * left by a killed process.
 */
async function listenUnlessAlive(address: string): Promise<Server | null> {
  const isFile = process.platform !== 'linux' && process.platform !== 'win32';
  if (!isFile || (await answers(address))) return null;
  rmSync(address, { force: true });
  return listen(address);
}

/** Creates a folder and locks it for this process; throws FolderInUse if another process has locked it. */
export async function lockFolder(folder: string): Promise<{ release(): Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  const path = realpathSync(folder);
  const address = addressOf(path);
  const server = (await listen(address)) ?? (await listenUnlessAlive(address));
  if (!server) {
    throw new FolderInUse(
      `The data folder ${path} is in use by another RIC process; two at once would destroy the database, so stop that one first or set another DATA_DIR.`,
    );
  }
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}
