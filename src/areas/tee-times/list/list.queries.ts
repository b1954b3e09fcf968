import { sql } from 'kysely';
import type { Db, AppContext } from '../../../server/process/context.ts';
import { listColumn } from '../../../server/lists/list-columns.ts';
import {
  textFilter,
  codeFilter,
  exactNumberFilter,
  foldedLikePattern,
  textSort,
  timeOfDayFilter,
  valueSort,
  conditionFilter,
} from '../../../server/lists/list-filters.ts';
import { defineList, type PageStart } from '../../../server/lists/lists.ts';
import { onlyRow } from '../../../server/database/only-row.ts';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import { customerIdFilter } from '../../customers/merging/who-stays.queries.ts';
import { type StatusMoment, currentMoment } from '../moment/moment.queries.ts';
import { statusFilter, statusSql } from '../status/status.queries.ts';
import type { teeTimes } from '../tee-times.contract.ts';

// The total is kept in counts, which every booking's transaction updates, so that no query counts a million rows.
async function totalOf(db: Db): Promise<number> {
  const found = await sql<{ total: number }>`${PREPARED_STATEMENT_MARK}
    select coalesce(sum(tee_times), 0)::bigint as total from tee_time_counts`.execute(db);
  return onlyRow(found).total;
}

// Finds, from the same counts, the day on which a page far down the list begins.
async function startOfPage(db: Db, offset: number, desc: boolean): Promise<PageStart> {
  const { rows } = await sql<{ day: string; before: number }>`${PREPARED_STATEMENT_MARK}
    select created_on as day, (upto - tee_times)::bigint as before from (
      select created_on, sum(tee_times) as tee_times,
        sum(sum(tee_times)) over (order by created_on ${sql.raw(desc ? 'desc' : 'asc')})::bigint as upto
      from tee_time_counts group by created_on) days
    where upto > ${offset} order by upto limit 1`.execute(db);
  const [first] = rows;
  if (!first) return { condition: sql<boolean>`false`, skip: 0 };
  const condition = desc
    ? sql<boolean>`t.created_at < (${first.day}::date + 1)::timestamp at time zone 'UTC'`
    : sql<boolean>`t.created_at >= ${first.day}::timestamp at time zone 'UTC'`;
  return { condition, skip: offset - first.before };
}

// The typed name is searched among the few courses, and their tee times are found by an index.
const ofCourseNamed = conditionFilter(async (typed, db) => {
  const { rows } = await sql<{ id: number }>`
    select id from courses where fold(course_name) like ${foldedLikePattern(typed)}`.execute(db);
  if (rows.length === 0) return sql<boolean>`false`;
  return sql<boolean>`t.course_id in (${sql.join(rows.map(({ id }) => id))})`;
});

// The list's table has no rate, so the tee times of a rate are found by an index of tee_times.
const ofRate = conditionFilter((typed) => {
  const isRate = exactNumberFilter('o.golf_rate_id').where(typed);
  return sql<boolean>`t.id in (select o.id from tee_times o where ${isRate})`;
});

// Finds the tee times of a holiday's courses; the days of the holiday are a separate filter.
const ofHoliday = conditionFilter((typed) => {
  const isHoliday = exactNumberFilter('hc.holiday_id').where(typed);
  return sql<boolean>`t.course_id in (select hc.course_id from holiday_courses hc where ${isHoliday})`;
});

let latest: { key: string; list: ReturnType<typeof listAt> } | undefined;

/**
 * Returns the definition of the tee-time list at this moment. It is built once a minute and not for each call, because it
 * keeps its compiled first page.
 */
export function teeTimeList(app: AppContext) {
  const now = currentMoment(app);
  const key = `${now.instant.toISOString()} ${now.businessTimeZone}`;
  if (latest?.key !== key) latest = { key, list: listAt(now) };
  return latest.list;
}

function listAt(now: StatusMoment) {
  const status = statusSql(now);
  const { businessTimeZone } = now;
  return defineList<typeof teeTimes.index>({
    // The database maintains this table beside tee_times, with the names that staff search and sort by.
    table: 'tee_time_list',
    as: 't',
    columns: {
      id: { select: 't.id', filter: exactNumberFilter('t.id') },
      first_name: listColumn.text('t.first_name'),
      last_name: listColumn.name('t.last_name'),
      email: { filter: textFilter('t.email') },
      primary_phone: { filter: textFilter('t.primary_phone') },
      status: { select: status, filter: statusFilter(now), sort: valueSort(status) },
      created_at: listColumn.instant('t.created_at', businessTimeZone),
      play_date: listColumn.day('t.play_date'),
      play_time: {
        select: 't.play_time',
        filter: timeOfDayFilter('t.play_time'),
        sort: valueSort('t.play_time'),
      },
      players: listColumn.whole('t.players'),
      paid: listColumn.money('t.raw_paid'),
      cost: listColumn.money('t.raw_cost'),
      course_name: { select: 't.course_name', filter: ofCourseNamed, sort: textSort('t.course_name') },
      course_id: { select: 't.course_id', filter: exactNumberFilter('t.course_id') },
      customer_id: { filter: customerIdFilter('t.customer_id') },
      golf_rate_id: { filter: ofRate },
      holiday_id: { filter: ofHoliday },
      confirmation: { ...listColumn.text('t.confirmation'), filter: codeFilter('t.confirmation') },
      payment_id: listColumn.optionalText('t.payment_id'),
      agent: listColumn.text('t.agent'),
      notes: listColumn.optionalText('t.notes'),
      internal_notes: listColumn.optionalText('t.internal_notes'),
    },
    defaultSort: [['created_at', true]],
    total: totalOf,
    start: startOfPage,
  });
}
