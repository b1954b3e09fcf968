import type {
  Cancellation,
  CancellationAnswer,
  Conversation,
  CourseAt,
  ReadOutcome,
} from './course-system.ts';
import type { Asking } from './reading/ask.ts';

/** One look of an adapter: `attempt` 2 is the look that confirms a day without times, in a new session. */
export type AdapterLook = { course: CourseAt; date: string; asking: Asking; attempt: 1 | 2 };

/** One kind of course system behind `CourseSystems`. Both calls throw `ReadFailed` for what they can not make out. */
export interface CourseAdapter {
  /** What no sample may hold. */
  readonly secrets: readonly string[];
  /** The names of the fields that it reads of a day's times. */
  readonly reads: readonly string[];
  /** The host that is asked about a course, as `pace` is told it. */
  hostOf(course: CourseAt): string;
  readDay(look: AdapterLook): Promise<ReadOutcome>;
  cancel(asked: Cancellation, asking: Asking): Promise<CancellationAnswer>;
}

/** How adapters of one system speak, whatever is asked. */
export type Manners = Omit<Asking, keyof Conversation | 'sent'>;
