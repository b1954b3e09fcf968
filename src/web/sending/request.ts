import type { Call } from '../../contract/call.ts';
import { authHeader } from './stored.ts';

type CallRoute = Pick<Call, 'path' | 'access'>;
export type Options = {
  /** True if a screen's own timer sent it: it does not count as a person's input. */
  background?: boolean;
  idempotencyKey?: string;
  /** Finishes the request even if the page is closed. */
  keepalive?: boolean;
  signal?: AbortSignal;
};
/** The content of a request, whatever the call. */
export type Plain = { params?: unknown; query?: unknown; body?: unknown };

let isInBackground = false;
/** Marks all that `work` sends synchronously as background, not a person's input: a screen follows the changes of others. */
export function sendingInBackground(work: () => void): void {
  isInBackground = true;
  try {
    work();
  } finally {
    isInBackground = false;
  }
}

/** The headers of a call: the sign-in, unless the call is public, and the options of `send`. */
export function headersOf(call: CallRoute, options: Options, isJson: boolean): Headers {
  const headers = new Headers({ Accept: 'application/json' });
  const auth = call.access === 'public' ? null : authHeader();
  if (auth) for (const field of ['access-token', 'uid', 'client'] as const) headers.set(field, auth[field]);
  if (options.background || isInBackground) headers.set('X-Background', '1');
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey);
  if (isJson) headers.set('Content-Type', 'application/json');
  return headers;
}

/** The address of a call with its path and query filled in; lists and objects are JSON, empty values are left out. */
export function callAddress({ path: pattern }: CallRoute, sent: Plain): string {
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
