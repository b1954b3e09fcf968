import { createServer } from 'node:net';

// The port range lies below that of outgoing connections (Linux from 32768, others from 49152), so that no connection of
// another program can take the port before the server listens on it.
const FIRST = 20_000;
const LAST = 32_000;

/** Finds a free port on this machine. */
export async function freePort() {
  const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
  const isFree = await new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}
