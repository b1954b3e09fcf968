import { ScrapeFailed } from './failure.ts';

/** An HTTP answer whose body was read to the end. */
export type FullHttpAnswer = { status: number; headers: Headers; text: string };

/** Texts that show that a page lets only a person pass, not a program; searched in answers that are not JSON. */
const CHALLENGES = ['just a moment', 'captcha', 'cf-chl', 'challenge-platform', 'verify you are human'];

/**
 * Returns the failure that an answer means for every course system, or null if the adapter should read the answer. A
 * page that checks for a person is a failure at any status; a 403 is `blocked` unless the adapter handles it itself
 * (`known`).
 */
export function failureInAnswer(
  url: string,
  answered: FullHttpAnswer,
  known: readonly number[],
): ScrapeFailed | null {
  const { status, headers, text } = answered;
  if (isChallenge(answered))
    return new ScrapeFailed(
      'blocked',
      'The system asks for a person (a challenge page). RIC does not pretend to be one: ask the vendor.',
      { status },
    );
  if (known.includes(status)) return null;
  if (status === 304)
    return new ScrapeFailed(
      'broken',
      'The system says that nothing has changed, and was not asked that (304).',
      { status },
    );
  if (status >= 300 && status < 400) return movedTo(url, headers.get('location'), status);
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), Date.now());
  if (status === 429)
    return new ScrapeFailed('limited', 'The system says that it is asked too often.', {
      retryAfterMs,
      status,
    });
  if (status >= 500)
    return new ScrapeFailed('broken', `The system answered with an error (${status}).`, {
      retryAfterMs,
      status,
    });
  const sentence = REFUSALS.get(status);
  if (sentence) return new ScrapeFailed(sentence[0], sentence[1], { status });
  if (status >= 400)
    return new ScrapeFailed('refused', `The system refused the request (${status}).`, { status, text });
  return null;
}

const REFUSALS = new Map<number, [ScrapeFailed['why'], string]>([
  [401, ['credentials', 'The system did not accept our sign-in.']],
  [403, ['blocked', 'The system refuses us (403). RIC does not disguise itself: ask the vendor.']],
  [404, ['wrong_ids', 'The system knows no such course: the id may be wrong, or the course has left.']],
  [410, ['moved', 'The course has left this system.']],
]);

function isChallenge({ headers, text }: FullHttpAnswer): boolean {
  if (headers.get('cf-mitigated')?.toLowerCase() === 'challenge') return true;
  if (!/^\s*<(?!\?xml)/.test(text)) return false;
  const page = text.slice(0, 20_000).toLowerCase();
  return CHALLENGES.some((word) => page.includes(word));
}

function movedTo(url: string, location: string | null, status: number): ScrapeFailed {
  const to = location !== null && URL.canParse(location, url) ? new URL(location, url).host : null;
  const where = to === null ? '' : `, to ${to}`;
  return new ScrapeFailed('moved', `The system sends us elsewhere (${status}${where}).`, { status });
}

const LONGEST_MS = 86_400_000;

/**
 * Returns the wait in ms that the header `Retry-After` asks for, from seconds or a date, at most a day; null if it
 * cannot be parsed.
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), LONGEST_MS);
}
