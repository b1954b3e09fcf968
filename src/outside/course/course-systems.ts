import type { CourseAdapter, Manners } from './adapter.ts';
import {
  CourseSystemUnknown,
  type Cancellation,
  type CancellationAnswer,
  type CourseSystemName,
  type CourseSystems,
  type DayAsked,
  type DayRead,
  type ReadOutcome,
} from './course-system.ts';
import type { Asking } from './reading/ask.ts';
import { ReadFailed } from './reading/failure.ts';
import { keepSample } from './reading/samples.ts';

/** The adapters of the systems that are connected. */
export type Connected = Partial<Record<CourseSystemName, { adapter: CourseAdapter; manners: Manners }>>;

/** The connected systems behind one interface; `samples` is the folder of what could not be read. */
export const courseSystems = (connected: Connected, samples: string): CourseSystems => ({
  isConnected: (system) => connected[system] !== undefined,
  hostOf: (course) => connected[course.system]?.adapter.hostOf(course) ?? null,
  readDay: (asked) => readDay(connected, samples, asked),
  cancelReservation: (asked) => cancelReservation(connected, asked),
});

async function readDay(connected: Connected, samples: string, asked: DayAsked): Promise<DayRead> {
  const found = connected[asked.course.system];
  const now = found?.manners.now ?? (() => new Date());
  const sent = { requests: 0 };
  const ended = (outcome: ReadOutcome): DayRead => ({
    ...outcome,
    requests: sent.requests,
    read_at: now().toISOString(),
  });
  if (!found)
    return ended(failed(new ReadFailed('not_connected', 'This system is not set up in RIC.'), null));
  const { adapter, manners } = found;
  const { course, date, signal, deadline, pace } = asked;
  const asking: Asking = { ...manners, signal, deadline, pace, sent };
  try {
    const first = await adapter.readDay({ course, date, asking, attempt: 1 });
    if (first.outcome !== 'none' || first.confirmed || asked.confirm_none === false) return ended(first);
    // Systems have said of a full sheet that it has no times: a second visit has to say so too.
    const second = await adapter.readDay({ course, date, asking, attempt: 2 });
    return ended(second.outcome === 'none' ? { ...second, confirmed: true } : second);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ReadFailed)) throw error;
    return ended(failed(error, await sampleOf(error, samples, asked, adapter.secrets)));
  }
}

const failed = ({ why, message, retryAfterMs }: ReadFailed, sample: string | null): ReadOutcome => ({
  outcome: 'failed',
  cause: why,
  retry_after_ms: retryAfterMs,
  note: message,
  sample,
});

const sampleOf = (
  { text, message }: ReadFailed,
  folder: string,
  { course, date }: DayAsked,
  secrets: readonly string[],
): Promise<string | null> =>
  text === null
    ? Promise.resolve(null)
    : keepSample(folder, { course, date, sentence: message, text, secrets });

async function cancelReservation(connected: Connected, asked: Cancellation): Promise<CancellationAnswer> {
  const found = connected[asked.course.system];
  if (!found) throw new CourseSystemUnknown('The course system is not set up in RIC.');
  const { adapter, manners } = found;
  const asking: Asking = { ...manners, signal: asked.signal, deadline: Infinity, sent: { requests: 0 } };
  try {
    return await adapter.cancel(asked, asking);
  } catch (cause) {
    if (asked.signal.aborted) throw new CourseSystemUnknown('The course system did not answer.', { cause });
    if (!(cause instanceof ReadFailed)) throw cause;
    throw new CourseSystemUnknown(cause.message, { cause });
  }
}
