import type { DayScrapeResult } from '../../../integrations/course/course-system.ts';
import type { AppContext } from '../../../server/process/context.ts';
import { dieAtFaultPoint } from '../../../server/process/fault-points.ts';
import { ServiceUnavailable } from '../../../server/http/errors.ts';
import { logTimerFailure } from '../../../server/process/timer.ts';
import { hostHealthAfterScrape, type ScrapeHealth } from '../plan/breaker.rules.ts';
import type { ScrapePlanClock } from '../plan/planner.queries.ts';
import {
  dueScrapes,
  leaseHost,
  postponeScrape,
  saveCourseScrapes,
  putHostHealth,
  releaseHostLease,
  type CourseScrapes,
  type DueScrape,
} from './due-scrapes.queries.ts';
import { storeScrapedDay, readCourseDay } from './scrape-day.steps.ts';
import { HostLeaseLost, RequestPacer, type HostQueue } from './pace.steps.ts';

// A batch has few scrapes, so that a requested scrape does not wait long and a killed process loses few counts.
const LOOKS_AT_ONCE = 8;
const POSTPONED_MS = 30 * 60_000;

/** Returns the clock and the settings that the scraping plan needs. */
export const scrapePlanClock = ({
  now,
  settings: { businessTimeZone, demo },
}: AppContext): ScrapePlanClock => ({ now: now(), businessTimeZone, isDemonstration: demo });

/** Scrapes the due days of one host, one request after the other, until no day is due or the host's circuit breaker opens. */
export async function runHostQueue(app: AppContext, queue: HostQueue): Promise<void> {
  const lease = await leaseHost(app.db, queue.host, queue.process);
  if (!lease) return;
  dieAtFaultPoint('gathering.leased');
  try {
    const pace = new RequestPacer(app, queue, lease);
    let host: ScrapeHealth = { failures: lease.failures, wait_until: null };
    while (!queue.signal.aborted && host.wait_until === null) {
      const looks = await dueScrapes(app.db, scrapePlanClock(app), { host: queue.host, most: LOOKS_AT_ONCE });
      if (looks.length === 0) return;
      host = await takeLooks(app, { queue, pace, looks, host });
    }
  } finally {
    await releaseHostLease(app.db, queue.host, queue.process);
  }
}

type Taken = { queue: HostQueue; pace: RequestPacer; looks: DueScrape[]; host: ScrapeHealth };

/** Scrapes a batch of days of one host; ends early if the host's circuit breaker opens. Returns the host's health. */
async function takeLooks(
  app: AppContext,
  { queue, pace, looks, host: before }: Taken,
): Promise<ScrapeHealth> {
  const courses = new Map<number, CourseScrapes>();
  let host = before;
  try {
    for (const planned of looks) {
      const course = courses.get(planned.course_id);
      if (host.wait_until !== null || queue.signal.aborted) break;
      if (course?.health?.wait_until) continue;
      const look = asItStands(planned, course);
      const answer = await readOrSay(app, look, { pace, signal: queue.signal });
      dieAtFaultPoint('gathering.read');
      // Without the lease, another process may have stored a newer scrape.
      if (!pace.isHeld) break;
      const kept = await keepOrPostpone(app, look, answer);
      if (kept) courses.set(look.course_id, added(course, kept));
      host = await hostHealth(app, { queue, host, answer });
    }
  } finally {
    await saveCourseScrapes(app.db, [...courses.values()]);
    if (courses.size > 0) app.live.tell('sources');
  }
  return host;
}

/** Returns a scrape with the state that its course has after the previous scrapes of the batch, which are not stored yet. */
const asItStands = (look: DueScrape, course: CourseScrapes | undefined): DueScrape =>
  course === undefined
    ? look
    : {
        ...look,
        looks: look.looks + course.looks,
        times_at: course.times_at ?? look.times_at,
        failures: course.health?.failures ?? look.failures,
        failing_since: course.health ? course.health.failing_since : look.failing_since,
        cause: course.health ? course.health.cause : look.cause,
      };

const added = (before: CourseScrapes | undefined, one: CourseScrapes): CourseScrapes =>
  before === undefined
    ? one
    : {
        ...one,
        looks: before.looks + one.looks,
        times_at: one.times_at ?? before.times_at,
        health: one.health ?? before.health,
      };

/** Returns true for an error that stops the host's queue and is not a failed scrape. */
const isOfTheLane = (error: unknown, { signal }: Pick<HostQueue, 'signal'>): boolean =>
  signal.aborted || error instanceof HostLeaseLost || error instanceof ServiceUnavailable;

/**
 * Reads a day's times. An error in RIC's own code counts as a failed scrape; otherwise the queue would retry that day at once,
 * forever.
 */
async function readOrSay(
  app: AppContext,
  look: DueScrape,
  turn: { pace: RequestPacer; signal: AbortSignal },
): Promise<DayScrapeResult> {
  try {
    return await readCourseDay(app, look, turn);
  } catch (error) {
    if (isOfTheLane(error, turn)) throw error;
    logTimerFailure('gathering: reading', error);
    return {
      outcome: 'failed',
      cause: 'unreadable',
      retry_after_ms: null,
      sample: null,
      requests: 0,
      note: 'RIC failed to read the answer.',
      read_at: app.now().toISOString(),
    };
  }
}

async function keepOrPostpone(
  app: AppContext,
  look: DueScrape,
  answer: DayScrapeResult,
): Promise<CourseScrapes | null> {
  try {
    return await storeScrapedDay(app, look, answer);
  } catch (error) {
    if (error instanceof ServiceUnavailable) throw error;
    logTimerFailure('gathering: keeping', error);
    const again = new Date(app.now().getTime() + POSTPONED_MS);
    await postponeScrape(app.db, look, again, 'RIC failed to save the times.');
    return null;
  }
}

type HostAnswer = { queue: HostQueue; host: ScrapeHealth; answer: DayScrapeResult };

/** Stores the host's health if it changed, and returns it. */
async function hostHealth(app: AppContext, { queue, host, answer }: HostAnswer): Promise<ScrapeHealth> {
  const health = hostHealthAfterScrape(host, answer, app.now());
  if (health.failures === 0 && host.failures === 0) return health;
  const { cause, note } = answer.outcome === 'failed' ? answer : { cause: null, note: '' };
  const isSound = health.failures === 0;
  await putHostHealth(app.db, queue.host, {
    ...health,
    ...(isSound ? { cause: null, note: '' } : { cause, note }),
  });
  return health;
}
