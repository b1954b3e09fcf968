import type {
  Cancellation,
  CancellationAnswer,
  Conversation,
  CourseAt,
  ReadOutcome,
} from './course-system.ts';
import type { Asking } from './reading/ask.ts';

/** One scrape by an adapter; `attempt` 2 confirms a day without times, in a new session. */
export type AdapterScrape = { course: CourseAt; date: string; asking: Asking; attempt: 1 | 2 };

/**
 * An adapter for one kind of course system, behind `CourseSystems`. Both calls throw `ReadFailed` if they cannot read
 * the answer.
 */
export interface CourseAdapter {
  /** Credentials, which no saved sample may contain. */
  readonly secrets: readonly string[];
  /** The names of the fields it reads from a day's times. */
  readonly reads: readonly string[];
  /** The host that answers for a course, as `pace` needs it. */
  hostOf(course: CourseAt): string;
  readDay(look: AdapterScrape): Promise<ReadOutcome>;
  cancel(cancellation: Cancellation, asking: Asking): Promise<CancellationAnswer>;
}

/** The headers and limits that all requests of a system's adapters share. */
export type Manners = Omit<Asking, keyof Conversation | 'sent'>;
