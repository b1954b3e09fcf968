import type {
  Cancellation,
  CancellationAnswer,
  Conversation,
  CourseAt,
  ReadOutcome,
} from './course-system.ts';
import type { RequestConversation } from './reading/send-request.ts';

/** One scrape of a course's day by an adapter; attempt 2, in a new session, confirms a day without times. */
export type AdapterScrape = { course: CourseAt; date: string; asking: RequestConversation; attempt: 1 | 2 };

/**
 * An adapter for one kind of course system, which `CourseSystems` uses. `readDay` and `cancel` throw `ReadFailed` if
 * they cannot read the answer.
 */
export interface CourseAdapter {
  /** The adapter's credentials, which no saved sample of an answer may contain. */
  readonly secrets: readonly string[];
  /** The names of the fields that the adapter reads in a day's times. */
  readonly reads: readonly string[];
  /** Returns the host that answers for a course, by which requests are paced. */
  hostOf(course: CourseAt): string;
  readDay(look: AdapterScrape): Promise<ReadOutcome>;
  cancel(cancellation: Cancellation, asking: RequestConversation): Promise<CancellationAnswer>;
}

/** The headers and limits of requests that all adapters of a system share. */
export type RequestPolicy = Omit<RequestConversation, keyof Conversation | 'sent'>;
