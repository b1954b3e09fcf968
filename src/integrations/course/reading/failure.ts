import type { ScrapeFailureCause } from '../course-system.ts';

type More = { retryAfterMs?: number | null; text?: string; status?: number | null };

/** An error that ends a scrape; `message` is the sentence for staff, `text` the unreadable answer, which is redacted and saved. */
export class ScrapeFailed extends Error {
  override readonly name = 'ReadFailed';
  readonly why: ScrapeFailureCause;
  readonly retryAfterMs: number | null;
  readonly text: string | null;
  /** The HTTP status of the answer, null if there was no answer. */
  readonly status: number | null;

  constructor(why: ScrapeFailureCause, sentence: string, { retryAfterMs, text, status }: More = {}) {
    super(sentence);
    this.why = why;
    this.retryAfterMs = retryAfterMs ?? null;
    this.text = text ?? null;
    this.status = status ?? null;
  }
}

/** An error for one row of an answer that cannot be read; `OpenTimeCollector.readRows` leaves the row out. */
export class UnreadableRow extends Error {
  override readonly name = 'OddRow';
}

/** Returns the error for an answer of an unknown shape, which is saved as a sample. */
export const unreadableAnswer = (what: string, text: string): ScrapeFailed =>
  new ScrapeFailed('unreadable', `The answer could not be read: ${what}.`, { text });
