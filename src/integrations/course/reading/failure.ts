import type { FailureCause } from '../course-system.ts';

type More = { retryAfterMs?: number | null; text?: string; status?: number | null };

/** A failed scrape; `message` is the sentence for staff, `text` the unreadable answer, to be redacted and saved. */
export class ReadFailed extends Error {
  override readonly name = 'ReadFailed';
  readonly why: FailureCause;
  readonly retryAfterMs: number | null;
  readonly text: string | null;
  /** The status of the answer, null without one. */
  readonly status: number | null;

  constructor(why: FailureCause, sentence: string, { retryAfterMs, text, status }: More = {}) {
    super(sentence);
    this.why = why;
    this.retryAfterMs = retryAfterMs ?? null;
    this.text = text ?? null;
    this.status = status ?? null;
  }
}

/** One row of an answer that cannot be read; `DaySheet.readRows` leaves it out. */
export class OddRow extends Error {
  override readonly name = 'OddRow';
}

/** An answer of an unknown shape, saved as a sample. */
export const unreadable = (what: string, text: string): ReadFailed =>
  new ReadFailed('unreadable', `The answer could not be read: ${what}.`, { text });
