import { live } from '../../contract/live/live.ts';
import { LIVE_TOPICS, type LiveTopic } from '../../contract/live/live-topics.ts';
import { callAddress, callHeaders } from '../sending/request.ts';
import { deleteAuthHeader } from '../sending/session.ts';

// The server sends a heartbeat far more often, so a stream that is silent for this long is lost, as after a computer's
// sleep.
const SILENT_MS = 45_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Reads the server's stream of changes until it is stopped. A lost stream is opened again without a message on the screen;
 * the changes in between are unknown, so every topic counts as changed. Every topic also counts as changed if the first
 * stream opens late: `isLate` is called at its first event, because the request may have waited as well.
 */
export async function readLiveStream(
  tell: (topics: LiveTopic[]) => void,
  stop: AbortSignal,
  isLate: () => boolean,
): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  let isMissing = isLate;
  while (!stop.aborted) {
    await hearOnce(stop, (topics) => {
      pauseMs = FIRST_PAUSE_MS;
      tell(isMissing() ? [...LIVE_TOPICS] : topics);
      isMissing = () => false;
    }).catch(() => undefined);
    isMissing = () => true;
    await pause(pauseMs * (0.5 + Math.random()), stop);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}

/** Reads one connection of the stream until it ends or fails. */
async function hearOnce(stop: AbortSignal, tell: (topics: LiveTopic[]) => void): Promise<void> {
  const silence = new AbortController();
  const begin = () => setTimeout(() => silence.abort(), SILENT_MS);
  let timer = begin();
  try {
    const response = await fetch(callAddress(live.stream, {}), {
      headers: callHeaders(live.stream, { background: true }, false),
      signal: AbortSignal.any([stop, silence.signal]),
      cache: 'no-store',
    });
    if (response.status === 401) deleteAuthHeader();
    if (!response.ok || !response.body) return;
    for await (const event of eventsOf(response.body)) {
      clearTimeout(timer);
      timer = begin();
      if (event.startsWith('data: ')) tell(topicsIn(event.slice('data: '.length)));
    }
  } finally {
    clearTimeout(timer);
  }
}

async function* eventsOf(body: ReadableStream<BufferSource>): AsyncGenerator<string> {
  // The reader is used because not every browser can iterate over a stream.
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const events = (text + read.value).split('\n\n');
    text = events.pop() ?? '';
    yield* events;
  }
}

function topicsIn(line: string): LiveTopic[] {
  const parsed: unknown = JSON.parse(line);
  const topics: unknown = typeof parsed === 'object' && parsed !== null && Reflect.get(parsed, 'topics');
  return LIVE_TOPICS.filter((topic) => Array.isArray(topics) && topics.includes(topic));
}

/** Waits before the stream is opened again; ends early when the network is back, or when the stream is stopped. */
function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      stop.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, stop.aborted ? 0 : ms);
    window.addEventListener('online', end);
    stop.addEventListener('abort', end);
  });
}
