const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns a duration in whole completed units: `46 s`, `46 min`, `5 h`, `2 days`. */
export function durationText(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`;
  const days = Math.floor(ms / DAY);
  return `${days} day${days === 1 ? '' : 's'}`;
}

/** Returns the time from an instant until `now` (ms) in the words of `durationText`; a future instant gives `0 s`. */
export const timeSinceText = (instant: string, now: number): string =>
  durationText(Math.max(0, now - Date.parse(instant)));

/** Returns how long ago an instant was: `14 s ago`, `3 min ago`, `9 days ago`; `never` for null. */
export const timeAgoText = (instant: string | null, now: number): string =>
  instant === null ? 'never' : `${timeSinceText(instant, now)} ago`;
