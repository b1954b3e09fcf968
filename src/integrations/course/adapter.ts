import type {
  ReservationCancellation,
  CancellationAnswer,
  RequestLimits,
  CourseReference,
  DayScrapeOutcome,
} from './course-system.ts';
import type { CourseRequestContext } from './reading/send-request.ts';

/** One scrape of a course's day by an adapter; attempt 2, in a new session, confirms a day without times. */
export type AdapterScrape = {
  course: CourseReference;
  date: string;
  asking: CourseRequestContext;
  attempt: 1 | 2;
};

/**
 * An adapter for one kind of course system, which `CourseSystems` uses. `readDay` and `cancel` throw `ScrapeFailed` if
 * they cannot read the answer.
 */
export interface CourseAdapter {
  /** The adapter's credentials, which no saved sample of an answer may contain. */
  readonly secrets: readonly string[];
  /** The names of the fields that the adapter reads in a day's times. */
  readonly reads: readonly string[];
  /** Returns the host that answers for a course, by which requests are paced. */
  hostOf(course: CourseReference): string;
  readDay(look: AdapterScrape): Promise<DayScrapeOutcome>;
  cancel(cancellation: ReservationCancellation, asking: CourseRequestContext): Promise<CancellationAnswer>;
}

/** The headers and limits of requests that all adapters of a system share. */
export type RequestPolicy = Omit<CourseRequestContext, keyof RequestLimits | 'sent'>;
