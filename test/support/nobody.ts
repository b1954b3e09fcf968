import { freePort } from '../../scripts/free-port.mjs';

/** Returns a local address on which no server listens, so that connections are refused. */
export const unusedLocalAddress = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;
