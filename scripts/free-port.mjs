import { createServer } from 'node:net';

// Below what a system gives to connections that go out (Linux from 32768, others from 49152): until the server listens that is
// to have the port, no connection of anybody else's can get it.
const FIRST = 20_000;
const LAST = 32_000;

/** A port of this machine at which nobody listens. */
export async function freePort() {
  const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
  const isFree = await new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}
