import type { CourseAdapter, RequestPolicy } from './adapter.ts';
import {
  CourseSystemUnknown,
  type Cancellation,
  type CancellationAnswer,
  type CourseSystemName,
  type CourseSystems,
  type DayRequest,
  type DayRead,
  type FieldsChecked,
  type ReadOutcome,
} from './course-system.ts';
import type { RequestConversation } from './reading/send-request.ts';
import { compareFields, fieldsIn } from './checking/fields.ts';
import { ReadFailed } from './reading/failure.ts';
import { DayAnswers, EtagCache } from './reading/etag-cache.ts';
import { keepSample } from './reading/samples.ts';

/** The adapters of the connected course systems. */
export type ConnectedSystems = Partial<
  Record<CourseSystemName, { adapter: CourseAdapter; manners: RequestPolicy }>
>;

/** Combines the connected course systems in one interface; `samples` is the folder for answers that could not be read. */
export function courseSystems(connected: ConnectedSystems, samples: string): CourseSystems {
  const remembered = new EtagCache();
  return {
    isConnected: (system) => connected[system] !== undefined,
    hostOf: (course) => connected[course.system]?.adapter.hostOf(course) ?? null,
    readDay: (request) => readDay(connected, { samples, remembered }, request),
    cancelReservation: (request) => cancelReservation(connected, request),
  };
}

/** The folder for answers that could not be read, and the cache of answers with an ETag. */
type ReaderStorage = { samples: string; remembered: EtagCache };

async function readDay(
  connected: ConnectedSystems,
  { samples, remembered }: ReaderStorage,
  request: DayRequest,
): Promise<DayRead> {
  const found = connected[request.course.system];
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
  const { signal, deadline, pace } = request;
  const day = new DayAnswers(remembered);
  try {
    const outcome = await readTwice(adapter, request, { ...manners, signal, deadline, pace, sent, day });
    if (outcome.outcome !== 'times' || !outcome.complete) return ended(outcome);
    day.remember();
    const isEnough = outcome.times.length >= LEAST_CHECKED;
    return {
      ...ended(outcome),
      checked: isEnough ? await checked(day, adapter, { samples, request }) : undefined,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ReadFailed)) throw error;
    return ended(failed(error, await sampleOf(error, samples, request, adapter.secrets)));
  }
}

/**
 * Scrapes a day, and again in a new session if no times are found, because course systems have reported full tee
 * sheets as empty.
 */
async function readTwice(
  adapter: CourseAdapter,
  { course, date, confirm_none }: DayRequest,
  asking: RequestConversation,
): Promise<ReadOutcome> {
  const first = await adapter.readDay({ course, date, asking, attempt: 1 });
  if (first.outcome !== 'none' || first.confirmed || confirm_none === false) return first;
  const second = await adapter.readDay({ course, date, asking, attempt: 2 });
  return second.outcome === 'none' ? { ...second, confirmed: true } : second;
}

/**
 * The least number of open times for a check of fields: if there are fewer, a field may be missing because none of
 * them has a value for it.
 */
const LEAST_CHECKED = 5;

/**
 * Compares the field names of a whole day's answers with the known ones and saves a sample if they differ; undefined
 * if no check was requested.
 */
async function checked(
  day: DayAnswers,
  { reads, secrets }: CourseAdapter,
  { samples, request: { course, date, check } }: { samples: string; request: DayRequest },
): Promise<FieldsChecked | undefined> {
  if (!check) return undefined;
  const texts = day.texts();
  const seen = [...new Set(texts.flatMap(fieldsIn))];
  const compared = compareFields({ seen, reads, known: check.known });
  const { lost, added } = compared;
  const isNews = added.length > 0 || lost.some((name) => !check.lost.includes(name));
  if (check.known !== null && !isNews) return { ...compared, sample: null };
  const sentence =
    check.known === null
      ? 'The first answer whose fields were looked at.'
      : `Fields that are missing: ${lost.join(', ') || 'none'}; new ones: ${added.join(', ') || 'none'}.`;
  const longest = texts.reduce((one, other) => (other.length > one.length ? other : one), '');
  const sample = await keepSample(samples, { course, date, sentence, text: longest, secrets });
  return { ...compared, sample };
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
  { course, date }: DayRequest,
  secrets: readonly string[],
): Promise<string | null> =>
  text === null
    ? Promise.resolve(null)
    : keepSample(folder, { course, date, sentence: message, text, secrets });

async function cancelReservation(
  connected: ConnectedSystems,
  request: Cancellation,
): Promise<CancellationAnswer> {
  const found = connected[request.course.system];
  if (!found) throw new CourseSystemUnknown('The course system is not set up in RIC.');
  const { adapter, manners } = found;
  const asking: RequestConversation = {
    ...manners,
    signal: request.signal,
    deadline: Infinity,
    sent: { requests: 0 },
  };
  try {
    return await adapter.cancel(request, asking);
  } catch (cause) {
    if (request.signal.aborted) throw new CourseSystemUnknown('The course system did not answer.', { cause });
    if (!(cause instanceof ReadFailed)) throw cause;
    throw new CourseSystemUnknown(cause.message, { cause });
  }
}
