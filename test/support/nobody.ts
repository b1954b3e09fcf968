import { freePort } from '../../scripts/free-port.mjs';

/** An address on this machine at which nobody listens: a connection to it is refused. */
export const nobodysAddress = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;
