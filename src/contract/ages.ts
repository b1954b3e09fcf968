const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long it lasted, in whole units that are over: `46 s`, `46 min`, `5 h`, `2 days`. */
export function lasted(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`;
  const days = Math.floor(ms / DAY);
  return `${days} day${days === 1 ? '' : 's'}`;
}

/** How long before `now` (ms) an instant was, as `lasted` says it; what is yet to come is `0 s`. */
export const ageOf = (instant: string, now: number): string => lasted(Math.max(0, now - Date.parse(instant)));

/** `14 s ago`, `3 min ago`, `9 days ago`; `never` where there is no instant. */
export const ago = (instant: string | null, now: number): string =>
  instant === null ? 'never' : `${ageOf(instant, now)} ago`;
