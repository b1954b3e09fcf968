import type { HttpCall } from '../../contract/call.ts';
import { authHeader } from './stored.ts';

type CallRoute = Pick<HttpCall, 'path' | 'access'>;
export type SendOptions = {
  /** True if a screen's own timer sends the request, which then does not count as a person's input. */
  background?: boolean;
  idempotencyKey?: string;
  /** True if the request must finish even if the page is closed. */
  keepalive?: boolean;
  signal?: AbortSignal;
};
/** The parameters, query and body of any HTTP call, without the call's own types. */
export type UntypedCallInput = { params?: unknown; query?: unknown; body?: unknown };

let isInBackground = false;
/**
 * Marks all requests that `work` sends synchronously as background requests, which do not count as a person's input, as
 * when a screen follows other people's changes.
 */
export function runSendingInBackground(work: () => void): void {
  isInBackground = true;
  try {
    work();
  } finally {
    isInBackground = false;
  }
}

/** Returns the headers of an HTTP call: the auth header, unless the call is public, and those for the options of `send`. */
export function callHeaders(call: CallRoute, options: SendOptions, isJson: boolean): Headers {
  const headers = new Headers({ Accept: 'application/json' });
  const auth = call.access === 'public' ? null : authHeader();
  if (auth) for (const field of ['access-token', 'uid', 'client'] as const) headers.set(field, auth[field]);
  if (options.background || isInBackground) headers.set('X-Background', '1');
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey);
  if (isJson) headers.set('Content-Type', 'application/json');
  return headers;
}

/**
 * Returns the address of an HTTP call with its path and query filled in; lists and objects are written as JSON, empty
 * values are left out.
 */
export function callAddress({ path: pattern }: CallRoute, sent: UntypedCallInput): string {
  const params = Object.entries(sent.params ?? {});
  const path = params.reduce<string>(
    (text, [name, value]) => text.replace(`:${name}`, encodeURIComponent(String(value))),
    pattern,
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(sent.query ?? {})) {
    if (value === undefined || value === null || value === '') continue;
    query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}
