export type RequestLimitSettings = { perMinute: number; blockMs: number };

/**
 * Returns a function that counts the requests of a client address at one host. Beyond the limit per minute, the
 * address is blocked for a while: the function then returns for how many ms, otherwise null.
 */
export function requestLimiter({ perMinute, blockMs }: RequestLimitSettings, now: () => Date) {
  const seen = new Map<string, { times: number[]; until: number }>();
  return (address: string): number | null => {
    const at = now().getTime();
    const before = seen.get(address) ?? { times: [], until: 0 };
    if (at < before.until) return before.until - at;
    const times = [...before.times.filter((time) => time > at - 60_000), at];
    const until = times.length > perMinute ? at + blockMs : 0;
    seen.set(address, { times: until > 0 ? [] : times, until });
    return until > 0 ? blockMs : null;
  };
}
