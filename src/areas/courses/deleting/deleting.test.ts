import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aCourse, aDiscount, aQueueEntry, aRate } from '../../../../test/support/factories.ts';
import { courses } from '../courses.contract.ts';
import { deletedWithCourseText } from './deleting.rules.ts';

const app = testApp();
const NOTHING = {
  maintenances: 0,
  open_times: 0,
  lost_leads: 0,
  waiting_customers: 0,
  holidays: 0,
  course_groups: 0,
  discounts: 0,
  discounts_here_only: 0,
};
const inserted = async (rows: ReturnType<typeof sql<{ id: number }>>): Promise<number> =>
  (await rows.execute(app.db)).rows[0]?.id ?? 0;

test('what goes with a course is counted; then it is deleted, and that has gone', async () => {
  const { db } = app;
  const admin = await app.signedIn('admin');
  const agent = await app.signedIn('agent');
  const { id } = await aCourse(db);
  const other = await aCourse(db);
  const counted = () => app.ok(courses.goesWith, { params: { id } }, agent);
  expect(await counted()).toEqual({ kept_because: null, ...NOTHING });

  for (const course of [id, id, other.id])
    await sql`insert into maintenances (course_id, start_date, end_date) values (${course}, '2030-01-01', '2030-01-02')`.execute(
      db,
    );
  const holiday = await inserted(
    sql`insert into holidays (name, start_date, end_date) values ('Founders', '2030-01-01', '2030-01-01') returning id`,
  );
  const group = await inserted(sql`insert into course_groups (group_name) values ('Coast') returning id`);
  const [here, both] = [await aDiscount(db), await aDiscount(db)];
  await sql`insert into holiday_courses values (${holiday}, ${id}), (${holiday}, ${other.id})`.execute(db);
  await sql`insert into course_group_courses values (${group}, ${id})`.execute(db);
  await sql`insert into discount_courses values (${here.id}, ${id}), (${both.id}, ${id}), (${both.id}, ${other.id})`.execute(
    db,
  );
  await aQueueEntry(db, id);
  await aQueueEntry(db, other.id);
  expect(await counted()).toEqual({
    kept_because: null,
    maintenances: 2,
    open_times: 1,
    lost_leads: 1,
    waiting_customers: 1,
    holidays: 1,
    course_groups: 1,
    discounts: 2,
    discounts_here_only: 1,
  });

  await app.ok(courses.remove, { params: { id } }, admin);
  const left = async (table: string) =>
    inserted(sql`select count(*) as id from ${sql.table(table)} where course_id = ${other.id}`);
  for (const table of ['maintenances', 'fore_up_availabilities', 'lost_leads', 'holiday_courses'])
    expect({ table, left: await left(table) }).toEqual({ table, left: 1 });
  expect(await app.call(courses.goesWith, { params: { id } }, agent)).toMatchObject({ status: 404 });
});

test('a course that is leaned on says by what, as its refusal does', async () => {
  const admin = await app.signedIn('admin');
  const { id } = await aCourse(app.db);
  await aRate(app.db, id);
  const { kept_because } = await app.ok(courses.goesWith, { params: { id } }, admin);
  expect(kept_because).toBe(
    'This cannot be deleted: it is used by 1 rate. Tick Inactive? instead, so that it is no longer offered.',
  );
  expect(await app.call(courses.remove, { params: { id } }, admin)).toMatchObject({
    status: 422,
    body: { message: kept_because },
  });
});

// A new table whose rows are deleted with a course must be counted in `countDeletedWithCourse` and named in
// `deletedWithCourseText`, unless the table only holds records of RIC's own scrapes and HTTP calls to the course system.
test('these tables and no others lose rows with a course', async () => {
  const { rows } = await sql<{ name: string }>`
    with recursive lost as (
      select 'courses'::regclass::oid as oid
      union select c.conrelid from pg_constraint c join lost on c.confrelid = lost.oid where c.confdeltype = 'c'
    ) select oid::regclass::text as name from lost where oid <> 'courses'::regclass order by 1`.execute(
    app.db,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'availability_queues',
    'course_checks',
    'course_counts',
    'course_days',
    'course_group_courses',
    'course_sources',
    'discount_courses',
    'fore_up_availabilities',
    'holiday_courses',
    'lead_calls',
    'lost_leads',
    'maintenances',
  ]);
});

describe('what goes is said', () => {
  test.each([
    ['', {}],
    ['1 maintenance window goes with it.', { maintenances: 1 }],
    [
      '2 maintenance windows go with it. It leaves 3 holidays and 1 group.',
      { maintenances: 2, holidays: 3, course_groups: 1 },
    ],
    [
      '1 maintenance window, 1,200 open times, 3 lost leads and 1 waiting customer go with it.',
      { maintenances: 1, open_times: 1_200, lost_leads: 3, waiting_customers: 1 },
    ],
    [
      'It leaves 2 discounts. 1 discount for this course alone will be good at every course.',
      { discounts: 2, discounts_here_only: 1 },
    ],
  ])('%s', (says, counts) => {
    expect(deletedWithCourseText({ ...NOTHING, ...counts })).toBe(says);
  });
});
