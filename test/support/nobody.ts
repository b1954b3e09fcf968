import { freePort } from '../../scripts/free-port.mjs';

/** A local address without a listener: connections to it are refused. */
export const nobodysAddress = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;
