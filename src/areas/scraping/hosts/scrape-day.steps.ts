import {
  COURSE_SYSTEMS,
  type CourseSystemName,
  type DayScrapeResult,
} from '../../../integrations/course/course-system.ts';
import type { AppContext } from '../../../server/process/context.ts';
import { dieAtFaultPoint } from '../../../server/process/fault-points.ts';
import { fieldsToCompare } from '../check/check.rules.ts';
import { fieldCheckClock, storeFieldCheck } from '../check/check.steps.ts';
import { recordScrape } from '../merge/record-scrape.steps.ts';
import { findUnreadableRowsNotice, notifyUnreadableRows } from '../odd-rows/odd-rows.steps.ts';
import { courseHealthAfterScrape } from '../plan/breaker.rules.ts';
import { isCourseOffline, nextScrape } from '../plan/plan.rules.ts';
import type { CourseScrapes, DueScrape } from './due-scrapes.queries.ts';
import type { RequestPacer } from './pace.steps.ts';

/** The longest time that one scrape may take, including all its requests and the pauses between them. */
const LOOK_MS = 10 * 60_000;

const isSystem = (name: string): name is CourseSystemName => COURSE_SYSTEMS.some((system) => system === name);

/**
 * Reads a day's times from the course's system. Rejects with the abort signal's reason or `HostLeaseLost`; returns every other
 * failure as an outcome.
 */
export async function readCourseDay(
  app: AppContext,
  look: DueScrape,
  { pace, signal }: { pace: Pick<RequestPacer, 'turn'>; signal: AbortSignal },
): Promise<DayScrapeResult> {
  const { system, course_ref, time_zone, day } = look;
  if (!isSystem(system)) throw new Error(`${system} is no course system.`);
  return app.integrations.courses.readDay({
    course: { system, course_ref, time_zone },
    date: day,
    signal,
    deadline: Date.now() + LOOK_MS,
    pace: () => pace.turn(),
    check: fieldsToCompare(look, fieldCheckClock(app)),
  });
}

/**
 * Stores the times that a scrape found and the instant of the day's next scrape. Returns the changes to the course's row; null if
 * the course has another external id now, to which these times do not belong.
 */
export async function storeScrapedDay(
  app: AppContext,
  look: DueScrape,
  answer: DayScrapeResult,
): Promise<CourseScrapes | null> {
  const now = new Date(answer.read_at);
  const health = healthAfter(look, answer, now);
  const hasFailed = answer.outcome === 'failed';
  const times_at = answer.outcome === 'times' ? answer.read_at : null;
  const notice = await findUnreadableRowsNotice(app, look, answer);
  const recorded = await recordScrape(app, {
    course_id: look.course_id,
    day: look.day,
    source: { system: look.system, course_ref: look.course_ref },
    read: answer,
    next_look_at: nextScrape({
      ...look,
      now,
      looks: look.looks + 1,
      failures: hasFailed ? look.day_failures + 1 : 0,
      is_dark: isCourseOffline(
        {
          since: look.since,
          times_at: times_at ?? look.times_at,
          failing_since: health ? health.failing_since : look.failing_since,
        },
        now,
      ),
      read: answer,
    }).toISOString(),
  });
  if (!recorded) return null;
  if (recorded.changed > 0) app.live.tell('availability', 'queues', 'leads');
  if (notice !== null) await notifyUnreadableRows(app, notice);
  if (answer.checked) await storeFieldCheck(app, look, answer.checked);
  dieAtFaultPoint('gathering.recorded');
  return {
    course_id: look.course_id,
    looks_on: look.today,
    looks: 1,
    looked_at: answer.read_at,
    times_at,
    health,
  };
}

/** Returns the course's health after a scrape; null if the course was healthy and still is. */
function healthAfter(look: DueScrape, answer: DayScrapeResult, now: Date): CourseScrapes['health'] {
  const { failures, wait_until } = courseHealthAfterScrape(
    { failures: look.failures, wait_until: null },
    answer,
    now,
  );
  if (answer.outcome !== 'failed')
    return look.failures === 0 && look.cause === null
      ? null
      : { failures, failing_since: null, wait_until: null, cause: null, note: '' };
  return {
    failures,
    failing_since: look.failing_since ?? answer.read_at,
    wait_until: wait_until?.toISOString() ?? null,
    cause: answer.cause,
    note: answer.note,
  };
}
