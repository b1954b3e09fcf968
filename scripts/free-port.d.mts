/** Finds a free port on this machine. */
export function freePort(): Promise<number>;
