import type { Answer } from '../../../contract/call.ts';
import { COURSE_SYSTEMS, type CourseSystemName } from '../../../integrations/course/course-system.ts';
import { Refused } from '../../../server/http/errors.ts';
import type { Db, AppContext } from '../../../server/process/context.ts';
import { courseAt, idAt } from '../../course-choice/course-source.steps.ts';
import { findChecks } from '../check/check.queries.ts';
import { checkText, isCourseLost, SYSTEM_NAMES } from '../check/check.rules.ts';
import { planClockOf } from '../hosts/host-queue.steps.ts';
import { daysAhead, scrapesPerHour } from '../plan/plan.rules.ts';
import { plan } from '../plan/planner.steps.ts';
import type { Source, sources } from './sources.contract.ts';
import {
  scrapeNow,
  sourceCounts,
  openTimesByKind,
  sourceRows,
  type SourceCounts,
  type SourceKind,
  type SourceRow,
} from './sources.queries.ts';
import { doesNotFit, howItIs, NO_SYSTEM, notConnected, lateIfOdd, lateIfPartial } from './sources.rules.ts';

/** The number of requests that one scrape of a course system usually takes. */
const REQUESTS: Record<CourseSystemName, number> = { fore_up: 1, golfnow: 4, golfswitch: 1, club_prophet: 2 };
/** The order of the list: courses that need attention come first. */
const ORDER: Source['state'][] = ['needs_somebody', 'late', 'good', 'not_connected'];
const OLD_MS = 3_600_000;

/** Returns the state of each live course, and warnings for hosts that cannot be scraped as often as planned. */
export async function findSources(db: Db, app: AppContext): Promise<Answer<typeof sources.index>> {
  const clock = planClockOf(app);
  const rows = await sourceRows(db, clock);
  const counts = new Map((await sourceCounts(db, clock)).map((one) => [one.course_id, one]));
  const kinds = await openTimesByKind(db, clock);
  const checks = await findChecks(db);
  const kindsAt = (id: number) => kinds.filter(({ course_id }) => course_id === id);
  return {
    sources: rows
      .map((row) => sourceOf(row, app, { ...counts.get(row.id), kinds: kindsAt(row.id) }))
      .toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state)),
    warnings: [
      ...checks.filter(isCourseLost).map((check) => checkText(check, clock.now)),
      ...hostsWanted(rows, app).flatMap(
        ([host, wanted]) => doesNotFit(host, wanted, app.settings.gatherSpacingMs) ?? [],
      ),
    ],
    checks: checks.filter((check) => !isCourseLost(check)).map((check) => checkText(check, clock.now)),
  };
}

/** Returns the names of the courses whose scraping needs attention. */
export async function needySources(db: Db, app: AppContext): Promise<string[]> {
  const rows = await sourceRows(db, planClockOf(app));
  return rows
    .filter((row) => stateOf(row, app).state === 'needs_somebody')
    .map(({ course_name }) => course_name);
}

/**
 * Makes a course due for scraping as soon as its host allows, also if the course's external id was saved just now. Throws Refused
 * if RIC is not connected to the course's system.
 */
export async function scrapeCourse(db: Db, app: AppContext, id: number): Promise<{ message: string }> {
  await plan({ ...app, db }, planClockOf(app));
  if (!(await scrapeNow(db, id)))
    throw new Refused('This course cannot be scraped: it is not connected to a course system.');
  return { message: 'It will be scraped next.' };
}

function stateOf(row: SourceRow, app: AppContext) {
  const at = courseAt(row, app);
  const named = at?.system ?? COURSE_SYSTEMS.find((system) => idAt(row, system));
  if (!named) return { ...NO_SYSTEM, system: null };
  const system = SYSTEM_NAMES[named];
  if (!at) return { ...notConnected(system), system };
  const since = row.since ?? app.now().toISOString();
  return { ...howItIs({ ...row, system, since }, app.now()), system };
}

type Counted = Partial<SourceCounts> & { kinds: SourceKind[] };

function sourceOf(row: SourceRow, app: AppContext, { usual = null, last_day = [], kinds }: Counted): Source {
  const { id, course_name, looked_at, changed_at, next_look_at, open_count, cause, times_at } = row;
  const { system, ...is } = stateOf(row, app);
  const isOld = cause !== null && open_count > 0 && app.now().getTime() - Date.parse(times_at ?? '') > OLD_MS;
  return {
    id,
    course_name,
    system,
    ...lateIfPartial(lateIfOdd(is, row), { open_count, usual, kinds }),
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
function hostsWanted(rows: SourceRow[], app: AppContext): [string, number][] {
  const wanted = new Map<string, number>();
  for (const row of rows) {
    const at = courseAt(row, app);
    const host = at && app.integrations.courses.hostOf(at);
    if (!at || !host) continue;
    const days = daysAhead(row.days_out_to_scrape, app.settings.demo);
    const requests = scrapesPerHour(row.is_realtime, days) * REQUESTS[at.system];
    wanted.set(host, (wanted.get(host) ?? 0) + requests);
  }
  return [...wanted];
}
