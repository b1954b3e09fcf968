/*
 * What is asked beside the first script and not after it (src/web/opening/opening.ts): `send` takes these answers in place of
 * asking again. The two are scripts of their own, so what they share is kept by the window.
 */
type Ahead = {
  headers: string;
  response: Promise<Response>;
  asking: AbortController;
  /** What it says, once it is there and no failure. */
  answer?: unknown;
};
declare global {
  var askedAhead: Map<string, Ahead> | undefined;
}

/** All that tells one person's question from another's, and a person's from a timer's. */
const said = (headers: Headers): string => JSON.stringify([...headers]);

/** Asks before anybody waits for it. */
export function askAhead(address: string, headers: Headers): void {
  const asking = new AbortController();
  const response = fetch(address, { headers, signal: asking.signal, cache: 'no-store' });
  const ahead: Ahead = { headers: said(headers), response, asking };
  response
    .then(async (come) => {
      if (come.ok) ahead.answer = await come.clone().json();
    })
    // Whoever takes it hears of its failure; when nobody does, nobody missed it.
    .catch(() => undefined);
  (globalThis.askedAhead ??= new Map()).set(address, ahead);
}

/** What has already been answered to this very question of the same person: it is drawn at once, with nothing before it. */
export function answeredAhead(address: string, headers: Headers): unknown {
  const ahead = globalThis.askedAhead?.get(address);
  return ahead?.headers === said(headers) ? ahead.answer : undefined;
}

type Request = { method: string; headers: Headers; signal: AbortSignal | null };

/** The answer to this very question of the same person, once; null where it was not asked ahead. */
export function takeAhead(address: string, { method, headers, signal }: Request): Promise<Response> | null {
  const ahead = method === 'GET' ? globalThis.askedAhead?.get(address) : undefined;
  if (!ahead) return null;
  globalThis.askedAhead?.delete(address);
  if (ahead.headers !== said(headers)) {
    ahead.asking.abort();
    return null;
  }
  signal?.addEventListener('abort', () => ahead.asking.abort());
  return ahead.response;
}

/** Forgets what nobody has taken: it was asked for another screen, or before something was written. */
export function dropAhead(): void {
  globalThis.askedAhead?.forEach(({ asking }) => asking.abort());
  globalThis.askedAhead = undefined;
}
