import type { CallAnswer } from '../../../contract/call.ts';
import { COURSE_SYSTEMS, type CourseSystemName } from '../../../integrations/course/course-system.ts';
import { RejectedByRule } from '../../../server/http/errors.ts';
import type { Db, AppContext } from '../../../server/process/context.ts';
import { findConnectedSystem, courseIdAt } from '../../course-choice/course-source.steps.ts';
import { findFieldChecks } from '../check/check.queries.ts';
import { fieldCheckText, hasLostFields, COURSE_SYSTEM_NAMES } from '../check/check.rules.ts';
import { scrapePlanClock } from '../hosts/host-queue.steps.ts';
import { scrapeDaysAhead, scrapesPerHour } from '../plan/plan.rules.ts';
import { planScrapes } from '../plan/planner.steps.ts';
import type { ScrapingState, sources } from './sources.contract.ts';
import {
  makeCourseDueNow,
  findCourseTimeCounts,
  openTimesByKind,
  findScrapingFacts,
  type CourseTimeCounts,
  type CourseKindCount,
  type ScrapingFactsRow,
} from './sources.queries.ts';
import {
  scrapeOverloadWarning,
  scrapingStatus,
  NO_COURSE_SYSTEM_STATUS,
  notConnectedStatus,
  warnIfRowsUnreadable,
  warnIfTimesMissing,
} from './sources.rules.ts';

/** The number of requests that one scrape of a course system usually takes. */
const REQUESTS: Record<CourseSystemName, number> = { fore_up: 1, golfnow: 4, golfswitch: 1, club_prophet: 2 };
/** The order of the list: courses that need attention come first. */
const ORDER: ScrapingState['state'][] = ['needs_somebody', 'late', 'good', 'not_connected'];
const OLD_MS = 3_600_000;

/** Returns the state of each live course, and warnings for hosts that cannot be scraped as often as planned. */
export async function findScrapingStates(db: Db, app: AppContext): Promise<CallAnswer<typeof sources.index>> {
  const clock = scrapePlanClock(app);
  const rows = await findScrapingFacts(db, clock);
  const counts = new Map((await findCourseTimeCounts(db, clock)).map((one) => [one.course_id, one]));
  const kinds = await openTimesByKind(db, clock);
  const checks = await findFieldChecks(db);
  const kindsAt = (id: number) => kinds.filter(({ course_id }) => course_id === id);
  return {
    sources: rows
      .map((row) => sourceOf(row, app, { ...counts.get(row.id), kinds: kindsAt(row.id) }))
      .toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state)),
    warnings: [
      ...checks.filter(hasLostFields).map((check) => fieldCheckText(check, clock.now)),
      ...hostsWanted(rows, app).flatMap(
        ([host, wanted]) => scrapeOverloadWarning(host, wanted, app.settings.gatherSpacingMs) ?? [],
      ),
    ],
    checks: checks.filter((check) => !hasLostFields(check)).map((check) => fieldCheckText(check, clock.now)),
  };
}

/** Returns the names of the courses whose scraping needs attention. */
export async function coursesNeedingAttention(db: Db, app: AppContext): Promise<string[]> {
  const rows = await findScrapingFacts(db, scrapePlanClock(app));
  return rows
    .filter((row) => stateOf(row, app).state === 'needs_somebody')
    .map(({ course_name }) => course_name);
}

/**
 * Makes a course due for scraping as soon as its host allows, also if the course's external id was saved just now. Throws RejectedByRule
 * if RIC is not connected to the course's system.
 */
export async function requestCourseScrape(db: Db, app: AppContext, id: number): Promise<{ message: string }> {
  await planScrapes({ ...app, db }, scrapePlanClock(app));
  if (!(await makeCourseDueNow(db, id)))
    throw new RejectedByRule('This course cannot be scraped: it is not connected to a course system.');
  return { message: 'It will be scraped next.' };
}

function stateOf(row: ScrapingFactsRow, app: AppContext) {
  const at = findConnectedSystem(row, app);
  const named = at?.system ?? COURSE_SYSTEMS.find((system) => courseIdAt(row, system));
  if (!named) return { ...NO_COURSE_SYSTEM_STATUS, system: null };
  const system = COURSE_SYSTEM_NAMES[named];
  if (!at) return { ...notConnectedStatus(system), system };
  const since = row.since ?? app.now().toISOString();
  return { ...scrapingStatus({ ...row, system, since }, app.now()), system };
}

type Counted = Partial<CourseTimeCounts> & { kinds: CourseKindCount[] };

function sourceOf(
  row: ScrapingFactsRow,
  app: AppContext,
  { usual = null, last_day = [], kinds }: Counted,
): ScrapingState {
  const { id, course_name, looked_at, changed_at, next_look_at, open_count, cause, times_at } = row;
  const { system, ...is } = stateOf(row, app);
  const isOld = cause !== null && open_count > 0 && app.now().getTime() - Date.parse(times_at ?? '') > OLD_MS;
  return {
    id,
    course_name,
    system,
    ...warnIfTimesMissing(warnIfRowsUnreadable(is, row), { open_count, usual, kinds }),
    looked_at,
    changed_at,
    next_look_at,
    open_count,
    usual,
    is_old: isOld,
    last_day,
  };
}

/** Returns the number of requests an hour that the plan wants of each host. */
function hostsWanted(rows: ScrapingFactsRow[], app: AppContext): [string, number][] {
  const wanted = new Map<string, number>();
  for (const row of rows) {
    const at = findConnectedSystem(row, app);
    const host = at && app.integrations.courses.hostOf(at);
    if (!at || !host) continue;
    const days = scrapeDaysAhead(row.days_out_to_scrape, app.settings.demo);
    const requests = scrapesPerHour(row.is_realtime, days) * REQUESTS[at.system];
    wanted.set(host, (wanted.get(host) ?? 0) + requests);
  }
  return [...wanted];
}
