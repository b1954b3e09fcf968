import type { IncomingMessage } from 'node:http';
import { HttpRequestError } from '../errors.ts';

/** The most header fields of a request: a browser sends about twenty, a proxy adds a few. */
const MOST_HEADERS = 60;

/**
 * Throws a HttpRequestError for a request with too many header fields, with two Host headers, or for a host outside of
 * `hosts` (lower case, without ports; undefined allows any host).
 */
export function checkRequestHeaders(
  { rawHeaders }: IncomingMessage,
  hosts: readonly string[] | undefined,
): void {
  if (rawHeaders.length > 2 * MOST_HEADERS)
    throw new HttpRequestError(431, `The request has more than ${MOST_HEADERS} headers.`);
  const sent = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host');
  if (sent.length > 1) throw new HttpRequestError(400, 'The request names two hosts.');
  if (hosts && !hosts.includes(nameOf(sent[0] ?? '')))
    throw new HttpRequestError(421, 'RIC does not answer at this host.');
}

const nameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '');
