import type { RequestLimits } from '../course-system.ts';
import { ScrapeFailed } from './failure.ts';
import { failureInAnswer, type FullHttpAnswer } from './full-answer.ts';
import type { ScrapeAnswers } from './etag-cache.ts';

/** The limits and identity with which an adapter sends requests to a course system. */
export type CourseRequestContext = RequestLimits & {
  /** The time-out of one request, in ms. */
  tryMs: number;
  /** The largest answer, in bytes after decompression. */
  mostBytes: number;
  /** The name RIC with a contact, sent as User-Agent; never a browser's. */
  userAgent: string;
  /** True if a simulator may answer; otherwise an answer with the simulator's mark is a failure. */
  isSimulator: boolean;
  /** Returns the time; tests of simulators have a clock of their own. */
  now: () => Date;
  /** The number of requests sent so far. */
  sent: { requests: number };
  /** The answers with the day's open times; absent during a cancellation. */
  day?: ScrapeAnswers | undefined;
};
export type CourseHttpRequest = {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** True if the answer contains open times of the day. */
  isOfDay?: boolean;
};

/** The header that marks every answer of a simulator. */
export const SIMULATOR_HEADER = 'x-ric-simulator';

/**
 * Sends one request and reads the whole answer. Redirects are not followed. Throws `ScrapeFailed` for answers that mean
 * the same for every course system (`full-answer.ts`), except for the statuses in `known`, which the adapter handles
 * itself. If an answer with open times had an ETag, the next request sends that ETag, and a 304 returns the cached
 * answer.
 */
export async function sendCourseRequest(
  asking: CourseRequestContext,
  url: string,
  sending: CourseHttpRequest = {},
  known: readonly number[] = [],
): Promise<FullHttpAnswer> {
  await asking.pace?.(new URL(url).host);
  asking.signal.throwIfAborted();
  const answered = await within(asking, (signal) => exchangeOrSame(asking, url, sending, signal));
  if (!asking.isSimulator && answered.headers.has(SIMULATOR_HEADER))
    throw new ScrapeFailed('not_connected', "The address in the settings is RIC's own simulator.");
  const refusal = failureInAnswer(url, answered, known);
  if (refusal) throw refusal;
  if (sending.isOfDay && answered.status === 200) asking.day?.add(url, answered);
  return answered;
}

async function exchangeOrSame(
  asking: CourseRequestContext,
  url: string,
  sending: CourseHttpRequest,
  signal: AbortSignal,
): Promise<FullHttpAnswer> {
  const isTagged = sending.isOfDay && sending.body === undefined;
  const before = isTagged ? asking.day?.before(url) : undefined;
  if (!before) return exchange(asking, url, sending, signal);
  const headers = { ...sending.headers, 'if-none-match': before.tag };
  const answered = await exchange(asking, url, { ...sending, headers }, signal);
  return answered.status === 304 ? before.answered : answered;
}

async function exchange(
  { mostBytes, userAgent, sent }: CourseRequestContext,
  url: string,
  { method = 'GET', headers, body }: CourseHttpRequest,
  signal: AbortSignal,
): Promise<FullHttpAnswer> {
  sent.requests += 1;
  const response = await fetch(url, {
    method,
    headers: { accept: 'application/json', 'user-agent': userAgent, ...headers },
    ...(body === undefined ? {} : { body }),
    redirect: 'manual',
    signal,
  });
  return { status: response.status, headers: response.headers, text: await textOf(response, mostBytes) };
}

async function textOf(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const parts: AsyncIterable<Uint8Array> | null = response.body;
  for await (const part of parts ?? []) {
    bytes += part.length;
    // Throwing leaves the loop, which cancels the body, so that the rest is not read.
    if (bytes > mostBytes)
      throw new ScrapeFailed('too_large', `The answer is larger than ${mostBytes} bytes.`);
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Limits the time of a request; the error says which limit ended the request. */
async function within<T>(
  asking: CourseRequestContext,
  exchanging: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const left = Math.min(asking.tryMs, asking.deadline - asking.now().getTime());
  if (left <= 0) throw timedOut();
  const inTime = AbortSignal.timeout(left);
  try {
    return await exchanging(AbortSignal.any([asking.signal, inTime]));
  } catch (error) {
    asking.signal.throwIfAborted();
    if (error instanceof ScrapeFailed) throw error;
    if (inTime.aborted) throw timedOut();
    throw new ScrapeFailed('unreachable', `The system could not be reached: ${reasonOf(error)}.`);
  }
}

const timedOut = () => new ScrapeFailed('timed_out', 'The system did not answer in time.');

/** Returns the error code of a failed request, e.g. ECONNREFUSED; never the address, which may contain a token. */
function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return 'the connection broke off';
}
