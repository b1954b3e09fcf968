import type { Answered } from './answered.ts';

/** An answer under its tag (`ETag`). */
type Tagged = { tag: string; answered: Answered };

/** Of all answers together, in characters. Systems that send a tag are not known; one that does is asked again of what fits. */
const MOST_CHARACTERS = 16_000_000;

/**
 * Answers that bore a tag, by the address that was asked, for as long as the process lives; beyond the most characters those go
 * that were asked for longest ago. A system that is shown the tag may answer 304 instead of the same again.
 */
export class Remembered {
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

  /** Keeps an answer in the place of the one before it; one without a tag only forgets that. */
  keep(url: string, answered: Answered): void {
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

/** What told the times of the day of one look, and what is remembered of looks before it. */
export class DayAnswers {
  readonly #remembered: Remembered;
  readonly #told = new Map<string, Answered>();

  constructor(remembered: Remembered) {
    this.#remembered = remembered;
  }

  /** What the same address was answered before. */
  before(url: string): Tagged | undefined {
    return this.#remembered.find(url);
  }

  add(url: string, answered: Answered): void {
    this.#told.set(url, answered);
  }

  texts(): string[] {
    return [...this.#told.values()].map(({ text }) => text);
  }

  /** Called for a look that told the whole day: of no other does a 304 say anything. */
  remember(): void {
    for (const [url, answered] of this.#told) this.#remembered.keep(url, answered);
  }
}

const HOUR_MS = 3_600_000;

type Kept<T> = { value: T; until: number };

/** What a system said of itself, by where it was asked: asked again after an hour, or a course that is new there would stay unknown. */
export class KeptAnHour<T> {
  readonly #kept = new Map<string, Kept<T>>();

  /** What is kept, or what `ask` answers; of several at once each asks. What fails is not kept. */
  async get(at: string, now: () => Date, ask: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(at);
    if (kept && kept.until > now().getTime()) return kept.value;
    const value = await ask();
    this.#kept.set(at, { value, until: now().getTime() + HOUR_MS });
    return value;
  }
}
