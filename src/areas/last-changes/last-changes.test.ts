import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aCustomer } from '../../../test/support/factories.ts';
import { TABLES_WITH_LAST_CHANGE } from '../../contract/last-change/changed-records.ts';
import { lastChanges } from '../../contract/last-change/last-change.ts';
import { customers } from '../customers/customers.contract.ts';

const app = testApp();
let admin: HeaderFields;
let agent: HeaderFields;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
});

const asked = (record: string, id: number, who = agent) =>
  app.call(lastChanges.show, { params: { record, id } }, who);

test('it is known who changed a record last', async () => {
  const { id } = await aCustomer(app.db, {});
  expect(await asked('customers', id)).toMatchObject({ status: 200, body: { updated_by: null } });
  const { body: customer } = await app.call(customers.show, { params: { id } }, agent);
  const saved = await app.call(customers.update, { body: { id, customer } }, admin);
  expect(saved.status).toBe(200);
  const { name } = await app.db
    .selectFrom('staff_users')
    .select('name')
    .where('level', '=', 'admin')
    .executeTakeFirstOrThrow();
  expect(await asked('customers', id)).toMatchObject({ status: 200, body: { updated_by: name } });
});

test('of every kind of record, and of no other table', async () => {
  for (const record of TABLES_WITH_LAST_CHANGE)
    expect([200, 404]).toContain((await asked(record, 1, admin)).status);
  expect(await asked('customers', 999_999)).toMatchObject({ status: 404 });
  expect(await asked('sessions', 1)).toMatchObject({ status: 422 });
});

test('what only admins may see says nothing to others', async () => {
  for (const record of ['discounts', 'staff_users'])
    expect(await asked(record, 1)).toMatchObject({ status: 403 });
});
