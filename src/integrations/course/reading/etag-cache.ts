import type { FullAnswer } from './full-answer.ts';

/** An answer with its ETag. */
type Tagged = { tag: string; answered: FullAnswer };

/**
 * The most characters of all stored answers together. No system is known to send an ETag; for one that does, as many
 * answers are stored as fit.
 */
const MOST_CHARACTERS = 16_000_000;

/**
 * Stores answers that had an ETag, by the requested address, while the process lives; beyond the most characters, the
 * least recently used are dropped. A system that receives the tag may answer 304 instead of the same again.
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

  /** Replaces the stored answer; one without a tag only removes it. */
  keep(url: string, answered: FullAnswer): void {
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

/** The answers with the day's times of one scrape, and the stored ones of scrapes before it. */
export class DayAnswers {
  readonly #remembered: EtagCache;
  readonly #told = new Map<string, FullAnswer>();

  constructor(remembered: EtagCache) {
    this.#remembered = remembered;
  }

  /** The stored answer of the same address. */
  before(url: string): Tagged | undefined {
    return this.#remembered.find(url);
  }

  add(url: string, answered: FullAnswer): void {
    this.#told.set(url, answered);
  }

  texts(): string[] {
    return [...this.#told.values()].map(({ text }) => text);
  }

  /** Stores the answers; called only after a scrape that read the whole day, since for any other a 304 would prove nothing. */
  remember(): void {
    for (const [url, answered] of this.#told) this.#remembered.keep(url, answered);
  }
}

const HOUR_MS = 3_600_000;

type CacheEntry<T> = { value: T; until: number };

/**
 * Caches what a system says about itself, by address. It expires after an hour, or a course that is new there would
 * stay unknown.
 */
export class HourCache<T> {
  readonly #kept = new Map<string, CacheEntry<T>>();

  /** Returns the cached value, or calls `ask`; concurrent callers each call it. Failures are not cached. */
  async get(at: string, now: () => Date, ask: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(at);
    if (kept && kept.until > now().getTime()) return kept.value;
    const value = await ask();
    this.#kept.set(at, { value, until: now().getTime() + HOUR_MS });
    return value;
  }
}
