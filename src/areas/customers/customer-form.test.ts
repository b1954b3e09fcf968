import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aCertificate, aCourse, aCustomer, aTeeTime } from '../../../test/support/factories.ts';
import { customers } from './customers.contract.ts';

const app = testApp();
let agent: HeaderFields;

beforeAll(async () => {
  agent = await app.signedIn('agent');
});

const FULL = {
  type: 'Customer' as const,
  first_name: 'Ada',
  last_name: 'Smith',
  email: 'Ada@golf.example',
  address: '1 Ocean Dr',
  address_2: 'Suite 2',
  address_3: 'c/o Pro Shop',
  city: 'La Jolla',
  subdivision: 'CA',
  postcode: '92037-1234',
  country_alpha2: 'US',
  primary_phone: '619-555-0134',
  mobile_phone: '+44 20 7946 0958',
  legacy_address: '9 Old Rd\nSan Diego',
};
const NAMED = { first_name: 'Ada', last_name: 'Smith' };
const create = async (given: object = {}) => {
  const customer = { ...NAMED, ...given, ignore_duplicate: true };
  return (await app.ok(customers.create, { body: { customer } }, agent)).id;
};
const show = (id: number) => app.ok(customers.show, { params: { id } }, agent);

describe('a customer', () => {
  test('is created, shown and updated by an agent, with every field', async () => {
    const id = await create(FULL);
    const shown = await show(id);
    expect(shown).toEqual({ id, ...FULL, updated_at: expect.any(String) });
    const changed = {
      ...shown,
      last_name: 'Byron',
      address_3: '',
      mobile_phone: null,
      email: ' ada@byron.example ',
    };
    expect(await app.ok(customers.update, { body: { id, customer: changed } }, agent)).toEqual({ id });
    expect(await show(id)).toMatchObject({
      last_name: 'Byron',
      address_3: null,
      mobile_phone: null,
      email: 'ada@byron.example',
    });
  });

  test('may have an e-mail address of any letters, one of two customers where only an accent differs', async () => {
    const id = await create({ email: 'José@müller.example' });
    await create({ email: 'jose@müller.example' });
    expect((await show(id)).email).toBe('José@müller.example');
    const filters = { email: 'josé@MÜLLER' };
    expect(await app.ok(customers.count, { query: { filters } }, agent)).toBe(2);
  });

  test('needs no more than a name, and is a Customer unless told otherwise', async () => {
    expect(await show(await create())).toMatchObject({ type: 'Customer', email: '', primary_phone: null });
    expect(await show(await create({ type: 'GiftCertificateRecipient' }))).toMatchObject({
      type: 'GiftCertificateRecipient',
    });
  });

  test('that is not there is a 404', async () => {
    expect(await app.call(customers.show, { params: { id: 424242 } }, agent)).toMatchObject({ status: 404 });
    const update = { body: { id: 424242, customer: NAMED } };
    expect(await app.call(customers.update, update, agent)).toMatchObject({ status: 404 });
  });

  test('is not saved over a newer one', async () => {
    const id = await create();
    const loaded = await show(id);
    await app.ok(customers.update, { body: { id, customer: { ...loaded, city: 'First' } } }, agent);
    const late = await app.call(
      customers.update,
      { body: { id, customer: { ...loaded, city: 'Late' } } },
      agent,
    );
    expect(late).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('changed this on') },
    });
    expect(await show(id)).toMatchObject({ city: 'First' });
    await app.ok(customers.update, { body: { id, customer: { ...NAMED, city: 'Anyway' } } }, agent);
    expect(await show(id)).toMatchObject({ city: 'Anyway' });
  });

  test('is updated although another has the same e-mail: only a create asks', async () => {
    await create({ email: 'twin@golf.example' });
    const id = await create({ email: 'other@golf.example' });
    await app.ok(
      customers.update,
      { body: { id, customer: { ...NAMED, email: 'twin@golf.example' } } },
      agent,
    );
    expect(await show(id)).toMatchObject({ email: 'twin@golf.example' });
  });

  test('takes a postal code as it looks, whatever was copied with it', async () => {
    const customer = { ...FULL, postcode: ' 92\u200b037\u20131234 ' };
    const { id } = await app.ok(customers.create, { body: { customer } }, agent);
    expect(await app.ok(customers.show, { params: { id } }, agent)).toMatchObject({ postcode: '92037-1234' });
  });

  test.each([
    ['type', { type: 'Partner' }],
    ['first_name', { first_name: ' ' }],
    ['first_name', { first_name: 'x'.repeat(101) }],
    ['last_name', { last_name: undefined }],
    ['last_name', { last_name: null }],
    ['email', { email: 'ada at golf' }],
    ['email', { email: `${'x'.repeat(200)}@golf.example` }],
    ['address', { address: 'x'.repeat(201) }],
    ['address_2', { address_2: 'x'.repeat(201) }],
    ['address_3', { address_3: 'x'.repeat(201) }],
    ['city', { city: 'x'.repeat(101) }],
    ['subdivision', { subdivision: 'x'.repeat(101) }],
    ['postcode', { postcode: '92037/1' }],
    ['postcode', { postcode: '9'.repeat(13) }],
    ['country_alpha2', { country_alpha2: 'us' }],
    ['country_alpha2', { country_alpha2: 'USA' }],
    ['country_alpha2', { country_alpha2: 'QQ' }],
    ['primary_phone', { primary_phone: '555' }],
    ['primary_phone', { primary_phone: 'call the wife' }],
    ['mobile_phone', { mobile_phone: '1'.repeat(21) }],
    ['legacy_address', { legacy_address: 'x'.repeat(1001) }],
  ])('is refused under %s for %j, new or not', async (field, given) => {
    const customer = { ...FULL, ...given };
    const id = await create();
    const made = await app.call(customers.create, { body: { customer } }, agent);
    // A field that is left out of a change keeps its stored value.
    const isLeftOut = Object.values(given).includes(undefined);
    const saved = isLeftOut ? made : await app.call(customers.update, { body: { id, customer } }, agent);
    for (const answer of [made, saved]) {
      expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
      expect(Object.keys((answer.body as { errors: object }).errors)).toEqual([field]);
    }
  });

  test('keeps its type while a tee time or a certificate uses it', async () => {
    const course = await aCourse(app.db);
    const [player, buyer, free] = [await aCustomer(app.db), await aCustomer(app.db), await aCustomer(app.db)];
    await aTeeTime(app.db, { course_id: course.id, customer_id: player.id });
    await aCertificate(app.db, { customer_id: buyer.id });
    const customer = { ...NAMED, type: 'GiftCertificateRecipient' };
    for (const { id } of [player, buyer]) {
      expect(await app.call(customers.update, { body: { id, customer } }, agent)).toMatchObject({
        status: 422,
        body: { errors: { type: [expect.stringContaining('use this customer')] } },
      });
      await app.ok(customers.update, { body: { id, customer: NAMED } }, agent);
    }
    await app.ok(
      customers.update,
      { body: { id: free.id, customer: { ...NAMED, type: customer.type } } } as never,
      agent,
    );
    expect(await show(free.id)).toMatchObject({ type: 'GiftCertificateRecipient' });
  });
});
