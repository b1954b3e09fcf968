import type { Topic } from '../../contract/wire.ts';
import { hearStream } from './stream.ts';

/** What the tabs of one browser share: who hears the stream (a lock) and what it heard (a channel). */
const NAME = 'ric-live';
// Rows that were asked for by then came together with the stream's beginning.
const LATE_MS = 1_200;

/**
 * Follows what others change for as long as somebody is signed in; answers how to stop. One tab hears the stream for all of
 * its browser, which opens six connections to a host at most; another takes over when it is closed.
 */
export function followLive(tellHere: (topics: Topic[]) => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<Topic[]>) => tellHere(data);
  const tell = (topics: Topic[]): void => {
    if (topics.length === 0 || signal.aborted) return;
    tellHere(topics);
    channel.postMessage(topics);
  };
  hearInTurn(tell, signal);
  return () => {
    stopping.abort();
    channel.close();
  };
}

function hearInTurn(tell: (topics: Topic[]) => void, signal: AbortSignal): void {
  // Browsers have locks where the page came by https, or from the machine itself.
  if (!('locks' in navigator)) return hearWhileShown(tell, signal);
  const begun = performance.now();
  const isLate = () => performance.now() - begun > LATE_MS;
  navigator.locks
    .request(NAME, { signal }, () => hearStream(tell, signal, isLate()))
    // Nobody waits for it any more.
    .catch(() => undefined);
}

/** Without locks every tab hears for itself, while it is shown: those behind it would take all connections. */
function hearWhileShown(tell: (topics: Topic[]) => void, signal: AbortSignal): void {
  let hearing: AbortController | null = null;
  let isLate = false;
  const change = (): void => {
    if (document.hidden || signal.aborted) hearing?.abort();
    else if (!hearing || hearing.signal.aborted) {
      hearing = new AbortController();
      void hearStream(tell, hearing.signal, isLate);
      isLate = true;
    }
  };
  document.addEventListener('visibilitychange', change);
  signal.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', change);
    change();
  });
  change();
}
