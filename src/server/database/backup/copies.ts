import { chmod, mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { CannotStart } from '../../process/cannot-start.ts';
import type { Database } from '../open.ts';

// The embedded database belongs to one process. A backup beside that process asks it for a copy, over a socket that is
// a file in the data folder, and then reads the copy. The copy is deleted when the backup process ends, even by a
// crash.

const socketOf = (dataDir: string) => resolve(dataDir, 'backup.sock');
const copyOf = (dataDir: string) => resolve(dataDir, 'backup-copy');

/** The longest path that the operating system accepts for a socket, in bytes. */
const LONGEST_NAME = 100;

const Answer = z.union([
  z.object({ folder: z.string(), still_ms: z.number() }),
  z.object({ refused: z.string() }),
]);

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Offers copies of the embedded database, one at a time, to processes that may open the socket in the data folder. */
export async function offerDatabaseCopies(
  { copy }: Pick<Database, 'copy'>,
  dataDir: string,
): Promise<{ close(): Promise<void> }> {
  const address = socketOf(dataDir);
  const aside = copyOf(dataDir);
  await rm(aside, { recursive: true, force: true });
  await rm(address, { force: true });
  if (!copy || Buffer.byteLength(address) > LONGEST_NAME || process.platform === 'win32')
    return { close: async () => undefined };
  let isTaken = false;
  const give = async (socket: Socket) => {
    await mkdir(aside, { mode: 0o700 });
    const still_ms = await copy(join(aside, 'database'));
    socket.write(`${JSON.stringify({ folder: aside, still_ms })}\n`);
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (isTaken) {
      socket.end(`${JSON.stringify({ refused: 'Another backup is being made.' })}\n`);
      return;
    }
    isTaken = true;
    sockets.add(socket.resume());
    const gone = new Promise((left) => socket.once('close', left));
    const giving = give(socket).catch((error: unknown) => {
      socket.end(`${JSON.stringify({ refused: textOf(error) })}\n`);
    });
    void Promise.all([gone, giving])
      .then(() => rm(aside, { recursive: true, force: true }))
      .finally(() => {
        sockets.delete(socket);
        isTaken = false;
      });
  });
  const listening = new Promise<void>((listens, fails) => {
    server.once('error', fails);
    server.listen(address, listens);
  });
  await listening;
  await chmod(address, 0o600);
  return {
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

export type DatabaseCopy = {
  folder: string;
  /** How many milliseconds the process paused its database for the copy. */
  still_ms: number;
  /** Returns true if the process that made the copy has ended, because the copy may be deleted then. */
  isLost(): boolean;
  letGo(): void;
};

/** Asks the process that uses the data folder for a copy of its database; null if no process answers. */
export async function requestDatabaseCopy(dataDir: string): Promise<DatabaseCopy | null> {
  const socket = connect(socketOf(dataDir));
  const reached = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  if (!reached) return null;
  let isLost = false;
  socket.on('error', () => undefined).once('close', () => (isLost = true));
  for await (const line of createInterface({ input: socket })) {
    const answer = Answer.parse(JSON.parse(line));
    if ('refused' in answer) throw new CannotStart(`No backup was made: ${answer.refused}`);
    return { ...answer, isLost: () => isLost, letGo: () => socket.resume().destroy() };
  }
  throw new CannotStart('No backup was made: RIC ended meanwhile.');
}
