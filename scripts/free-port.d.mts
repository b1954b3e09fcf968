/** A port of this machine at which nobody listens. */
export function freePort(): Promise<number>;
