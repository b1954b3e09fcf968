import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aCourse, aCustomer, aTeeTime } from '../../../test/support/factories.ts';
import { customers } from './customers.contract.ts';
import { customerMerges } from './merging/merging.contract.ts';

const app = testApp();
let agent: HeaderFields;
let ann: { id: number };

beforeAll(async () => {
  agent = await app.signedIn('agent');
  const ada = {
    first_name: 'ada',
    last_name: 'Smith',
    email: 'Ada@Golf.example',
    primary_phone: '(619) 555-0134',
  };
  await aCustomer(app.db, { ...ada, postcode: '92101' });
  ann = await aCustomer(app.db, { first_name: 'Ann', last_name: 'smithson', email: 'ann@golf.example' });
  await aCustomer(app.db, {
    type: 'GiftCertificateRecipient',
    first_name: 'Zoe',
    last_name: 'Adams',
    email: 'ada@golf.example',
    primary_phone: '1',
  });
});

describe('the list', () => {
  const index = async (query: object) => {
    const rows = await app.ok(customers.index, { query }, agent);
    return rows.map((customer) => customer.first_name);
  };

  test('is by last name, then first', async () => {
    expect(await index({})).toEqual(['Zoe', 'ada', 'Ann']);
    expect(await app.ok(customers.index, { query: { per_page: 1, page: 2 } }, agent)).toMatchObject([
      { type: 'Customer', last_name: 'Smith', primary_phone: '(619) 555-0134' },
    ]);
  });

  test.each([
    [{ first_name: 'A' }, ['ada', 'Ann']],
    [{ last_name: 'SMITH' }, ['ada', 'Ann']],
    [{ email: 'ada@' }, ['Zoe', 'ada']],
    [{ email: '"Smithson" <Ann@golf.example>' }, ['Ann']],
    [{ email: '"Smithson, Ann" <ann@golf.example>;' }, ['Ann']],
    [{ email: 'mailto:ann' }, ['Ann']],
    [{ primary_phone: '555' }, ['ada']],
    [{ primary_phone: '619555' }, ['ada']],
    [{ primary_phone: '+1 619-555-0134' }, ['ada']],
    [{ primary_phone: ') 555' }, ['ada']],
    [{ primary_phone: '(' }, ['ada']],
    [{ type: 'GiftCertificateRecipient' }, ['Zoe']],
    [{ type: 'Customer', last_name: 'son' }, ['Ann']],
    [{ type: 'Cust' }, []],
  ])('filters by %j', async (filters, found) => {
    expect(await index({ filters })).toEqual(found);
    expect(await app.ok(customers.count, { query: { filters } }, agent)).toBe(found.length);
  });

  test('filters by id', async () => {
    expect(await index({ filters: { id: ann.id } })).toEqual(['Ann']);
    expect(await index({ filters: { id: '1,000,204' } })).toEqual([]);
    const wrong = await app.call(customers.index, { query: { filters: { id: 'x' } } }, agent);
    expect(wrong).toMatchObject({
      status: 422,
      body: { errors: { id: ['is a number like 1204; a name is looked for under First Name or Last Name'] } },
    });
  });

  test('filters by the whole e-mail that somebody had before they were merged, in any case', async () => {
    const listed = async (email: string) => {
      const query = { filters: { email } };
      const found = await index(query);
      expect(await app.ok(customers.count, { query }, agent)).toBe(found.length);
      return found;
    };
    const goes = await aCustomer(app.db, { last_name: 'Zed', email: 'Former@golf.example' });
    const seen = async (id: number) => {
      const { updated_at } = await app.ok(customers.show, { params: { id } }, agent);
      return { id, updated_at };
    };
    const body = { stays: await seen(ann.id), goes: await seen(goes.id), taken: [] };
    await app.ok(customerMerges.merge, { body }, await app.signedIn('admin'));
    expect(await listed(' FORMER@golf.example ')).toEqual(['Ann']);
    expect(await listed('former@golf.exampl')).toEqual([]);
    // The customer who now has the e-mail is found in addition to the customer who had it before the merge.
    const { id } = await aCustomer(app.db, { first_name: 'Now', last_name: 'Zed', email: goes.email });
    expect(await listed(goes.email)).toEqual(['Ann', 'Now']);
    await app.db.deleteFrom('customers').where('id', '=', id).execute();
  });

  test.each([
    ['id', ['ada', 'Ann', 'Zoe']],
    ['type', ['ada', 'Ann', 'Zoe']],
    ['first_name', ['ada', 'Ann', 'Zoe']],
    ['last_name', ['Zoe', 'ada', 'Ann']],
    ['email', ['ada', 'Zoe', 'Ann']],
    ['primary_phone', ['ada', 'Zoe', 'Ann']],
  ])('sorts by %s', async (name, sorted) => {
    expect(await index({ sort_fields: [name] })).toEqual(sorted);
  });

  test('has a missing phone last in both directions', async () => {
    expect(await index({ sort_fields: ['primary_phone'], sort_desc: [true] })).toEqual(['Zoe', 'ada', 'Ann']);
  });
});

describe('the match of an e-mail', () => {
  const match = (email: string) => app.ok(customers.match, { query: { email } }, agent);

  test('is the customer of that address in any case, with what they played', async () => {
    const [ada] = await match(' ADA@golf.example ');
    const course = await aCourse(app.db);
    const played = { course_id: course.id, customer_id: ada?.id ?? 0 };
    await aTeeTime(app.db, { ...played, play_date: '2026-03-01' });
    await aTeeTime(app.db, { ...played, play_date: '2026-05-01' });
    await aTeeTime(app.db, { ...played, play_date: '2026-09-01', state: 'canceled' });
    expect(await match('ada@golf.example')).toEqual([
      {
        id: ada?.id,
        first_name: 'ada',
        last_name: 'Smith',
        email: 'Ada@Golf.example',
        postcode: '92101',
        primary_phone: '(619) 555-0134',
        tee_times: 3,
        last_play_date: '2026-05-01',
      },
    ]);
  });

  test('is nobody for a part of it, an unknown one or none', async () => {
    expect(await match('ada@golf')).toEqual([]);
    expect(await match('')).toEqual([]);
    expect(await match('nobody@golf.example')).toEqual([]);
    expect(await match('ann@golf.example')).toMatchObject([
      { id: ann.id, tee_times: 0, last_play_date: null },
    ]);
  });
});
