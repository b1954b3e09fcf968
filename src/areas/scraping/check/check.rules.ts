import { ago } from '../../../contract/ages.ts';
import { addDays, businessNow, instantOf } from '../../../contract/dates.ts';

export const SYSTEM_NAMES = {
  fore_up: 'foreUP',
  golfnow: 'GolfNow',
  golfswitch: 'Golfswitch',
  club_prophet: 'Club Prophet',
} as const;

export const isSystem = (system: string): system is keyof typeof SYSTEM_NAMES =>
  Object.hasOwn(SYSTEM_NAMES, system);
/** Returns the name that people know a system by. */
export const systemName = (system: string): string => (isSystem(system) ? SYSTEM_NAMES[system] : system);

/** The time of the day (`HH:MM`, business time) from which the fields are checked, or never. */
export type CheckClock = { now: Date; at: string; timeZone: string };

/** Returns the instant (ms) since which a check of the day is due, or null if none is wanted. */
export function dueSince({ now, at, timeZone }: CheckClock): number | null {
  if (at === 'off') return null;
  const today = businessNow(now, timeZone).date;
  const due = instantOf(today, at, timeZone);
  return due <= now.getTime() ? due : instantOf(addDays(today, -1), at, timeZone);
}

/** The course of a scrape, and the last check at its system; null before the first. */
export type CourseToCheck = {
  course_id: number;
  course_ref: string;
  checked: {
    course_id: number;
    course_ref: string;
    checked_at: string;
    fields: string[];
    lost: string[];
  } | null;
};

type Compared = { known: string[] | null; lost: string[] };
const ANEW: Compared = { known: null, lost: [] };
/** After this time another course is checked in place of one that had nothing to check. */
const ANOTHER_AFTER_MS = 3 * 86_400_000;

/**
 * Returns the fields with which a scrape's answer is compared; undefined if it is not checked. The same course is checked every
 * night, because courses of one system differ in what they send.
 */
export function checkedFields(look: CourseToCheck, clock: CheckClock): Compared | undefined {
  const { checked } = look;
  const due = dueSince(clock);
  if (due === null) return undefined;
  if (checked === null) return ANEW;
  const at = Date.parse(checked.checked_at);
  if (at >= due) return undefined;
  if (checked.course_id === look.course_id && checked.course_ref === look.course_ref)
    return { known: checked.fields, lost: checked.lost };
  return clock.now.getTime() - at > ANOTHER_AFTER_MS ? ANEW : undefined;
}

/** The last check at a system, for display. */
export type Check = {
  system: keyof typeof SYSTEM_NAMES;
  course_name: string;
  checked_at: string;
  lost: string[];
  added: string[];
  sample: string | null;
};

export const isCourseLost = ({ lost }: Check): boolean => lost.length > 0;

/** Describes the result of a check for staff, in one sentence. */
export function checkText(
  { system, course_name, checked_at, lost, added, sample }: Check,
  now: Date,
): string {
  const where = `checked at ${course_name} ${ago(checked_at, now.getTime())}`;
  const kept = sample === null ? where : `${where}, sample ${sample}`;
  const name = SYSTEM_NAMES[system];
  if (lost.length > 0) return `${lostText({ system, lost })} (${kept}). Ask the operator of RIC.`;
  return added.length > 0
    ? `${name} sends all that RIC reads, and what it did not send before: ${added.join(', ')} (${kept}).`
    : `${name} sends all that RIC reads (${where}).`;
}

/** Returns the text of the notice. The words are the same every night, so that it stays one notice. */
export const lostNotice = (check: Pick<Check, 'system' | 'lost'>): string =>
  `${lostText(check)}: Sources says where. Ask the operator of RIC.`;

const lostText = ({ system, lost }: Pick<Check, 'system' | 'lost'>): string =>
  `${SYSTEM_NAMES[system]} no longer sends ${lost.join(', ')}, which RIC reads`;
