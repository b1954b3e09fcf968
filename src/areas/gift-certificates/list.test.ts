import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aCertificate, aCustomer } from '../../../test/support/factories.ts';
import { giftCertificates } from './gift-certificates.contract.ts';

const app = testApp();
let agent: HeaderFields;
const ids = new Map<string, number>();

beforeAll(async () => {
  agent = await app.signedIn('agent');
  app.setClock('2026-11-20T20:00:00Z');
  const ada = await aCustomer(app.db, { first_name: 'ada', last_name: 'Smith', email: 'ada@golf.example' });
  const bob = await aCustomer(app.db, { first_name: 'Bob', last_name: 'Adams', email: 'bob@golf.example' });
  const made = async (name: string, given: Parameters<typeof aCertificate>[1]) =>
    ids.set(name, (await aCertificate(app.db, { serial: name, ...given })).id);
  // The instants are, in Los Angeles, 07:30 of the 20th, 23:30 of the 19th, and the first instant of the month.
  await made('alpha', {
    customer_id: ada.id,
    raw_value: 5_000,
    email_delivery: true,
    internal_memo: 'zebra',
    created_at: '2026-11-20T15:30:00Z',
  });
  await made('Beta', {
    customer_id: bob.id,
    raw_value: 10_050,
    internal_memo: '50% off',
    created_at: '2026-11-20T07:30:00Z',
  });
  await made('gamma', { raw_value: 5_000, created_at: '2026-11-01T07:00:00Z' });
  await made('delta', { customer_id: bob.id, raw_value: 0, created_at: '2026-11-01T06:59:59Z' });
});

describe('the list', () => {
  const index = (query: object) => app.ok(giftCertificates.index, { query }, agent);
  const serials = async (query: object) => (await index(query)).map((row) => row.serial);

  test('has the newest first, with the purchaser', async () => {
    expect(await serials({})).toEqual(['alpha', 'Beta', 'gamma', 'delta']);
    const [alpha, , gamma] = await index({});
    expect(alpha).toEqual({
      id: ids.get('alpha'),
      created_at: '2026-11-20T15:30:00.000000Z',
      first_name: 'ada',
      last_name: 'Smith',
      email: 'ada@golf.example',
      serial: 'alpha',
      value: '50.00',
      balance: '50.00',
      delivery_method: 'email',
      internal_memo: 'zebra',
      refunded_at: null,
    });
    expect(gamma).toMatchObject({ first_name: null, email: null, delivery_method: 'mail' });
  });

  test.each([
    [{ created_at: '2026-11-20' }, ['alpha']],
    [{ created_at: '2026-11-01..2026-11-19' }, ['Beta', 'gamma']],
    [{ created_at: '..2026-10-31' }, ['delta']],
    [{ created_at: '2026-11-19' }, ['Beta']],
    [{ first_name: 'B' }, ['Beta', 'delta']],
    [{ last_name: 'smi' }, ['alpha']],
    [{ email: 'BOB@' }, ['Beta', 'delta']],
    [{ serial: 'ETA' }, ['Beta']],
    [{ value: '50' }, ['alpha', 'gamma']],
    [{ balance: '$100.50' }, ['Beta']],
    [{ delivery_method: 'Email' }, ['alpha']],
    [{ delivery_method: 'mail' }, ['Beta', 'gamma', 'delta']],
    [{ delivery_method: 'pigeon' }, []],
    [{ internal_memo: '%' }, ['Beta']],
    [{ serial: '', first_name: 'ada' }, ['alpha']],
  ])('filters by %j and counts as many', async (filters, found) => {
    expect(await serials({ filters })).toEqual(found);
    expect(await app.ok(giftCertificates.count, { query: { filters } }, agent)).toBe(found.length);
  });

  test('filters by id, and refuses what it cannot read', async () => {
    expect(await serials({ filters: { id: ids.get('gamma') } })).toEqual(['gamma']);
    for (const [name, typed] of [
      ['value', 'much'],
      ['created_at', 'today'],
      ['id', 'x'],
    ] as const)
      expect(
        await app.call(giftCertificates.index, { query: { filters: { [name]: typed } } }, agent),
      ).toMatchObject({ status: 422, body: { errors: { [name]: [expect.any(String)] } } });
  });

  test.each([
    ['id', ['alpha', 'Beta', 'gamma', 'delta']],
    ['created_at', ['delta', 'gamma', 'Beta', 'alpha']],
    ['first_name', ['alpha', 'Beta', 'delta', 'gamma']],
    ['last_name', ['Beta', 'delta', 'alpha', 'gamma']],
    ['email', ['alpha', 'Beta', 'delta', 'gamma']],
    ['serial', ['alpha', 'Beta', 'delta', 'gamma']],
    ['value', ['delta', 'alpha', 'gamma', 'Beta']],
    ['balance', ['delta', 'alpha', 'gamma', 'Beta']],
    ['delivery_method', ['alpha', 'Beta', 'gamma', 'delta']],
    ['internal_memo', ['Beta', 'alpha', 'gamma', 'delta']],
  ])('sorts by %s', async (name, sorted) => {
    expect(await serials({ sort_fields: [name] })).toEqual(sorted);
  });

  test('has who has no purchaser last in both directions', async () => {
    expect((await serials({ sort_fields: ['last_name'], sort_desc: [true] })).at(-1)).toBe('gamma');
  });

  test.each([
    ['daily', ['alpha']],
    ['monthly', ['alpha', 'Beta', 'gamma']],
  ])('of a %s query is of the business time zone', async (query_type, found) => {
    expect(await serials({ query_type })).toEqual(found);
    expect(await app.call(giftCertificates.count, { query: { query_type } }, agent)).toMatchObject({
      body: found.length,
    });
  });

  test('comes in pages', async () => {
    expect(await serials({ per_page: 3, page: 2 })).toEqual(['delta']);
  });

  test('has the purchaser by the name of now, also where the purchaser is another', async () => {
    const before = await aCustomer(app.db, {
      first_name: 'Cy',
      last_name: 'Before',
      email: 'cy@golf.example',
    });
    const other = await aCustomer(app.db, { first_name: 'Di', last_name: 'Other', email: 'di@golf.example' });
    const { id } = await aCertificate(app.db, { serial: 'renamed', customer_id: before.id });
    const shown = async () => (await index({ filters: { id } }))[0];
    const named = { first_name: 'Eve', last_name: 'After', email: 'eve@golf.example' };
    await app.db.updateTable('customers').set(named).where('id', '=', before.id).execute();
    expect(await shown()).toMatchObject(named);
    await app.db
      .updateTable('gift_certificates')
      .set({ customer_id: other.id })
      .where('id', '=', id)
      .execute();
    expect(await shown()).toMatchObject({ first_name: 'Di', last_name: 'Other', email: 'di@golf.example' });
  });
});

test('a serial is found by a part of it, in whatever case and grouping that is typed', async () => {
  await aCertificate(app.db, { serial: 'GC-7K4D-9Q2M-XE0A-51TV' });
  const found = async (serial: string) =>
    (await app.ok(giftCertificates.index, { query: { filters: { serial } } }, agent)).map(
      (row) => row.serial,
    );
  for (const typed of ['GC-7K4D-9Q2M', 'gc7k4d9q', '7k4d 9q2m', '4d-9q', ' xe0a51tv', 'a 51 t'])
    expect([typed, await found(typed)]).toEqual([typed, ['GC-7K4D-9Q2M-XE0A-51TV']]);
  for (const typed of ['gc7k4e', '--', '%', '7k4d_9q2m'])
    expect([typed, await found(typed)]).toEqual([typed, []]);
});
