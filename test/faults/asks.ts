import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/** A request that a client wants done once, with its key and all its answers. */
export type Ask = {
  path: string;
  body: unknown;
  key: string;
  answers: Answer[];
  /** The headers of the caller, if that is not the staff user of the stock. */
  headers?: Record<string, string>;
};
export type Answer = { status: number; body: unknown };

const LONGEST_MS = 300_000;
/** Still running, outcome unknown, or not ready: the client retries. */
const NOT_YET = [202, 409, 503];

export async function untilAnswered(ask: Ask, retryMs: number, post: () => Promise<Answer>): Promise<Answer> {
  const end = Date.now() + LONGEST_MS;
  while (Date.now() < end) {
    // No answer at all: the server died or has not started again.
    const answer = await post().catch(() => null);
    if (answer && !NOT_YET.includes(answer.status)) {
      ask.answers.push(answer);
      return answer;
    }
    await pause(retryMs * (0.5 + Math.random()));
  }
  throw new Error(`${ask.path} was not answered for ${LONGEST_MS} ms`);
}

const Json = z.record(z.string(), z.unknown());

export async function post(
  url: string,
  headers: Record<string, string>,
  { path, body, key }: Ask,
): Promise<Answer> {
  const asked = fetch(url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  });
  return answerOf(await asked);
}

export async function answerOf(response: Response): Promise<Answer> {
  // Every answer has its own request id.
  const { request_id: _, ...said } = Json.parse(await response.json());
  return { status: response.status, body: said };
}
