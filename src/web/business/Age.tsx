import { useSyncExternalStore } from 'react';
import { useBusiness } from './business.ts';
import { formatInstant } from './instant.ts';

const TICK_MS = 10_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago, as people say it: `40 s ago`, `47 min ago`, `5 h ago`, `3 d ago`. A clock that goes before ours makes nothing new. */
export function ageText(at: number, now: number): string {
  const age = Math.max(0, now - at);
  if (age < MINUTE) return `${Math.floor(age / TICK_MS) * 10} s ago`;
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  return age < DAY ? `${Math.floor(age / HOUR)} h ago` : `${Math.floor(age / DAY)} d ago`;
}

// One timer for every age on the screen.
const shown = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
function whileShown(tick: () => void): () => void {
  shown.add(tick);
  timer ??= setInterval(() => shown.forEach((each) => each()), TICK_MS);
  return () => {
    shown.delete(tick);
    if (shown.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
/** This machine's clock, which goes on by ten seconds at a time. */
const useTicks = (): number =>
  useSyncExternalStore(whileShown, () => Math.floor(Date.now() / TICK_MS) * TICK_MS);

/** How long ago an instant is; the words age while they stand on the screen. */
export function Age({ at, tone }: { at: string; tone?: 'waiting' | undefined }) {
  const { timeZone } = useBusiness();
  const now = useTicks() + TICK_MS - 1;
  return (
    <time dateTime={at} title={formatInstant(at, timeZone)} data-tone={tone}>
      {ageText(Date.parse(at), now)}
    </time>
  );
}
