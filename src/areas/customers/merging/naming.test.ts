import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCertificate, aCourse, aCustomer, aTeeTime } from '../../../../test/support/factories.ts';
import { customers } from '../customers.contract.ts';
import { CUSTOMER_REFERENCES } from './merge.queries.ts';
import { customerMerges } from './merging.contract.ts';

const app = testApp();
let admin: HeaderFields;
let course: { id: number };
beforeAll(async () => {
  admin = await app.signedIn('admin');
  course = await aCourse(app.db);
});

const seen = async (id: number) => {
  const { updated_at } = await app.ok(customers.show, { params: { id } }, admin);
  return { id, updated_at };
};
const merge = async (stays: number, goes: number) =>
  app.ok(
    customerMerges.merge,
    { body: { stays: await seen(stays), goes: await seen(goes), taken: [] } },
    admin,
  );

/** Creates two records of the same person. */
async function twoOfOne() {
  const stays = await aCustomer(app.db, { first_name: 'Ann', last_name: 'Lee' });
  const goes = await aCustomer(app.db, { first_name: 'Annie', last_name: 'Leigh' });
  return { stays, goes };
}

describe('what names a customer', () => {
  test('is every foreign key there is', async () => {
    const { rows } = await sql<{ key: string }>`
      select c.conrelid::regclass || '.' || a.attname as key from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'customers'::regclass`.execute(app.db);
    const moved = CUSTOMER_REFERENCES.map(({ table, column }) => `${table}.${column}`);
    expect(rows.map(({ key }) => key).toSorted()).toEqual(moved.toSorted());
  });

  test.each(CUSTOMER_REFERENCES.filter(({ subject, table }) => subject !== null || table === 'lost_leads'))(
    '%o names the one that stays, in rows that are there and in those to come',
    async ({ table, column }) => {
      const { stays, goes } = await twoOfOne();
      const id = await rowOf(table, column, goes.id);
      const named = async () =>
        (
          await sql<{
            n: number;
          }>`select ${sql.ref(column)} as n from ${sql.table(table)} where id = ${id}`.execute(app.db)
        ).rows[0]?.n;
      await merge(stays.id, goes.id);
      expect(await named()).toBe(stays.id);
      const later = await rowOf(table, column, goes.id);
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${goes.id} where id = ${id}`.execute(
        app.db,
      );
      expect(await named()).toBe(stays.id);
      const { rows } = await sql<{ n: number }>`
        select ${sql.ref(column)} as n from ${sql.table(table)} where id = ${later}`.execute(app.db);
      expect(rows).toEqual([{ n: stays.id }]);
    },
  );

  test('is named nowhere else, whatever columns there are', async () => {
    const { stays, goes } = await twoOfOne();
    await aTeeTime(app.db, { course_id: course.id, customer_id: goes.id });
    await aCertificate(app.db, { customer_id: goes.id });
    await merge(stays.id, goes.id);
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and column_name in ('customer_id', 'recipient_id')`.execute(app.db);
    expect(rows.length).toBeGreaterThan(CUSTOMER_REFERENCES.length);
    for (const { table, column } of rows) {
      const found = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${goes.id}`.execute(
        app.db,
      );
      expect({ table, column, found: found.rows.length }).toEqual({ table, column, found: 0 });
    }
  });
});

/** Creates a row that refers to a customer in a column. */
async function rowOf(table: string, column: string, customer: number): Promise<number> {
  if (table === 'tee_times')
    return (await aTeeTime(app.db, { course_id: course.id, customer_id: customer })).id;
  if (table === 'gift_certificates') return (await aCertificate(app.db, { [column]: customer })).id;
  const lead = { course_id: course.id, players: 2, lead_date: '2030-06-20', play_time: '07:42' };
  const values = { ...lead, customer_id: customer };
  return (await app.db.insertInto('lost_leads').values(values).returning('id').executeTakeFirstOrThrow()).id;
}
