import { sql } from 'kysely';
import { addDays, businessNow, hoursUntilLocalTime, type LocalDateTime } from '../../../contract/dates.ts';
import type { AppContext } from '../../../server/process/context.ts';

const MINUTE = 60_000;

/**
 * The moment for which statuses are computed: the wall clock of the business, and the instant, from which the wall
 * clock of each course follows.
 */
export type StatusMoment = { clock: LocalDateTime; instant: Date; businessTimeZone: string };
/** Returns the present moment: the start of its minute, as play times have no seconds. */
export function currentMoment({
  settings: { businessTimeZone },
  now,
}: Pick<AppContext, 'settings' | 'now'>): StatusMoment {
  const instant = new Date(Math.floor(now().getTime() / MINUTE) * MINUTE);
  return { clock: businessNow(instant, businessTimeZone), instant, businessTimeZone };
}

/**
 * Returns the days around today on which a course in another time zone may have another date; zones differ by a day
 * at most.
 */
export const playDatesAround = ({ clock: { date } }: StatusMoment) => ({
  first: addDays(date, -1),
  last: addDays(date, 1),
});

/** SQL that is true once the tee time `t` has begun. Only for days around today is the course's time zone looked up. */
export function hasBegunSql(now: StatusMoment) {
  const { first, last } = playDatesAround(now);
  const clock = sql`(${now.instant.toISOString()}::timestamptz at time zone
    coalesce((select k.time_zone from courses k where k.id = t.course_id), ${now.businessTimeZone}))`;
  return sql<boolean>`case when t.play_date < ${first}::date then true when t.play_date > ${last}::date then false
    else (t.play_date + t.play_time::time) <= ${clock} end`;
}

/** A play time by the course's clock; without a time zone, the business time zone applies. */
type PlayTime = { play_date: string; play_time: string; time_zone: string | null };

/** Returns the hours until a play time; 0 or less once the tee time has begun. */
export const hoursToPlay = (
  { settings, now }: Pick<AppContext, 'settings' | 'now'>,
  { play_date, play_time, time_zone }: PlayTime,
): number => hoursUntilLocalTime(play_date, play_time, now(), time_zone ?? settings.businessTimeZone);
