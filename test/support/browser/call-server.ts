import { afterEach, beforeEach, expect } from 'vitest';
import type { CallAnswer, HttpCall } from '../../../src/contract/call.ts';
import { startWebhookListener, type ReceivedWebhook, type WebhookListener } from '../listener.ts';

/** A request that the server received, with the values of its address and its body. */
export type ReceivedCall = {
  params: Record<string, string>;
  query: Record<string, unknown>;
  headers: Record<string, string>;
  body: unknown;
};
/** A reply to a request; `hang up` closes the connection without an answer. */
type Reply = { status?: number; headers?: Record<string, string>; body?: unknown; text?: string } | 'hang up';
type ReplyTo = (received: ReceivedCall) => Reply;
type Route = { replyTo: ReplyTo; received: ReceivedCall[]; gate: Promise<void> };

const NOT_SET_UP: Reply = { status: 500, text: 'The test has set no reply for this call.' };

/**
 * Serves calls of the contracts on 127.0.0.1 with the replies that a test sets. The page of the test file is at that
 * address. A request that does not fit its contract fails the test.
 */
export function callServer() {
  const routes = new Map<HttpCall, Route>();
  const misfits: unknown[] = [];
  let listener: WebhookListener;

  const routeOf = (call: HttpCall): Route => {
    const route = routes.get(call) ?? { replyTo: () => NOT_SET_UP, received: [], gate: Promise.resolve() };
    routes.set(call, route);
    return route;
  };
  const replyBy = (call: HttpCall, replyTo: ReplyTo): void => void (routeOf(call).replyTo = replyTo);
  /** Replies to a call in this order; the last reply is repeated. */
  const reply = (call: HttpCall, ...replies: Reply[]): void => {
    let next = 0;
    replyBy(call, () => replies[Math.min(next++, replies.length - 1)] ?? NOT_SET_UP);
  };

  // A server for each test, which a late request of the test before cannot reach.
  beforeEach(async () => {
    listener = await startWebhookListener();
    setPageAddress(`http://${listener.host}/`);
    listener.answers(async (response, heard, request) => {
      const [found] = [...routes].flatMap(([call, route]) => {
        const received = readCall(call, heard);
        return received ? [{ call, route, received }] : [];
      });
      if (!found) return void response.writeHead(404).end();
      const { call, route, received } = found;
      misfits.push(...misfitsOf(call, received));
      route.received.push(received);
      // Chosen before the wait, so that replies come in the order of the requests.
      const given = route.replyTo(received);
      await route.gate;
      if (given === 'hang up') return void request.socket.destroy();
      const { status = 200, headers = {}, body, text = JSON.stringify(body) } = given;
      response.writeHead(status, headers).end(text);
    });
  });
  afterEach(async () => {
    await listener.close();
    routes.clear();
    expect(misfits.splice(0)).toEqual([]);
  });

  return {
    reply,
    replyBy,
    /** Answers a call with these bodies, in this order; the last one is repeated. */
    answer: <C extends HttpCall>(call: C, ...bodies: CallAnswer<C>[]): void =>
      reply(call, ...bodies.map((body) => ({ body }))),
    /** The requests of a call that have arrived, in order. */
    received: (call: HttpCall): ReceivedCall[] => routeOf(call).received,
    /** Holds back the replies to a call until the returned function is called. */
    hold: (call: HttpCall): (() => void) => {
      const route = routeOf(call);
      let release = (): void => undefined;
      route.gate = new Promise((done) => (release = done));
      return () => {
        route.gate = Promise.resolve();
        release();
      };
    },
  };
}

/** Reads a request by the path of a call; null if it is another call's. */
function readCall({ method, path: pattern }: HttpCall, heard: ReceivedWebhook): ReceivedCall | null {
  const address = new URL(heard.path, 'http://127.0.0.1');
  const names = new RegExp(`^${pattern.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  const match = heard.method === method && names.exec(address.pathname);
  if (!match) return null;
  const query = Object.fromEntries([...address.searchParams].map(([name, text]) => [name, parsed(text)]));
  return { params: { ...match.groups }, query, headers: heard.headers, body: parsed(heard.body) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the errors of the call's schemas for a request; a multipart body is not read. */
function misfitsOf({ path, params, query, body, upload }: HttpCall, received: ReceivedCall): unknown[] {
  const checks = [
    params?.safeParse(received.params),
    query?.safeParse(received.query),
    upload ? undefined : body?.safeParse(received.body),
  ];
  return checks.flatMap((check) => (check?.error ? [{ path, error: check.error.message }] : []));
}

/** Gives the page of happy-dom an address, from which relative addresses start. */
function setPageAddress(url: string): void {
  const { happyDOM } = globalThis as { happyDOM?: { setURL: (url: string) => void } };
  if (!happyDOM) throw new Error('This test file lacks the line `// @vitest-environment happy-dom`.');
  happyDOM.setURL(url);
}
