import type { FastifyInstance, FastifyReply } from 'fastify';
import { live, type ChangedTopics } from '../../contract/live/live.ts';
import type { StaffLevel } from '../../contract/wire.ts';
import type { LiveTopic } from '../../contract/live/live-topics.ts';
import { findOpenSessions, requireSignedInStaff } from '../access/access.ts';
import { withDatabaseDeadline } from '../database/driver/retry.ts';
import type { AppContext } from '../process/context.ts';
import { startTimer } from '../process/timer.ts';

/** A browser's open event stream: its session, and the response to write to. */
type Stream = { client: string; level: StaffLevel; raw: FastifyReply['raw'] };

// A client with this many unread bytes is gone, or so slow that a new connection is better.
const MOST_UNREAD_BYTES = 64 * 1024;
// The most streams of a session: a browser needs one, and a few more are open for a moment when tabs come and go.
const MOST_OF_A_SESSION = 6;
const BEAT = ':\n\n';
// A new stream repeats the events of this time, because a screen's first query may have missed them.
const LATELY_MS = 5_000;

/**
 * Serves `GET /api/live`, a stream of events. A stream ends with its session, which is checked at every heartbeat and
 * whenever sessions change; the stream does not count as a person's input. When the server stops, the streams end
 * first, so that nothing waits for them.
 */
export function serveLiveStream(server: FastifyInstance, app: AppContext): void {
  const streams = new Set<Stream>();
  const sentAt = new Map<LiveTopic, number>();
  const end = (stream: Stream) => {
    streams.delete(stream);
    stream.raw.end();
  };
  const write = (stream: Stream, text: string) => {
    if (stream.raw.writableLength > MOST_UNREAD_BYTES) stream.raw.destroy();
    else stream.raw.write(text);
  };

  server.route({
    method: live.stream.method,
    url: live.stream.path,
    config: { called: live.stream },
    handler: async (request, reply) => {
      const context = withDatabaseDeadline(app);
      const { client, level } = await requireSignedInStaff(context, request, { isInput: false });
      // A HEAD request gets the headers of a stream, but neither opens nor ends a stream.
      if (request.method === 'HEAD') return reply.headers(HEADERS).send();
      surplusOf(streams, client).forEach(end);
      const stream = { client, level, raw: begin(reply, lineOf(recentOf(sentAt))) };
      streams.add(stream);
      stream.raw.on('close', () => streams.delete(stream));
      return reply;
    },
  });

  const endThoseSignedOut = async () => {
    // A stream that begins during this check had its session checked when it began.
    const lookedUp = [...streams];
    if (lookedUp.length === 0) return;
    const open = await findOpenSessions(
      app,
      lookedUp.map(({ client }) => client),
    );
    for (const stream of lookedUp) if (open.get(stream.client) !== stream.level) end(stream);
  };
  const beat = startTimer(app.settings.liveBeatMs, 'live', async () => {
    for (const stream of streams) write(stream, BEAT);
    await endThoseSignedOut();
  });
  const stopListening = app.live.listen((topics) => {
    const followed = topics.filter((topic) => topic !== 'sessions');
    for (const topic of followed) sentAt.set(topic, performance.now());
    const line = lineOf(followed);
    if (followed.length > 0) for (const stream of streams) write(stream, line);
    // If the database is unavailable, the next heartbeat checks the sessions again.
    if (topics.includes('sessions')) endThoseSignedOut().catch(() => undefined);
  });
  server.addHook('preClose', async () => {
    stopListening();
    for (const stream of streams) {
      if (stream.raw.writableLength > 0) stream.raw.destroy();
      else end(stream);
    }
    await beat.stop();
  });
}

const recentOf = (sentAt: ReadonlyMap<LiveTopic, number>): LiveTopic[] =>
  [...sentAt].filter(([, at]) => performance.now() - at < LATELY_MS).map(([topic]) => topic);
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Tells a reverse proxy not to buffer lines either.
  'x-accel-buffering': 'no',
};
const lineOf = (topics: LiveTopic[]) => `data: ${JSON.stringify({ topics } satisfies ChangedTopics)}\n\n`;

/** Returns the oldest streams of a session that has too many, so that they can make room for a new one. */
function surplusOf(streams: ReadonlySet<Stream>, client: string): Stream[] {
  const ofSession = [...streams].filter((stream) => stream.client === client);
  return ofSession.slice(0, Math.max(0, 1 + ofSession.length - MOST_OF_A_SESSION));
}

/** Begins a stream outside of Fastify, whose compression would hold lines back. */
function begin(reply: FastifyReply, line: string): FastifyReply['raw'] {
  const { raw } = reply.hijack();
  // The connection ends with the stream, so that a stopping server does not wait for another request on that connection.
  raw.writeHead(200, { ...HEADERS, connection: 'close' });
  raw.write(line);
  return raw;
}
