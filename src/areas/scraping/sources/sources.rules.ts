import type { OpenTimeKindCount } from '../merge/merge.rules.ts';
import { unreadableRowDaysText, type UnreadableRowDays } from '../odd-rows/odd-rows.rules.ts';
import { REQUESTED_SCRAPE_DUE_AT, isCourseOffline, isTransientFailure } from '../plan/plan.rules.ts';
import { durationText } from '../../../contract/ages.ts';
import { timeUntilText } from './age.rules.ts';
import type { ScrapingState } from './sources.contract.ts';

/** The facts about the scraping of a course; instants are ISO in UTC. */
export type ScrapingFacts = {
  /** The name of the course system. */
  system: string;
  since: string;
  /** The number of failed scrapes of the course in a row. */
  failures: number;
  failing_since: string | null;
  cause: string | null;
  note: string;
  times_at: string | null;
  looked_at: string | null;
  next_look_at: string | null;
  /** The instant until which the circuit breaker of the course's host is open; null if it is closed. */
  host_wait_until: string | null;
  host_cause: string | null;
};
type HowItIs = Pick<ScrapingState, 'state' | 'how'>;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A course without an open time for this many days gets a remark. */
const QUIET_DAYS = 5;
/** A scrape counts as late this long after it was due. */
const LATE_MS = 10 * MINUTE;

export const NO_COURSE_SYSTEM_STATUS: HowItIs = {
  state: 'not_connected',
  how: 'its form names no course system',
};
export const notConnectedStatus = (system: string): HowItIs => ({
  state: 'not_connected',
  how: `not connected: RIC has no account at ${system}`,
});

/** Describes the state of a course for staff, in one sentence that says who has to do what. */
export function scrapingStatus(facts: ScrapingFacts, now: Date): HowItIs {
  const { since, times_at, cause } = facts;
  const dark = isCourseOffline(facts, now);
  if (cause !== null) return failing(facts, now, dark);
  const quiet = wholeDays(times_at ?? since, now);
  if (dark) return needs(`${withoutTimes(quiet)} Scraped once a week.`);
  if (facts.host_wait_until !== null && Date.parse(facts.host_wait_until) > now.getTime())
    return late(`${facts.system} is paused: ${WORDS[facts.host_cause ?? ''] ?? 'it fails'}`);
  if (times_at !== null && quiet >= QUIET_DAYS) return late(withoutTimes(quiet));
  return facts.looked_at === null ? good('waits for its first scrape') : inTime(facts.next_look_at, now);
}

function inTime(next_look_at: string | null, now: Date): HowItIs {
  const behind = next_look_at === null ? 0 : now.getTime() - Date.parse(next_look_at);
  if (next_look_at !== null && Date.parse(next_look_at) === REQUESTED_SCRAPE_DUE_AT.getTime())
    return good('will be scraped next');
  return behind > LATE_MS ? late(`${durationText(behind)} behind the plan`) : good(IN_ORDER);
}

/** Below this fraction of the usual number of times, a list is likelier to be incomplete than to show a week of good sales. */
const THIN = 1 / 4;
const MANY = 20;

/** The number of open times that a course has now and usually has, in total and by kind (holes and starting side). */
type Sheet = Pick<ScrapingState, 'open_count' | 'usual'> & {
  kinds: readonly (OpenTimeKindCount & { usual: number })[];
};

/**
 * Reports a course whose list of open times looks complete but is probably incomplete: it has far fewer times than usual, or times
 * of one kind only.
 */
export function warnIfTimesMissing(is: HowItIs, sheet: Sheet): HowItIs {
  const { open_count, usual, kinds } = sheet;
  if (is.how !== IN_ORDER) return is;
  if (usual !== null && usual >= MANY && open_count < usual * THIN)
    return late(`has ${open_count} times where ${usual} are usual: is its list whole?`);
  const alone =
    aloneOf(kinds.map((kind) => ({ ...kind, name: holesText(kind.holes) }))) ??
    aloneOf(kinds.map((kind) => ({ ...kind, name: sideText(kind.starting_side) })));
  return alone === null ? is : late(`${alone}: is its list whole?`);
}

/** Reports a course that answers well, except for rows that could not be read. */
export function warnIfRowsUnreadable(is: HowItIs, days: UnreadableRowDays): HowItIs {
  const text = unreadableRowDaysText(days);
  return is.how === IN_ORDER && text !== null ? late(text) : is;
}

const holesText = (holes: number | null) => (holes === null ? null : `for ${holes} holes`);
const sideText = (side: string) => (side === '' ? null : `from ${side}`);

type Named = { name: string | null; open_count: number; usual: number };

/**
 * Returns the sentence about open times that are all of one kind, if the course usually has many times of another kind too; else
 * null.
 */
function aloneOf(kinds: readonly Named[]): string | null {
  const there = new Map<string, number>();
  const usually = new Map<string, number>();
  for (const { name, open_count, usual } of kinds) {
    // A kind without a name (of holes or side) is not compared.
    if (name === null) continue;
    there.set(name, (there.get(name) ?? 0) + open_count);
    usually.set(name, (usually.get(name) ?? 0) + usual);
  }
  const [only, ...others] = [...there].flatMap(([name, count]) => (count > 0 ? [name] : []));
  if (only === undefined || others.length > 0) return null;
  const away = [...usually].find(([name, usual]) => name !== only && usual >= MANY);
  return away ? `all its times are ${only}, where ${away[1]} ${away[0]} are usual too` : null;
}

const IN_ORDER = 'as it should be';
const good = (how: string): HowItIs => ({ state: 'good', how });

const needs = (how: string): HowItIs => ({ state: 'needs_somebody', how });
const late = (how: string): HowItIs => ({ state: 'late', how });
const wholeDays = (from: string, now: Date): number => Math.floor((now.getTime() - Date.parse(from)) / DAY);
const withoutTimes = (days: number): string =>
  `answers, but has had no time for ${days} days: moved to another system?`;

const WORDS: Record<string, string> = {
  limited: 'it asked us to wait (429)',
  timed_out: 'it does not answer in time',
  unreachable: 'it cannot be reached',
  broken: 'it reports an error',
  blocked: 'it refuses us (403)',
  credentials: 'it refuses our sign-in',
};

function failing(facts: ScrapingFacts, now: Date, dark: boolean): HowItIs {
  const { system, failures, failing_since, note } = facts;
  const cause = facts.cause ?? '';
  // The number of failures is 0 after a person requested a scrape, because no scrape has ended since.
  const times = ['', ' once'][failures] ?? ` ${failures} times`;
  if (isTransientFailure(cause)) {
    const days = failing_since === null ? 0 : wholeDays(failing_since, now);
    const how =
      cause === 'limited' ? 'asked us to wait (429), going slower' : `failed${times}: ${WORDS[cause]}`;
    if (dark) return needs(`${how}, for ${days} days: moved to another system? Scraped once a week.`);
    return days >= 1 ? needs(`${how}. It has been so for a day: ask ${system}.`) : late(how);
  }
  const again = facts.next_look_at === null ? 'soon' : timeUntilText(facts.next_look_at, now.getTime());
  return needs(FOR_SOMEBODY[cause]?.({ system, times, note, again }) ?? `${note} Ask the operator of RIC.`);
}

type CauseDetails = { system: string; times: string; note: string; again: string };
const FOR_SOMEBODY: Record<string, (said: CauseDetails) => string> = {
  blocked: ({ system, times, again }) => `refused${times}: 403. It is asked again ${again}; ask ${system}.`,
  credentials: ({ system }) => `${system} refuses our sign-in: check RIC's settings.`,
  permission: ({ system }) => `the course has not let us in at ${system}: ask the course.`,
  wrong_ids: ({ note }) => `${note} Change it on the course's form.`,
  moved: ({ note }) => `${note} Ask the course, and change its form.`,
  not_connected: ({ note }) => `${note} See to RIC's settings.`,
};

/** Returns a warning about a host for which more requests an hour are planned than the spacing allows; null if they fit. */
export function scrapeOverloadWarning(host: string, wanted: number, spacing_ms: number): string | null {
  // Up to half of the spacing is added at random, which is a quarter on average.
  const allowed = spacing_ms === 0 ? Number.POSITIVE_INFINITY : 3_600_000 / (spacing_ms * 1.25);
  if (wanted <= allowed) return null;
  const counted = (count: number) => Math.round(count).toLocaleString('en-US');
  return `The plan does not fit the pace: it wants ${counted(wanted)} requests an hour at ${host}, which bears ${counted(allowed)}. Scrapes come later than planned; fewer days or fewer realtime courses help.`;
}
