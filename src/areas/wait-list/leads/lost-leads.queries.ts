import { sql } from 'kysely';
import { businessNow } from '../../../contract/dates.ts';
import {
  wordsFilter,
  optionalTextSort,
  timeOfDayFilter,
  valueSort,
} from '../../../server/lists/list-filters.ts';
import { listColumn } from '../../../server/lists/list-columns.ts';
import { defineList } from '../../../server/lists/lists.ts';
import type { AppContext } from '../../../server/process/context.ts';
import type { lostLeads } from './lost-leads.contract.ts';

const MOST_TIMES = 5;
const MINUTES = (clock: string) => `(${clock} / 100 * 60 + ${clock} % 100)`;

/**
 * SQL for a JSON array of the open times after `now` that suit lead `l` and have 18 or an unknown number of holes, nearest first.
 */
const timesAt = (now: string) => sql`coalesce((
  select json_agg(json_build_object('id', t.id, 'spots', t.spots, 'course', json_build_object('id', k.id, 'name', k.course_name),
    'available_date', t.available_date, 'available_time', t.available_time) order by t.minutes_away, t.available_time, t.id)
  from (select a.*, abs(${sql.raw(MINUTES('a.available_time'))} - ${sql.raw(MINUTES(`replace(l.play_time, ':', '')::int`))}) as minutes_away
    from fore_up_availabilities a
    where a.course_id = l.course_id and a.available_date = l.lead_date and a.gone_at is null and coalesce(a.holes, 18) = 18
      and a.starts_at > ${now}::timestamptz and not k.inactive
    order by minutes_away, a.available_time, a.id limit ${sql.lit(MOST_TIMES)}) t), '[]')`;

const NAME = `concat_ws(', ', nullif(c.last_name, ''), nullif(c.first_name, ''))`;

const PHONE = listColumn.phone('c.primary_phone', 'c.primary_phone_normal');

/** Returns the list of lost leads, newest first: all of them, or those from today on that can still be booked. */
export function lostLeadList({ settings, now }: AppContext, { all }: { all: boolean }) {
  const today = businessNow(now(), settings.businessTimeZone).date;
  return defineList<typeof lostLeads.index>({
    table: 'lost_leads',
    as: 'l',
    joins: { k: 'join courses k on k.id = l.course_id', c: 'left join customers c on c.id = l.customer_id' },
    columns: {
      id: listColumn.shown('l.id'),
      created_at: { select: 'l.created_at', sort: valueSort('l.created_at') },
      players: listColumn.whole('l.players'),
      play_time: {
        select: 'l.play_time',
        filter: timeOfDayFilter('l.play_time'),
        sort: valueSort('l.play_time'),
      },
      lead_date: listColumn.day('l.lead_date'),
      course: listColumn.shown(`json_build_object('id', k.id, 'course_name', k.course_name)`),
      customer: listColumn.shown(`json_build_object('id', c.id, 'first_name', coalesce(c.first_name, ''),
        'last_name', coalesce(c.last_name, ''), 'email', coalesce(c.email, ''), 'primary_phone', coalesce(c.primary_phone, ''))`),
      fore_up_availabilities: { select: timesAt(now().toISOString()) },
      course_name: listColumn.text('k.course_name'),
      name: {
        select: NAME,
        filter: { ...wordsFilter(NAME), needs: ['c'] },
        sort: { ...optionalTextSort(NAME), needs: ['c'] },
      },
      email: { ...listColumn.optionalText('c.email'), select: `coalesce(c.email, '')` },
      primary_phone: {
        ...PHONE,
        filter: { ...PHONE.filter, needs: ['c'] },
        select: `coalesce(c.primary_phone, '')`,
      },
      tee_time_id: listColumn.shown('l.tee_time_id'),
      unwanted_at: listColumn.shown('l.unwanted_at'),
    },
    ...(!all && {
      always: sql<boolean>`l.lead_date >= ${today}::date and l.tee_time_id is null and l.unwanted_at is null`,
    }),
    defaultSort: [['created_at', true]],
    endsInDefault: true,
  });
}
