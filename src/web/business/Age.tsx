import { useSyncExternalStore } from 'react';
import { durationText } from '../../contract/ages.ts';
import { useBusinessSettings } from './business.ts';
import { formatInstant } from './instant.ts';

const TICK_MS = 10_000;

// One timer updates every age that the screen shows.
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
/** Returns this machine's clock, read every ten seconds. */
const useTicks = (): number =>
  useSyncExternalStore(whileShown, () => Math.floor(Date.now() / TICK_MS) * TICK_MS);

/** Shows how long ago an instant was, rounded to ten seconds; the shown text is updated as time passes. */
export function InstantAge({ at, tone }: { at: string; tone?: 'waiting' | undefined }) {
  const { timeZone } = useBusinessSettings();
  return (
    <time dateTime={at} title={formatInstant(at, timeZone)} data-tone={tone}>
      <ElapsedTime at={at} /> ago
    </time>
  );
}

/** Shows how much time has passed since an instant. */
export function ElapsedTime({ at }: { at: string }) {
  const now = useTicks() + TICK_MS - 1;
  const age = Math.max(0, now - Date.parse(at));
  return durationText(Math.floor(age / TICK_MS) * TICK_MS);
}
