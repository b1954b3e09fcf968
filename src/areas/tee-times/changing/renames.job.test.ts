import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aCourse, aCustomer } from '../../../../test/support/factories.ts';
import { copyRenames } from './renames.job.ts';
import { teeTimes } from '../tee-times.contract.ts';

const app = testApp();
const MANY = 1_200;
const AT_ONCE = 500;

async function manyTeeTimes(course_id: number, customer_id: number) {
  await sql`insert into tee_times (state, source, agent, course_id, customer_id, play_date, play_time, players,
      players_booked, confirmation, raw_charge, raw_total, created_at)
    select 'failed', 'internal', 'Agent', ${course_id}, ${customer_id}, '2030-06-01', '08:00', 2, 2, 'INTERNAL', 0, 0,
      timestamptz '2026-01-01' + interval '1 minute' * g from generate_series(1, ${MANY}) g`.execute(app.db);
}
const listed = async (name: 'course_name' | 'last_name', as: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from tee_time_list where ${sql.ref(name)} = ${as}`.execute(app.db);
  return rows[0]?.n;
};
const waiting = async () => (await sql`table list_renames`.execute(app.db)).rows.length;
const wrong = async () => (await sql`table check_10_lists`.execute(app.db)).rows.length;

test.each([
  ['course', 'course_name', 'courses'],
  ['customer', 'last_name', 'customers'],
] as const)(
  'a %s with many tee times: the newest are renamed at once, the others follow',
  async (_, name, table) => {
    const agent = await app.signedIn('agent');
    const course = await aCourse(app.db, { course_name: `Before ${table}` });
    const customer = await aCustomer(app.db, { last_name: `Before ${table}` });
    await manyTeeTimes(course.id, customer.id);
    const id = table === 'courses' ? course.id : customer.id;
    const rename = (to: string) =>
      sql`update ${sql.table(table)} set ${sql.ref(name)} = ${to} where id = ${id}`.execute(app.db);

    await rename(`After ${table}`);
    const page = await app.ok(teeTimes.index, { query: { filters: { customer_id: customer.id } } }, agent);
    expect(new Set(page.map((row) => row[name]))).toEqual(new Set([`After ${table}`]));
    expect(await listed(name, `After ${table}`)).toBe(AT_ONCE);
    expect([await waiting(), await wrong()]).toEqual([1, 0]);

    // The second rename comes before all rows of the first are updated.
    await rename(`Last ${table}`);
    await Promise.all([copyRenames(app.db), copyRenames(app.db)]);
    await copyRenames(app.db);
    expect(await listed(name, `Last ${table}`)).toBe(MANY);
    expect([await waiting(), await wrong()]).toEqual([0, 0]);
  },
);

test('the list is found wrong where no rename explains it', async () => {
  const course = await aCourse(app.db, { course_name: 'Explained' });
  const customer = await aCustomer(app.db);
  await manyTeeTimes(course.id, customer.id);
  await sql`update courses set course_name = 'Renamed' where id = ${course.id}`.execute(app.db);
  const noted = await sql`delete from list_renames returning *`.execute(app.db);
  expect(noted.rows).toHaveLength(1);
  expect(await wrong()).toBe(MANY - AT_ONCE);
  await sql`insert into list_renames (subject, subject_id) values ('course', ${course.id})`.execute(app.db);
  await copyRenames(app.db);
  expect(await wrong()).toBe(0);
});

test('a few are renamed in the same transaction, and nothing is left to do', async () => {
  const course = await aCourse(app.db);
  const customer = await aCustomer(app.db, { last_name: 'Small' });
  await sql`insert into tee_times (state, source, agent, course_id, customer_id, play_date, play_time, players,
      players_booked, confirmation, raw_charge, raw_total)
    values ('failed', 'internal', 'Agent', ${course.id}, ${customer.id}, '2030-06-01', '08:00', 2, 2, 'X', 0, 0)`.execute(
    app.db,
  );
  await sql`update customers set last_name = 'Smaller' where id = ${customer.id}`.execute(app.db);
  expect([await listed('last_name', 'Smaller'), await waiting()]).toEqual([1, 0]);
});
