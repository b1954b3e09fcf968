import { sql } from 'kysely';
import { parseTypedTime } from '../../contract/typed/days-and-times.ts';
import { listColumn } from '../../server/lists/list-columns.ts';
import {
  textFilter,
  parseDayFilter,
  exactNumberFilter,
  UnreadableFilter,
  parseWholeNumber,
  textSort,
  valueSort,
  conditionFilter,
  type ListFilter,
} from '../../server/lists/list-filters.ts';
import { defineList, type ListDeclaration } from '../../server/lists/lists.ts';
import type { rates } from './rates.contract.ts';

// SQL for the date ranges of a rate in words: all their days, times and dates, each in one text.
const IN_WORDS = `left join lateral (
    select min(x."start") as first_day, min(x.time_start) as first_time,
      coalesce(string_agg(distinct x."start" || ' – ' || x."end", ', '), '') as dates,
      coalesce(string_agg(distinct case when x.time_start = '' then 'All day' else x.time_start || ' – ' || x.time_end end, ', '), '') as times,
      coalesce((select string_agg(named.name, ' ' order by named.place) from (
        select distinct day as name, array_position(array['Mon','Tue','Wed','Thu','Fri','Sat','Sun','M','H'], day) as place
        from rate_date_ranges y, unnest(y.rate_days) as day where y.golf_rate_id = r.id) named), '') as days
    from rate_date_ranges x where x.golf_rate_id = r.id) d on true`;

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
// Parses a typed day of a date range: the name of a weekday or at least three letters of it, M or H.
function dayNamed(word: string): string {
  const typed = word.toLowerCase();
  if (typed === 'm' || typed === 'h') return typed.toUpperCase();
  const day = typed.length >= 3 && WEEK.find((name) => name.toLowerCase().startsWith(typed));
  if (!day) throw new UnreadableFilter('must be days like Mon, Sat, M or H');
  return day.slice(0, 3);
}
// Filters rates whose date ranges together have all of the typed days.
const ofDays = conditionFilter((typed) => {
  const days = typed
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(dayNamed);
  return sql<boolean>`${days}::text[] <@ array(
    select day from rate_date_ranges y, unnest(y.rate_days) as day where y.golf_rate_id = r.id)`;
});

// Filters rates with a date range that covers a typed day, or any day of a typed span.
const hasDay: ListFilter = {
  takesRange: true,
  ...conditionFilter((typed) => {
    const { from, to } = parseDayFilter(typed);
    return sql<boolean>`exists (select from rate_date_ranges x where x.golf_rate_id = r.id
    and x."start" <= coalesce(${to}::date, 'infinity') and x."end" >= coalesce(${from}::date, '-infinity'))`;
  }),
};
const TIMES = textFilter('d.times');
// Filters rates by a time of day that lies in one of their date ranges. Text that is no time, such as `all day`, must be part of
// the column's text.
const hasTime: ListFilter = {
  ...TIMES,
  where: (typed) => {
    const time = parseTypedTime(typed);
    if (time === null) return TIMES.where(typed);
    return sql`exists (select from rate_date_ranges x where x.golf_rate_id = r.id
      and x.time_start <> '' and x.time_start <= ${time} and x.time_end >= ${time})`;
  },
};
// Filters rates that have a date range for the days of a holiday, at one of the holiday's courses.
const ofHoliday = conditionFilter(
  (typed) => sql<boolean>`exists (select from holidays h join holiday_courses c on c.holiday_id = h.id
    join rate_date_ranges x on x.golf_rate_id = r.id and 'H' = any(x.rate_days)
      and x."start" <= h.end_date and x."end" >= h.start_date
    where h.id = ${parseWholeNumber(typed)} and c.course_id = r.course_id)`,
);

const RATES: ListDeclaration<typeof rates.index> = {
  table: 'rates',
  as: 'r',
  joins: { k: 'join courses k on k.id = r.course_id', d: IN_WORDS },
  columns: {
    id: listColumn.shown('r.id'),
    course_name: listColumn.text('k.course_name'),
    course_id: { filter: exactNumberFilter('r.course_id') },
    days: { select: 'd.days', filter: ofDays, sort: textSort('d.days') },
    times: { select: 'd.times', filter: hasTime, sort: valueSort('d.first_time', { nullable: true }) },
    dates: { select: 'd.dates', filter: hasDay, sort: valueSort('d.first_day', { nullable: true }) },
    rate: listColumn.money('r.raw_rate'),
    raw_rate: listColumn.shown('r.raw_rate'),
    disabled: listColumn.flag('r.disabled'),
    archived: listColumn.flag('r.archived'),
    internal_memo: listColumn.text('r.internal_memo'),
    type: {
      select: 'r.type',
      filter: conditionFilter((typed) => sql<boolean>`r.type = ${typed}`),
      sort: textSort('r.type'),
    },
    humanized_type: listColumn.shown(`case r.type when 'RicGolfRate' then 'RIC Rate' else 'API Rate' end`),
    holiday_id: { filter: ofHoliday },
    updated_at: listColumn.shown('r.updated_at'),
  },
  defaultSort: [
    ['dates', true],
    ['course_name', true],
  ],
  mayAskForAll: true,
};

export const rateList = defineList<typeof rates.index>(RATES);

/** Lists the rates that can be offered: neither disabled nor archived, at an active course. */
export const liveRateList = defineList<typeof rates.indexLive>({
  ...RATES,
  always: sql<boolean>`not r.disabled and not r.archived
    and exists (select from courses live where live.id = r.course_id and not live.inactive)`,
});
