import type {
  Cancellation,
  CancellationAnswer,
  Conversation,
  CourseAt,
  ReadOutcome,
} from './course-system.ts';
import type { RequestConversation } from './reading/send-request.ts';

/** One scrape by an adapter; `attempt` 2 confirms a day without times, in a new session. */
export type AdapterScrape = { course: CourseAt; date: string; asking: RequestConversation; attempt: 1 | 2 };

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
  cancel(cancellation: Cancellation, asking: RequestConversation): Promise<CancellationAnswer>;
}

/** The headers and limits that all requests of a system's adapters share. */
export type RequestPolicy = Omit<RequestConversation, keyof Conversation | 'sent'>;
