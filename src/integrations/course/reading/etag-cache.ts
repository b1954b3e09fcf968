import type { FullHttpAnswer } from './full-answer.ts';

/** An HTTP answer with its ETag. */
type Tagged = { tag: string; answered: FullHttpAnswer };

/**
 * The most characters of all cached answers together. No course system is known to send an ETag; for one that does,
 * as many answers are cached as fit.
 */
const MOST_CHARACTERS = 16_000_000;

/**
 * Caches answers that had an ETag, by their address, while the process lives; when the cache is full, the least
 * recently used answers are dropped. A course system that receives the ETag may answer 304 instead of sending the
 * same content again.
 */
export class EtagCache {
  readonly #kept = new Map<string, Tagged>();
  readonly #most: number;
  #characters = 0;

  constructor(mostCharacters = MOST_CHARACTERS) {
    this.#most = mostCharacters;
  }

  find(url: string): Tagged | undefined {
    const found = this.#kept.get(url);
    if (found) {
      this.#kept.delete(url);
      this.#kept.set(url, found);
    }
    return found;
  }

  /** Replaces the cached answer of an address; an answer without an ETag only removes the cached one. */
  keep(url: string, answered: FullHttpAnswer): void {
    this.#forget(url);
    const tag = answered.headers.get('etag');
    if (tag === null || answered.status !== 200) return;
    this.#kept.set(url, { tag, answered });
    this.#characters += answered.text.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= this.#most) return;
      this.#forget(oldest);
    }
  }

  #forget(url: string): void {
    this.#characters -= this.#kept.get(url)?.answered.text.length ?? 0;
    this.#kept.delete(url);
  }
}

/** The answers of one scrape that contain open times, and the cached answers of earlier scrapes. */
export class ScrapeAnswers {
  readonly #remembered: EtagCache;
  readonly #told = new Map<string, FullHttpAnswer>();

  constructor(remembered: EtagCache) {
    this.#remembered = remembered;
  }

  /** Returns the cached answer of the same address. */
  before(url: string): Tagged | undefined {
    return this.#remembered.find(url);
  }

  add(url: string, answered: FullHttpAnswer): void {
    this.#told.set(url, answered);
  }

  texts(): string[] {
    return [...this.#told.values()].map(({ text }) => text);
  }

  /**
   * Caches the answers; called only after a scrape that read the whole day, because a 304 to an incomplete answer
   * would prove nothing.
   */
  remember(): void {
    for (const [url, answered] of this.#told) this.#remembered.keep(url, answered);
  }
}

const HOUR_MS = 3_600_000;

type CacheEntry<T> = { value: T; until: number };

/**
 * Caches the configuration that a course system publishes, by address. A value expires after an hour, because
 * otherwise a new course there would stay unknown.
 */
export class HourCache<T> {
  readonly #kept = new Map<string, CacheEntry<T>>();

  /** Returns the cached value, or calls `ask`; concurrent callers each call `ask`. Failures are not cached. */
  async get(at: string, now: () => Date, ask: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(at);
    if (kept && kept.until > now().getTime()) return kept.value;
    const value = await ask();
    this.#kept.set(at, { value, until: now().getTime() + HOUR_MS });
    return value;
  }
}
