import { LIVE_TOPICS, type LiveTopic } from '../../contract/wire.ts';
import { hearStream } from './stream.ts';

/**
 * The name that the tabs of one browser share: for the lock of the tab that hears the stream, and for the channel it
 * repeats events on.
 */
const NAME = 'ric-live';
// The server and the listening tab repeat the events of this time to every new follower.
const LATELY_MS = 5_000;
// If a screen requested its rows longer before it began to follow, the replay may lack events, so it reloads them.
const LATE_MS = 4_000;

/** A tab says what it heard, or asks the one that hears what was told while its own rows were on the way. */
type TabMessage = LiveTopic[] | 'what was told lately?';

/**
 * Follows what others change for as long as somebody is signed in; answers how to stop. One tab hears the stream for all of
 * its browser, which opens six connections to a host at most; another takes over when it is closed. `askedAt` is when the
 * screen asked for its rows, in ms of the page's clock.
 */
export function followLive(tellHere: (topics: LiveTopic[]) => void, askedAt: number): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const channel = new BroadcastChannel(NAME);
  const say = (message: TabMessage): void => channel.postMessage(message);
  const heard = new Map<LiveTopic, number>();
  const tell = (topics: LiveTopic[]): void => {
    if (topics.length === 0 || signal.aborted) return;
    for (const topic of topics) heard.set(topic, performance.now());
    tellHere(topics);
    say(topics);
  };
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data !== 'what was told lately?') return tellHere(data);
    const lately = [...heard].filter(([, at]) => performance.now() - at < LATELY_MS);
    if (lately.length > 0) say(lately.map(([topic]) => topic));
  };
  const isLate = (): boolean => performance.now() - askedAt > LATE_MS;
  if (isLate()) tellHere([...LIVE_TOPICS]);
  else say('what was told lately?');
  hearInTurn(tell, signal, isLate);
  return () => {
    stopping.abort();
    channel.close();
  };
}

function hearInTurn(tell: (topics: LiveTopic[]) => void, signal: AbortSignal, isLate: () => boolean): void {
  // Browsers have locks where the page came by https, or from the machine itself.
  if (!('locks' in navigator)) return hearWhileShown(tell, signal, isLate);
  navigator.locks
    .request(NAME, { signal }, () => hearStream(tell, signal, isLate))
    // Nobody waits for it any more.
    .catch(() => undefined);
}

/** Without locks every tab hears for itself, while it is shown: those behind it would take all connections. */
function hearWhileShown(
  tell: (topics: LiveTopic[]) => void,
  signal: AbortSignal,
  isLateAtFirst: () => boolean,
): void {
  let hearing: AbortController | null = null;
  let isLate = isLateAtFirst;
  const change = (): void => {
    if (document.hidden || signal.aborted) hearing?.abort();
    else if (!hearing || hearing.signal.aborted) {
      hearing = new AbortController();
      void hearStream(tell, hearing.signal, isLate);
      isLate = () => true;
    }
  };
  document.addEventListener('visibilitychange', change);
  signal.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', change);
    change();
  });
  change();
}
