import { timeAgoText } from '../../../contract/ages.ts';
import { addDays, businessNow, localInstant } from '../../../contract/dates.ts';

export const COURSE_SYSTEM_NAMES = {
  fore_up: 'foreUP',
  golfnow: 'GolfNow',
  golfswitch: 'Golfswitch',
  club_prophet: 'Club Prophet',
} as const;

export const isNamedCourseSystem = (system: string): system is keyof typeof COURSE_SYSTEM_NAMES =>
  Object.hasOwn(COURSE_SYSTEM_NAMES, system);
/** Returns the display name of a course system: `foreUP` for `fore_up`. */
export const courseSystemName = (system: string): string =>
  isNamedCourseSystem(system) ? COURSE_SYSTEM_NAMES[system] : system;

/** The time of day (`HH:MM`, business time) from which the nightly field check is due, or `off`. */
export type FieldCheckClock = { now: Date; at: string; timeZone: string };

/**
 * Returns the instant (ms) from which today's field check was due, or yesterday's before that time of day; null if checks are off.
 */
export function fieldCheckDueSince({ now, at, timeZone }: FieldCheckClock): number | null {
  if (at === 'off') return null;
  const today = businessNow(now, timeZone).date;
  const due = localInstant(today, at, timeZone);
  return due <= now.getTime() ? due : localInstant(addDays(today, -1), at, timeZone);
}

/** A course to scrape, with the last field check at the course's system; null before the first check. */
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
const NOTHING_COMPARED: Compared = { known: null, lost: [] };
/** Another course of a system is checked after three days in which the checked course had no answer to check. */
const ANOTHER_AFTER_MS = 3 * 86_400_000;

/**
 * Returns the known fields with which a scrape's answer is compared; undefined if the scrape is not checked. The same course is
 * checked every night, because the courses of one system differ in the fields that they send.
 */
export function fieldsToCompare(look: CourseToCheck, clock: FieldCheckClock): Compared | undefined {
  const { checked } = look;
  const due = fieldCheckDueSince(clock);
  if (due === null) return undefined;
  if (checked === null) return NOTHING_COMPARED;
  const at = Date.parse(checked.checked_at);
  if (at >= due) return undefined;
  if (checked.course_id === look.course_id && checked.course_ref === look.course_ref)
    return { known: checked.fields, lost: checked.lost };
  return clock.now.getTime() - at > ANOTHER_AFTER_MS ? NOTHING_COMPARED : undefined;
}

/** The last field check at a course system, for display. */
export type FieldCheckResult = {
  system: keyof typeof COURSE_SYSTEM_NAMES;
  course_name: string;
  checked_at: string;
  lost: string[];
  added: string[];
  sample: string | null;
};

export const hasLostFields = ({ lost }: FieldCheckResult): boolean => lost.length > 0;

/** Describes the result of a field check for staff, in one sentence. */
export function fieldCheckText(
  { system, course_name, checked_at, lost, added, sample }: FieldCheckResult,
  now: Date,
): string {
  const where = `checked at ${course_name} ${timeAgoText(checked_at, now.getTime())}`;
  const kept = sample === null ? where : `${where}, sample ${sample}`;
  const name = COURSE_SYSTEM_NAMES[system];
  if (lost.length > 0) return `${lostText({ system, lost })} (${kept}). Ask the operator of RIC.`;
  return added.length > 0
    ? `${name} sends all that RIC reads, and what it did not send before: ${added.join(', ')} (${kept}).`
    : `${name} sends all that RIC reads (${where}).`;
}

/** Returns the text of the notice about lost fields. The text is the same every night, so that only one notice is shown. */
export const lostFieldsNotice = (check: Pick<FieldCheckResult, 'system' | 'lost'>): string =>
  `${lostText(check)}: Sources says where. Ask the operator of RIC.`;

const lostText = ({ system, lost }: Pick<FieldCheckResult, 'system' | 'lost'>): string =>
  `${COURSE_SYSTEM_NAMES[system]} no longer sends ${lost.join(', ')}, which RIC reads`;
