import { sql } from 'kysely';
import { addDays, businessNow, type Clock } from '../../../contract/dates.ts';
import type { Db, Desk } from '../../../server/process/context.ts';
import { column } from '../../../server/lists/list-columns.ts';
import {
  contains,
  exactly,
  partOf,
  text,
  timeOfDay,
  value,
  where,
} from '../../../server/lists/list-filters.ts';
import { list, type Start } from '../../../server/lists/lists.ts';
import { onlyRow } from '../../../server/database/only-row.ts';
import { PREPARED } from '../../../server/database/prepared.ts';
import { ofCustomer } from '../../customers/merging/who-stays.queries.ts';
import { type Status, STATUSES, type teeTimes } from '../tee-times.contract.ts';

/**
 * The moment for which the status is computed: the business's wall clock, and the instant, from which each course's own clock
 * follows.
 */
export type Moment = { clock: Clock; instant: Date; businessTimeZone: string };
/** Returns the present moment, as the same object for a minute. */
export function momentOf({ settings: { businessTimeZone }, now }: Pick<Desk, 'settings' | 'now'>): Moment {
  const instant = now();
  const clock = businessNow(instant, businessTimeZone);
  const known = moments.get(clock) ?? { clock, instant, businessTimeZone };
  moments.set(clock, known);
  return known;
}
const moments = new WeakMap<Clock, Moment>();

/** Returns the days on which some course's clock may have another date than the business's: zones differ by a day at most. */
export const around = ({ clock: { date } }: Moment) => ({ first: addDays(date, -1), last: addDays(date, 1) });

/**
 * SQL that is true once the round of `t` has begun. The course's own clock is only looked up for rounds around the present day.
 */
export function hasPassed(now: Moment) {
  const { first, last } = around(now);
  const clock = sql`(${now.instant.toISOString()}::timestamptz at time zone
    coalesce((select k.time_zone from courses k where k.id = t.course_id), ${now.businessTimeZone}))`;
  return sql<boolean>`case when t.play_date < ${first}::date then true when t.play_date > ${last}::date then false
    else (t.play_date + t.play_time::time) <= ${clock} end`;
}

/** SQL for the status that staff read; status.rules.ts is the rule. */
export const statusSql = (now: Moment) => sql<Status>`case
  when t.state = 'cancel_pending' then 'pending'
  when t.state = 'booked' and ${hasPassed(now)} then 'played'
  else t.state end`;

// The statuses in terms of stored columns, so that an index can serve.
const CONDITION: Record<Status, (now: Moment) => ReturnType<typeof sql<boolean>>> = {
  pending: () => sql`t.state in ('pending', 'cancel_pending')`,
  booked: (now) =>
    sql`(t.state = 'booked' and t.play_date >= ${around(now).first}::date and not (${hasPassed(now)}))`,
  played: (now) =>
    sql`(t.state = 'booked' and t.play_date <= ${around(now).last}::date and ${hasPassed(now)})`,
  canceled: () => sql`t.state = 'canceled'`,
  failed: () => sql`t.state = 'failed'`,
};

const statusFilter = (now: Moment) =>
  where((typed) => {
    const meant = STATUSES.filter((status) => status.includes(typed.trim().toLowerCase()));
    const conditions = meant.map((status) => CONDITION[status](now));
    return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
  });

// Updated in the transaction of every booking, so that the list's total is no count of a million rows.
async function totalOf(db: Db): Promise<number> {
  const found = await sql<{ total: number }>`${PREPARED}
    select coalesce(sum(tee_times), 0)::bigint as total from tee_time_counts`.execute(db);
  return onlyRow(found).total;
}

// The same counts tell in which day a page far down begins.
async function startOfPage(db: Db, offset: number, desc: boolean): Promise<Start> {
  const { rows } = await sql<{ day: string; before: number }>`${PREPARED}
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

// The name is searched among the few courses, and their tee times are found by an index.
const ofCourseNamed = where(async (typed, db) => {
  const { rows } = await sql<{ id: number }>`
    select id from courses where fold(course_name) like ${partOf(typed)}`.execute(db);
  if (rows.length === 0) return sql<boolean>`false`;
  return sql<boolean>`t.course_id in (${sql.join(rows.map(({ id }) => id))})`;
});

// The list's table has no rate: the tee times of one are found by the index that tee_times has.
const ofRate = where((typed) => {
  const isRate = exactly('o.golf_rate_id').where(typed);
  return sql<boolean>`t.id in (select o.id from tee_times o where ${isRate})`;
});

// The tee times of a holiday's courses; on which days is a filter of its own.
const ofHoliday = where((typed) => {
  const isHoliday = exactly('hc.holiday_id').where(typed);
  return sql<boolean>`t.course_id in (select hc.course_id from holiday_courses hc where ${isHoliday})`;
});

const lists = new WeakMap<Moment, ReturnType<typeof listAt>>();

/** Returns the tee-time list as of now; built once a minute, not for each call. */
export function teeTimeList(desk: Desk) {
  const now = momentOf(desk);
  const known = lists.get(now) ?? listAt(now);
  lists.set(now, known);
  return known;
}

function listAt(now: Moment) {
  const status = statusSql(now);
  const { businessTimeZone } = now;
  return list<typeof teeTimes.index>({
    // The database maintains it beside tee_times, with the names that staff search and sort by.
    table: 'tee_time_list',
    as: 't',
    columns: {
      id: { select: 't.id', filter: exactly('t.id') },
      first_name: column.text('t.first_name'),
      last_name: column.text('t.last_name'),
      email: { filter: contains('t.email') },
      primary_phone: { filter: contains('t.primary_phone') },
      status: { select: status, filter: statusFilter(now), sort: value(status) },
      created_at: column.instant('t.created_at', businessTimeZone),
      play_date: column.day('t.play_date'),
      play_time: { select: 't.play_time', filter: timeOfDay('t.play_time'), sort: value('t.play_time') },
      players: column.whole('t.players'),
      paid: column.money('t.raw_paid'),
      cost: column.money('t.raw_cost'),
      course_name: { select: 't.course_name', filter: ofCourseNamed, sort: text('t.course_name') },
      course_id: { select: 't.course_id', filter: exactly('t.course_id') },
      customer_id: { filter: ofCustomer('t.customer_id') },
      golf_rate_id: { filter: ofRate },
      holiday_id: { filter: ofHoliday },
      confirmation: column.text('t.confirmation'),
      payment_id: column.optionalText('t.payment_id'),
      agent: column.text('t.agent'),
      notes: column.optionalText('t.notes'),
      internal_notes: column.optionalText('t.internal_notes'),
    },
    defaultSort: [['created_at', true]],
    total: totalOf,
    start: startOfPage,
  });
}
