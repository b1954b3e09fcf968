import { once } from 'node:events';
import { createServer } from 'node:net';

/** An address on this machine at which nobody listens: a connection to it is refused. */
export async function nobodysAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}
