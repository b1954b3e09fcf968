import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aCustomer } from '../../../test/support/factories.ts';
import { runTransaction } from '../../server/database/transact.ts';
import { customers } from './customers.contract.ts';
import { findDuplicateCustomer } from './duplicates/duplicates.queries.ts';
import { findOrMakeCustomer } from './find-or-make.queries.ts';
import { customerMerges } from './merging/merging.contract.ts';

// Lists find names without accents, but records are identified exactly: an accent makes another e-mail and another person, while
// case and the Unicode form do not.
const app = testApp();
let agent: HeaderFields;
beforeAll(async () => {
  agent = await app.signedIn('agent');
});

const NOBODY = { first_name: 'Pat', last_name: 'Doe', email: '', postcode: '', primary_phone: '' };
const DOER = { name: 'Agent', address: '203.0.113.9' };
/** Returns the id of the customer that a booking with these values finds or creates. */
const customerOf = (typed: Partial<typeof NOBODY>): Promise<number> =>
  runTransaction(app.db, (db) => findOrMakeCustomer(db, { ...NOBODY, ...typed }, DOER));

test('a text is stored in NFC, whoever typed it on what', async () => {
  const customer = {
    first_name: 'Jose\u0301',
    last_name: 'Mun\u0303oz',
    email: 'nfc@golf.example',
    city: 'A\u030arhus',
  };
  const { id } = await app.ok(customers.create, { body: { customer } }, agent);
  const stored = app.db
    .selectFrom('customers')
    .select(['first_name', 'last_name', 'city'])
    .where('id', '=', Number(id));
  expect(await stored.executeTakeFirst()).toEqual({
    first_name: 'Jos\u00e9',
    last_name: 'Mu\u00f1oz',
    city: '\u00c5rhus',
  });
});

describe('who books', () => {
  test('is known by an e-mail in either Unicode form and any case, and not by another accent', async () => {
    const email = 'jos\u00e9@golf.example';
    const { id } = await aCustomer(app.db, { email: email.toUpperCase() });
    expect(await customerOf({ email })).toBe(id);
    expect(await customerOf({ email: 'jose\u0301@golf.example' })).toBe(id);
    const other = await customerOf({ email: 'jose@golf.example' });
    expect(other).not.toBe(id);
    expect(await customerOf({ email: 'JOSE@golf.example' })).toBe(other);
  });

  test('without an e-mail is known by the exact name, with the phone', async () => {
    const phone = { email: '', primary_phone: '619 555 0188' };
    const { id } = await aCustomer(app.db, { ...phone, first_name: 'ÁNGEL', last_name: 'Muñoz' });
    expect(await customerOf({ ...phone, first_name: 'ángel', last_name: 'MUN\u0303OZ' })).toBe(id);
    expect(await customerOf({ ...phone, first_name: 'Angel', last_name: 'Munoz' })).not.toBe(id);
  });
});

test('a new customer is a duplicate by the same e-mail, and not by one with another accent', async () => {
  const { id } = await aCustomer(app.db, { email: 'RENÉ@golf.example', primary_phone: null });
  const duplicate = (email: string) =>
    runTransaction(app.db, (db) =>
      findDuplicateCustomer(db, { type: 'Customer', email, primary_phone: null, mobile_phone: null }),
    );
  expect(await duplicate('rene\u0301@golf.example')).toMatchObject({ id, matched_by: 'email' });
  expect(await duplicate('rene@golf.example')).toBeUndefined();
});

test('who has the same name but for accents, and the postcode, may be the same person', async () => {
  const at = { postcode: '92037' };
  const { id } = await aCustomer(app.db, {
    ...at,
    first_name: 'Zoë',
    last_name: 'O’Hara',
    email: 'a@golf.example',
  });
  const other = await aCustomer(app.db, {
    ...at,
    first_name: 'ZOE',
    last_name: "O'Hara",
    email: 'b@golf.example',
  });
  const admin = await app.signedIn('admin');
  const alike = await app.ok(customerMerges.alike, { params: { id } }, admin);
  expect(alike).toMatchObject([{ id: other.id, by: 'name' }]);
});
