import { sql } from 'kysely';
import { addDays, businessNow } from '../../../contract/dates.ts';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import type { Db, AppContext } from '../../../server/process/context.ts';
import { lockOpenTimes } from '../../availability/open-times-lock.queries.ts';
import { chooseRate, type RateCandidate } from '../choice/rate.rules.ts';

/** The parts of the app context that determine the current business day. */
type BusinessClock = { now: AppContext['now']; settings: Pick<AppContext['settings'], 'businessTimeZone'> };

type Days = { start: string; end: string };
/** The records that determine which rates a course's open times have, from a day on. */
type Deciding = { rates: RateCandidate[]; holidays: Days[]; maintenances: Days[] };
type DayTimes = { available_date: string; times: number[] };

/**
 * Chooses the rates of all open times of these courses again, as `findRateForTeeTime` would for each date and time, under the courses'
 * locks. Writes only rows whose rate changes, and returns their number. Called by every transaction that changes a rate, a date
 * range, a holiday or a maintenance window, and after midnight, because `max_advance_days` counts from the business day.
 */
export async function rerateOpenTimes(
  db: Db,
  app: BusinessClock,
  course_ids: readonly number[],
): Promise<number> {
  const today = businessNow(app.now(), app.settings.businessTimeZone).date;
  let written = 0;
  for (const { id } of await lockOpenTimes(db, course_ids)) {
    const days = await dayTimesOf(db, id, firstDay(today));
    if (days.length > 0) written += await writeRates(db, id, await ratesForTimes(db, { id, today, days }));
  }
  return written;
}

/** Returns the first day to rate: yesterday, because a course west of the business may still be on that day. */
const firstDay = (today: string): string => addDays(today, -1);

/** Returns the rates for the given days and times of a course, for open times that are about to be written. */
export async function ratesForTimes(
  db: Db,
  { id, today, days }: { id: number; today: string; days: readonly DayTimes[] },
): Promise<RatedTime[]> {
  const deciding = await decidingOf(db, id, firstDay(today));
  return days.flatMap((day) => ratedDay(deciding, day, today));
}

/** Returns the days on which a course has open times, with the distinct times of each. */
async function dayTimesOf(db: Db, course_id: number, from: string): Promise<DayTimes[]> {
  const { rows } = await sql<DayTimes>`${PREPARED_STATEMENT_MARK}
    select available_date, array_agg(distinct available_time) as times from fore_up_availabilities
    where course_id = ${course_id} and available_date >= ${from}::date group by 1`.execute(db);
  return rows;
}

async function decidingOf(db: Db, course_id: number, from: string): Promise<Deciding> {
  const rates = sql<RateCandidate>`${PREPARED_STATEMENT_MARK}
    select r.id, r.type, r.raw_rate, r.max_advance_days, r.is_dynamic_greater, r.disabled, r.archived,
      json_agg(json_build_object('id', d.id, 'golf_rate_id', d.golf_rate_id, 'start', d."start", 'end', d."end",
        'time_start', d.time_start, 'time_end', d.time_end, 'rate_days', d.rate_days)) as rate_date_ranges
    from rates r join rate_date_ranges d on d.golf_rate_id = r.id
    where r.course_id = ${course_id} and not r.disabled and not r.archived and d."end" >= ${from}::date
    group by r.id`.execute(db);
  const holidays = sql<Days>`${PREPARED_STATEMENT_MARK}
    select h.start_date as start, h.end_date as end from holidays h join holiday_courses c on c.holiday_id = h.id
    where c.course_id = ${course_id} and h.end_date >= ${from}::date`.execute(db);
  const maintenances = sql<Days>`${PREPARED_STATEMENT_MARK}
    select m.start_date as start, m.end_date as end from maintenances m
    where m.course_id = ${course_id} and m.end_date >= ${from}::date`.execute(db);
  const [one, two, three] = await Promise.all([rates, holidays, maintenances]);
  return { rates: one.rows, holidays: two.rows, maintenances: three.rows };
}

type RatedTime = { available_date: string; available_time: number; rate_id: number | null };

function ratedDay(deciding: Deciding, { available_date, times }: DayTimes, today: string): RatedTime[] {
  const isWithin = ({ start, end }: Days) => start <= available_date && available_date <= end;
  const isHoliday = deciding.holidays.some(isWithin);
  const isMaintenance = deciding.maintenances.some(isWithin);
  const rates = deciding.rates
    .map((rate) => ({ ...rate, rate_date_ranges: rate.rate_date_ranges.filter(isWithin) }))
    .filter(({ rate_date_ranges }) => rate_date_ranges.length > 0);
  return times.map((available_time) => {
    const round = { play_date: available_date, play_time: formatCourseTime(available_time) };
    const chosen = chooseRate(rates, { ...round, today, isHoliday, isMaintenance });
    return { available_date, available_time, rate_id: chosen?.rate.id ?? null };
  });
}

/** Formats the stored time of an open time as rates do: 742 is `07:42`. */
export const formatCourseTime = (available_time: number): string =>
  String(available_time).padStart(4, '0').replace(/(..)$/, ':$1');

async function writeRates(db: Db, course_id: number, rated: RatedTime[]): Promise<number> {
  const { numAffectedRows } = await sql`${PREPARED_STATEMENT_MARK}
    update fore_up_availabilities a set rate_id = x.rate_id, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rated)}::jsonb) as x
      (available_date date, available_time int, rate_id bigint)
    where a.course_id = ${course_id} and a.available_date = x.available_date and a.available_time = x.available_time
      and a.rate_id is distinct from x.rate_id`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Returns the ids of courses with a rate that limits how many days ahead a tee time can be booked. */
export async function coursesWithAdvanceLimit(db: Db): Promise<number[]> {
  const courses = await db
    .selectFrom('rates')
    .select('course_id')
    .distinct()
    .where('max_advance_days', '>', 0)
    .where('disabled', '=', false)
    .where('archived', '=', false)
    .orderBy('course_id')
    .execute();
  return courses.map(({ course_id }) => course_id);
}
