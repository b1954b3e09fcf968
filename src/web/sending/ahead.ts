/*
 * Holds requests that are sent while the first script still loads (src/web/opening/opening.ts): `send` takes these
 * answers instead of sending again. The two are separate scripts, so they share this state through the window.
 */
type Ahead = {
  headers: string;
  response: Promise<Response>;
  asking: AbortController;
  /** The parsed body of a successful answer, once it is there. */
  answer?: unknown;
};
declare global {
  var askedAhead: Map<string, Ahead> | undefined;
}

/** A key of the headers, which tell one person's request from another's, and a person's from a timer's. */
const headersText = (headers: Headers): string => JSON.stringify([...headers]);

/** Sends a request before anybody waits for it. */
export function requestAhead(address: string, headers: Headers): void {
  const asking = new AbortController();
  const response = fetch(address, { headers, signal: asking.signal, cache: 'no-store' });
  const ahead: Ahead = { headers: headersText(headers), response, asking };
  response
    .then(async (come) => {
      if (come.ok) ahead.answer = await come.clone().json();
    })
    // The caller that takes the response handles its failure; without one, nobody needs it.
    .catch(() => undefined);
  (globalThis.askedAhead ??= new Map()).set(address, ahead);
}

/** The answer that has already arrived for this request of the same person; it is drawn at once, without a waiting state. */
export function answeredAhead(address: string, headers: Headers): unknown {
  const ahead = globalThis.askedAhead?.get(address);
  return ahead?.headers === headersText(headers) ? ahead.answer : undefined;
}

type Request = { method: string; headers: Headers; signal: AbortSignal | null };

/** The response to this request of the same person, once; null if it was not sent ahead. */
export function takeAhead(address: string, { method, headers, signal }: Request): Promise<Response> | null {
  const ahead = method === 'GET' ? globalThis.askedAhead?.get(address) : undefined;
  if (!ahead) return null;
  globalThis.askedAhead?.delete(address);
  if (ahead.headers !== headersText(headers)) {
    ahead.asking.abort();
    return null;
  }
  signal?.addEventListener('abort', () => ahead.asking.abort());
  return ahead.response;
}

/** Drops the answers that nothing has taken: they are for another screen, or from before a write. */
export function dropAhead(): void {
  globalThis.askedAhead?.forEach(({ asking }) => asking.abort());
  globalThis.askedAhead = undefined;
}
