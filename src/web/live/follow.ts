import { LIVE_TOPICS, type LiveTopic } from '../../contract/live/live-topics.ts';
import { readLiveStream } from './stream.ts';

/**
 * The name shared by the tabs of one browser: for the lock of the tab that reads the change stream, and for the channel on
 * which that tab repeats the events.
 */
const NAME = 'ric-live';
// The server, and the tab that reads the stream, repeat the events of this last period to every new follower.
const LATELY_MS = 5_000;
// If a screen requested its rows longer than this before it began to follow changes, the repeated events may not suffice,
// so the screen reloads its rows.
const LATE_MS = 4_000;

/**
 * A message between tabs: the topics that changed, or a question for the changes that were published while the asking tab's
 * rows were on the way.
 */
type TabMessage = LiveTopic[] | 'what was told lately?';

/**
 * Follows the changes that other people make, as long as somebody is signed in; returns a function that stops. One tab
 * reads the server's stream for all tabs of the browser, because a browser opens at most six connections to a host; another
 * tab takes over when that tab is closed. `askedAt` is when the screen requested its rows, in ms of the page's clock.
 */
export function followLiveChanges(tellHere: (topics: LiveTopic[]) => void, askedAt: number): () => void {
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
  // Browsers offer locks only if the page came by https, or from this machine.
  if (!('locks' in navigator)) return hearWhileShown(tell, signal, isLate);
  navigator.locks
    .request(NAME, { signal }, () => readLiveStream(tell, signal, isLate))
    // The lock request is aborted when nobody follows the stream any more; that is not an error.
    .catch(() => undefined);
}

/** Reads the stream in every visible tab if the browser has no locks; hidden tabs would take all connections. */
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
      void readLiveStream(tell, hearing.signal, isLate);
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
