/*
 * Holds requests that are sent while the page's main script still loads (src/web/opening/opening.ts): `send` takes these
 * answers instead of sending again. The first and the main script share this state through the window.
 */
type Ahead = {
  headers: string;
  response: Promise<Response>;
  asking: AbortController;
  /** The parsed body of a successful answer, once it has arrived. */
  answer?: unknown;
};
declare global {
  var askedAhead: Map<string, Ahead> | undefined;
}

/**
 * Returns a text key of request headers, which distinguish one person's request from another's, and a person's request from
 * a timer's.
 */
const headersText = (headers: Headers): string => JSON.stringify([...headers]);

/** Sends a request in advance, before any screen waits for its answer. */
export function requestInAdvance(address: string, headers: Headers): void {
  const asking = new AbortController();
  const response = fetch(address, { headers, signal: asking.signal, cache: 'no-store' });
  const ahead: Ahead = { headers: headersText(headers), response, asking };
  response
    .then(async (come) => {
      if (come.ok) ahead.answer = await come.clone().json();
    })
    // The caller that takes the response handles its failure; if nobody takes it, the failure does not matter.
    .catch(() => undefined);
  (globalThis.askedAhead ??= new Map()).set(address, ahead);
}

/**
 * Returns the answer to a request that was sent in advance by this person and has already arrived, so that the screen is
 * drawn at once; undefined otherwise.
 */
export function advanceAnswer(address: string, headers: Headers): unknown {
  const ahead = globalThis.askedAhead?.get(address);
  return ahead?.headers === headersText(headers) ? ahead.answer : undefined;
}

type Request = { method: string; headers: Headers; signal: AbortSignal | null };

/**
 * Takes the response to a request that was sent in advance by this person; each response can be taken once. Null if the
 * request was not sent in advance.
 */
export function takeAdvanceResponse(
  address: string,
  { method, headers, signal }: Request,
): Promise<Response> | null {
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

/** Drops the answers to advance requests that nobody has taken: they are for another screen, or from before a write. */
export function dropAdvanceResponses(): void {
  globalThis.askedAhead?.forEach(({ asking }) => asking.abort());
  globalThis.askedAhead = undefined;
}
