import { sql } from 'kysely';
import { parseMoney } from '../../contract/money.ts';
import { amountProblem } from '../../contract/typed/amounts.ts';
import { listColumn } from '../../server/lists/list-columns.ts';
import {
  dayFilter,
  centsAsDecimalSql,
  foldSql,
  UnreadableFilter,
  parseWholeNumber,
  optionalTextSort,
  foldedLikePattern,
  parseTimeFilter,
  textSort,
  valueSort,
  conditionFilter,
  type SqlCondition,
  type FilterResult,
} from '../../server/lists/list-filters.ts';
import { defineList } from '../../server/lists/lists.ts';
import type { Db, AppContext } from '../../server/process/context.ts';
import type { foreUpAvailability } from './open-times.contract.ts';
import { isOpenTimeStaleSql } from './stale.queries.ts';

/** SQL for the names of each course's groups. */
const GROUPS_OF_COURSES = `select c.course_id, string_agg(g.group_name, ', ' order by fold(g.group_name) collate "C") as group_name
  from course_group_courses c join course_groups g on g.id = c.course_group_id group by c.course_id`;

// With more courses or rates than this, merging a page of results from each takes longer than reading the index of all open times,
// most of which then match.
const FEW = 12;
/** SQL for open times with one of these ids in `column`. Few ids are read one by one along the column's index. */
function among(column: 'course_id' | 'rate_id', ids: number[]): FilterResult {
  const ref = sql.ref(`a.${column}`);
  const condition = sql<boolean>`${ref} = any(${ids}::bigint[])`;
  if (ids.length > FEW) return condition;
  const parts = sql`select unnest(${ids}::bigint[]) as id`;
  return { condition, walk: { parts, rows: [sql`${ref} = s.id`] } };
}

// The name is searched among the few courses; the open times of the courses found are read along their index.
const ofCourses = (from: string, name: string) =>
  conditionFilter(async (typed, db) => {
    const found = await sql<{ id: number }>`
      select k.id from ${sql.raw(from)} where ${sql.raw(foldSql(name))} like ${foldedLikePattern(typed)}`.execute(
      db,
    );
    return among(
      'course_id',
      found.rows.map(({ id }) => id),
    );
  });
const ofRate = conditionFilter(async (typed, db: Db) => {
  const cents = parseMoney(typed);
  if (cents === null) throw new UnreadableFilter(amountProblem(typed));
  const found = await db.selectFrom('rates').select('id').where('raw_rate', '=', cents).execute();
  return among(
    'rate_id',
    found.map(({ id }) => id),
  );
});
const atTime = conditionFilter(
  (typed) => sql`a.available_time = ${Number(parseTimeFilter(typed).replace(':', ''))}`,
);

// The most players of a usual party. Larger parties fit hardly any open time, so that such times have an index of their own.
const USUAL_PARTY = 4;
const forParty = conditionFilter((typed) => {
  // A number too large for a PostgreSQL integer is lowered to one that matches no party.
  const players = Math.min(parseWholeNumber(typed), 1_000_000_000);
  if (players < 0) throw new UnreadableFilter('must be a whole number');
  const fits = sql<boolean>`a.spots @> array[${players}::integer]`;
  return players > USUAL_PARTY
    ? sql`a.spots[cardinality(a.spots)] > ${sql.lit(USUAL_PARTY)} and ${fits}`
    : fits;
});

const byCourse = (parts: string) => ({ parts: sql.raw(parts), rows: [sql<boolean>`a.course_id = s.id`] });
const BY_NAME = byCourse(`select k.id, fold(k.course_name) collate "C" as key from courses k`);
const BY_GROUP = byCourse(
  `select k.id, fold(g.group_name) collate "C" as key from courses k left join (${GROUPS_OF_COURSES}) g on g.course_id = k.id`,
);
const BY_RATE = {
  parts: sql.raw(`select id, raw_rate as key from rates union all select null, null`),
  rows: [sql<boolean>`a.rate_id = s.id`, sql<boolean>`s.id is null and a.rate_id is null`],
};
const BY_LOOK = {
  parts: sql.raw(`select course_id, day, looked_at as key from course_days`),
  rows: [sql<boolean>`a.course_id = s.course_id and a.available_date = s.day`],
};

/** SQL for open times that can be booked from `now` on: not gone, not begun, at a course that is not inactive. */
const open = (now: string): SqlCondition => sql`a.gone_at is null and a.starts_at > ${now}::timestamptz
  and a.course_id <> all(array(select id from courses where inactive))`;

const WAITING = `(select count(*) from availability_queues q join lost_leads l on l.id = q.lost_lead_id
  where q.fore_up_availability_id = a.id and a.queue_closed_at is null and l.tee_time_id is null and l.unwanted_at is null)`;

/** Returns the definition of the list of open times, as of now. */
export const openTimeList = ({ settings: { greyCourseId }, now }: AppContext) =>
  listAt(minuteOf(now()), greyCourseId);

const MINUTE = 60_000;
// Open times begin at whole minutes, so that rounding down to the minute changes no result and makes all queries of a minute equal.
const minuteOf = (now: Date): string => new Date(Math.floor(now.getTime() / MINUTE) * MINUTE).toISOString();

const listAt = (now: string, greyCourseId: number) =>
  defineList<typeof foreUpAvailability.index>({
    table: 'fore_up_availabilities',
    as: 'a',
    joins: {
      k: 'join courses k on k.id = a.course_id',
      g: `left join (${GROUPS_OF_COURSES}) g on g.course_id = a.course_id`,
      r: 'left join rates r on r.id = a.rate_id',
      d: 'left join course_days d on d.course_id = a.course_id and d.day = a.available_date',
    },
    columns: {
      id: listColumn.shown('a.id'),
      course_id: listColumn.shown('a.course_id'),
      course_name: {
        select: 'k.course_name',
        filter: ofCourses('courses k', 'k.course_name'),
        sort: { ...textSort('k.course_name'), walk: BY_NAME },
      },
      available_time: { select: 'a.available_time', filter: atTime, sort: valueSort('a.available_time') },
      read_date: listColumn.shown(`to_char(a.available_date, 'Dy, Mon FMDD YYYY')`),
      spots: { select: 'a.spots', filter: forParty },
      is_new: listColumn.shown('coalesce(a.new_at = d.completed_at, false)'),
      created_at: listColumn.shown('a.created_at'),
      updated_at: listColumn.shown('a.updated_at'),
      scraped_at: {
        select: 'd.looked_at',
        sort: { ...valueSort('d.looked_at', { nullable: true }), walk: BY_LOOK },
      },
      available_date: {
        select: 'a.available_date',
        filter: dayFilter('a.available_date'),
        sort: valueSort('a.available_date'),
      },
      rate: {
        select: centsAsDecimalSql('r.raw_rate'),
        filter: ofRate,
        sort: { ...valueSort('r.raw_rate', { nullable: true }), walk: BY_RATE },
      },
      rateId: listColumn.shown('a.rate_id'),
      group_name: {
        select: `coalesce(g.group_name, '')`,
        filter: ofCourses(`(${GROUPS_OF_COURSES}) g join courses k on k.id = g.course_id`, 'g.group_name'),
        sort: { ...optionalTextSort('g.group_name'), walk: BY_GROUP },
      },
      starting_side: listColumn.shown('a.starting_side'),
      holes: listColumn.shown('a.holes'),
      starts_at: listColumn.shown('a.starts_at'),
      completed_at: listColumn.shown('d.completed_at'),
      is_stale: { select: isOpenTimeStaleSql(now) },
      waiting: listColumn.shown(WAITING),
      is_grey: { select: sql`a.course_id = ${greyCourseId}` },
    },
    always: open(now),
    defaultSort: [
      ['available_date', false],
      ['available_time', false],
    ],
    endsInDefault: true,
    perPage: 100,
  });
