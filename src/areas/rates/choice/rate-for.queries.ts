import { sql } from 'kysely';
import { businessNow } from '../../../contract/dates.ts';
import { rejectField } from '../../../server/http/errors.ts';
import type { Db, AppContext } from '../../../server/process/context.ts';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import { chooseRate, type ChosenRateOf, type PricedRate } from './rate.rules.ts';
import { noRateText } from './rate.texts.ts';

export type TeeTimeToRate = { course_id: number; play_date: string; play_time: string; players: number };
type StoredRate = PricedRate & { internal_memo: string; external_memo: string };
/** The kinds of a course's day, which the statement repeats in each row of its rates. */
type DayFlags = { isHoliday: boolean; isMaintenance: boolean };
export type ChosenRate = ChosenRateOf<StoredRate>;

/** Returns the rate that covers a tee time, by the rules of docs/algorithms/rate.md; null if none does. */
export async function findRateForTeeTime(
  db: Db,
  app: AppContext,
  round: TeeTimeToRate,
): Promise<ChosenRate | null> {
  return (await loadDayRates(db, app, round))(round.play_time);
}

type CourseDay = Pick<TeeTimeToRate, 'course_id' | 'play_date'>;

/**
 * Loads the rates for one day at a course. The returned function gives the rate for a time of that day, as `findRateForTeeTime` does,
 * without another query.
 */
export async function loadDayRates(
  db: Db,
  app: Pick<AppContext, 'now' | 'settings'>,
  { course_id, play_date }: CourseDay,
): Promise<(play_time: string) => ChosenRate | null> {
  const { rows } = await sql<StoredRate & DayFlags>`${PREPARED_STATEMENT_MARK}
    select r.*, json_agg(json_build_object('id', d.id, 'golf_rate_id', d.golf_rate_id, 'start', d."start", 'end', d."end",
        'time_start', d.time_start, 'time_end', d.time_end, 'rate_days', d.rate_days)) as rate_date_ranges,
      exists (select from holidays h join holiday_courses c on c.holiday_id = h.id
        where c.course_id = ${course_id} and ${play_date}::date between h.start_date and h.end_date) as "isHoliday",
      exists (select from maintenances m
        where m.course_id = ${course_id} and ${play_date}::date between m.start_date and m.end_date) as "isMaintenance"
    from rates r join rate_date_ranges d on d.golf_rate_id = r.id
    where r.course_id = ${course_id} and not r.disabled and not r.archived
      and d."start" <= ${play_date}::date and d."end" >= ${play_date}::date
    group by r.id`.execute(db);
  const [first] = rows;
  if (!first) return () => null;
  const { isHoliday, isMaintenance } = first;
  const today = businessNow(app.now(), app.settings.businessTimeZone).date;
  return (play_time) => chooseRate(rows, { play_date, play_time, isHoliday, isMaintenance, today });
}

type RateRule = { course_name: string; rate_required: boolean };
/** Throws InvalidFields under `golf_rate` if the course requires a rate and none was found. */
export function requireRate({ course_name, rate_required }: RateRule, chosen: ChosenRate | null): void {
  if (rate_required && chosen === null) rejectField('golf_rate', noRateText(course_name));
}
