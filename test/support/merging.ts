import { sql } from 'kysely';
import { beforeAll } from 'vitest';
import { customers } from '../../src/areas/customers/customers.contract.ts';
import { customerMerges, type MergedField } from '../../src/areas/customers/merging/merging.contract.ts';
import { testApp, type HeaderFields } from './app.ts';
import { aCourse, aCustomer } from './factories.ts';

/** Sets up a company with a course and signed-in staff, and returns functions that merge two customers. */
export function mergingSetup() {
  const app = testApp();
  const at = { admin: {} as HeaderFields, agent: {} as HeaderFields, course: { id: 0 } };
  beforeAll(async () => {
    // Ids start at 100, because the search ignores a number of one digit.
    await sql`select setval(pg_get_serial_sequence('customers', 'id'), 100)`.execute(app.db);
    at.admin = await app.signedIn('admin');
    at.agent = await app.signedIn('agent');
    at.course = await aCourse(app.db);
  });

  const seen = async (id: number) => {
    const { updated_at } = await app.ok(customers.show, { params: { id } }, at.agent);
    return { id, updated_at };
  };
  const bodyOf = async (stays: number, goes: number, taken: MergedField[] = []) => ({
    body: { stays: await seen(stays), goes: await seen(goes), taken },
  });
  const merge = async (stays: number, goes: number, taken: MergedField[] = []) =>
    app.ok(customerMerges.merge, await bodyOf(stays, goes, taken), at.admin);

  /** Creates two records of one person, the second with another name, e-mail and phone. */
  async function twoOfOne() {
    const stays = await aCustomer(app.db, {
      first_name: 'Ann',
      last_name: 'Lee',
      primary_phone: '619 555 0101',
    });
    const goes = await aCustomer(app.db, {
      first_name: 'Annie',
      last_name: 'Leigh',
      primary_phone: '760 555 0202',
      city: 'Vista',
    });
    return { stays, goes };
  }

  return { app, at, bodyOf, merge, twoOfOne };
}
