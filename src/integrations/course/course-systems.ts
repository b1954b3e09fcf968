import type { CourseAdapter, RequestPolicy } from './adapter.ts';
import {
  CancellationOutcomeUnknown,
  type ReservationCancellation,
  type CancellationAnswer,
  type CourseSystemName,
  type CourseSystems,
  type DayScrapeRequest,
  type DayScrapeResult,
  type FieldNameComparison,
  type DayScrapeOutcome,
} from './course-system.ts';
import type { CourseRequestContext } from './reading/send-request.ts';
import { compareFieldNames, answerFieldNames } from './checking/fields.ts';
import { ScrapeFailed } from './reading/failure.ts';
import { ScrapeAnswers, EtagCache } from './reading/etag-cache.ts';
import { saveAnswerSample } from './reading/samples.ts';

/** The adapters of the connected course systems. */
export type ConnectedCourseSystems = Partial<
  Record<CourseSystemName, { adapter: CourseAdapter; manners: RequestPolicy }>
>;

/** Combines the connected course systems in one interface; `samples` is the folder for answers that could not be read. */
export function combineCourseSystems(connected: ConnectedCourseSystems, samples: string): CourseSystems {
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
  connected: ConnectedCourseSystems,
  { samples, remembered }: ReaderStorage,
  request: DayScrapeRequest,
): Promise<DayScrapeResult> {
  const found = connected[request.course.system];
  const now = found?.manners.now ?? (() => new Date());
  const sent = { requests: 0 };
  const ended = (outcome: DayScrapeOutcome): DayScrapeResult => ({
    ...outcome,
    requests: sent.requests,
    read_at: now().toISOString(),
  });
  if (!found)
    return ended(failed(new ScrapeFailed('not_connected', 'This system is not set up in RIC.'), null));
  const { adapter, manners } = found;
  const { signal, deadline, pace } = request;
  const day = new ScrapeAnswers(remembered);
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
    if (!(error instanceof ScrapeFailed)) throw error;
    return ended(failed(error, await sampleOf(error, samples, request, adapter.secrets)));
  }
}

/**
 * Scrapes a day, and again in a new session if no times are found, because course systems have reported full tee
 * sheets as empty.
 */
async function readTwice(
  adapter: CourseAdapter,
  { course, date, confirm_none }: DayScrapeRequest,
  asking: CourseRequestContext,
): Promise<DayScrapeOutcome> {
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
  day: ScrapeAnswers,
  { reads, secrets }: CourseAdapter,
  { samples, request: { course, date, check } }: { samples: string; request: DayScrapeRequest },
): Promise<FieldNameComparison | undefined> {
  if (!check) return undefined;
  const texts = day.texts();
  const seen = [...new Set(texts.flatMap(answerFieldNames))];
  const compared = compareFieldNames({ seen, reads, known: check.known });
  const { lost, added } = compared;
  const isNews = added.length > 0 || lost.some((name) => !check.lost.includes(name));
  if (check.known !== null && !isNews) return { ...compared, sample: null };
  const sentence =
    check.known === null
      ? 'The first answer whose fields were looked at.'
      : `Fields that are missing: ${lost.join(', ') || 'none'}; new ones: ${added.join(', ') || 'none'}.`;
  const longest = texts.reduce((one, other) => (other.length > one.length ? other : one), '');
  const sample = await saveAnswerSample(samples, { course, date, sentence, text: longest, secrets });
  return { ...compared, sample };
}

const failed = ({ why, message, retryAfterMs }: ScrapeFailed, sample: string | null): DayScrapeOutcome => ({
  outcome: 'failed',
  cause: why,
  retry_after_ms: retryAfterMs,
  note: message,
  sample,
});

const sampleOf = (
  { text, message }: ScrapeFailed,
  folder: string,
  { course, date }: DayScrapeRequest,
  secrets: readonly string[],
): Promise<string | null> =>
  text === null
    ? Promise.resolve(null)
    : saveAnswerSample(folder, { course, date, sentence: message, text, secrets });

async function cancelReservation(
  connected: ConnectedCourseSystems,
  request: ReservationCancellation,
): Promise<CancellationAnswer> {
  const found = connected[request.course.system];
  if (!found) throw new CancellationOutcomeUnknown('The course system is not set up in RIC.');
  const { adapter, manners } = found;
  const asking: CourseRequestContext = {
    ...manners,
    signal: request.signal,
    deadline: Infinity,
    sent: { requests: 0 },
  };
  try {
    return await adapter.cancel(request, asking);
  } catch (cause) {
    if (request.signal.aborted)
      throw new CancellationOutcomeUnknown('The course system did not answer.', { cause });
    if (!(cause instanceof ScrapeFailed)) throw cause;
    throw new CancellationOutcomeUnknown(cause.message, { cause });
  }
}
