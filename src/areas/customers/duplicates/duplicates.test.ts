import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCourse, aCustomer } from '../../../../test/support/factories.ts';
import { bookTeeTime } from '../../../../test/support/bookings.ts';
import { untilLockWait } from '../../../../test/support/lock-waits.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import { customers } from '../customers.contract.ts';
import { findOrMakeRecipient } from '../find-or-make.queries.ts';
import { findDuplicateCustomer } from './duplicates.queries.ts';

const app = testApp();
let agent: HeaderFields;
let pat: { id: number };

const create = (given: object, headers: HeaderFields = agent) =>
  app.call(
    customers.create,
    { body: { customer: { first_name: 'Pat', last_name: 'Doe', ...given } } },
    headers,
  );
const made = async () => Number(await app.ok(customers.count, { query: {} }, agent));

beforeAll(async () => {
  agent = await app.signedIn('agent');
});
beforeEach(async () => {
  await app.db.deleteFrom('customers').execute();
  pat = await aCustomer(app.db, {
    first_name: 'Patricia',
    last_name: 'Doe',
    email: ' Pat@Golf.example',
    primary_phone: '(619) 555-0134',
    mobile_phone: '1-858-555-0199',
  });
});

test('a recipient who is being made is waited for by who sells a certificate for them', async () => {
  const person = { first_name: 'Gus', last_name: 'Gift', email: 'gus@golf.example', primary_phone: '' };
  const type = 'GiftCertificateRecipient' as const;
  const doer = { name: 'Agent', address: '203.0.113.9' };
  let found: Promise<number> | undefined;
  const making = runTransaction(app.db, async (db) => {
    expect(await findDuplicateCustomer(db, { ...person, type, mobile_phone: null })).toBeUndefined();
    found = runTransaction(app.db, (other) => findOrMakeRecipient(other, { ...person, postcode: '' }, doer));
    await untilLockWait(app);
    return db
      .insertInto('customers')
      .values({ ...person, type })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  const { id } = await making;
  expect(await found).toBe(id);
});

describe('a new customer', () => {
  test.each([
    ['email', { email: 'pat@golf.EXAMPLE' }],
    ['phone', { email: 'new@golf.example', primary_phone: '619.555.0134' }],
    ['phone', { primary_phone: '+1 619 555 0134' }],
    ['phone', { primary_phone: '619-555-0134 x12' }],
    ['phone', { primary_phone: '619\u00a0555\u20110134 Ext. 12' }],
    ['phone', { mobile_phone: '6195550134' }],
    ['phone', { primary_phone: '858 555 0199' }],
    ['email', { email: 'PAT@golf.example ', primary_phone: '(858) 555-0199' }],
  ])('with a known %s is not created, but answered with whom it matches: %j', async (matched_by, given) => {
    expect(await create(given)).toMatchObject({
      status: 200,
      body: { id: pat.id, duplicate: true, matched_by, first_name: 'Patricia', last_name: 'Doe' },
    });
    expect(await made()).toBe(1);
  });

  test.each([
    ['nothing to compare', {}],
    ['another e-mail and phone', { email: 'pat@golf.example.org', primary_phone: '619 555 0135' }],
    ['a part of the number', { primary_phone: '555-0134' }],
    ['the type of a recipient', { type: 'GiftCertificateRecipient', email: 'pat@golf.example' }],
  ])('with %s is created', async (_, given) => {
    const { status, body } = await create(given);
    expect({ status, body }).toEqual({ status: 200, body: { id: expect.any(Number) } });
    expect(await made()).toBe(2);
  });

  test('that was none keeps neither its key nor what it was told of somebody', async () => {
    const keyed = { ...agent, 'idempotency-key': 'a-duplicate-of-pat' };
    const given = { email: 'pat@golf.example' };
    expect(await create(given, keyed)).toMatchObject({ body: { id: pat.id, duplicate: true } });
    const kept = app.db.selectFrom('operations').select('id').where('kind', '=', 'create');
    expect(await kept.execute()).toEqual([]);
    const { body } = await create({ ...given, ignore_duplicate: true }, keyed);
    expect(body).toEqual({ id: expect.any(Number) });
    expect(await create({ ...given, ignore_duplicate: true }, keyed)).toMatchObject({ body });
    expect(await made()).toBe(2);
  });

  test('is created after all when asked to be a duplicate', async () => {
    const { body } = await create({ email: 'pat@golf.example', ignore_duplicate: true });
    expect(body).toEqual({ id: expect.any(Number) });
    expect(body).not.toEqual({ id: pat.id });
    expect(await made()).toBe(2);
  });

  test('matches by e-mail before by phone, and the oldest of several', async () => {
    const byEmail = await aCustomer(app.db, { email: 'second@golf.example' });
    await aCustomer(app.db, { email: 'Second@golf.example' });
    const { body } = await create({ email: 'second@golf.example', primary_phone: '6195550134' });
    expect(body).toMatchObject({ id: byEmail.id, matched_by: 'email' });
  });

  test('of the type of a recipient matches recipients only', async () => {
    const recipient = { type: 'GiftCertificateRecipient', email: 'gift@golf.example' };
    const { body } = await create(recipient);
    expect(body).toEqual({ id: expect.any(Number) });
    expect((await create(recipient)).body).toMatchObject({ duplicate: true, matched_by: 'email' });
    expect((await create({ email: 'gift@golf.example' })).body).not.toHaveProperty('duplicate');
  });
});

describe('two creates at once', () => {
  const ROUNDS = Array.from({ length: 20 }, (_, round) => round);
  const twice = async (given: (round: number, which: number) => object) => {
    const admin = await app.signedIn('admin');
    for (const round of ROUNDS) {
      const answers = await Promise.all([create(given(round, 0), agent), create(given(round, 1), admin)]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
      const [first, second] = answers.map((answer) => answer.body as { id: number; duplicate?: true });
      expect([first?.duplicate, second?.duplicate].filter(Boolean)).toHaveLength(1);
      expect(first?.id).toBe(second?.id);
    }
    expect(await made()).toBe(1 + ROUNDS.length);
  };

  test('for one new e-mail make one customer', () =>
    twice((round, which) => ({
      email: which === 0 ? `New${round}@golf.example` : `new${round}@GOLF.example`,
    })));

  test('for one new phone number make one customer, primary or mobile', () =>
    twice((round, which) => {
      const number = `760555${1000 + round}`;
      return which === 0
        ? { email: `a${round}@golf.example`, primary_phone: number }
        : { email: `b${round}@golf.example`, mobile_phone: `+1 ${number}` };
    }));

  test('that share their numbers crosswise never wait in a circle', () =>
    twice((round, which) => {
      const [one, other] = [`760555${2000 + round}`, `760555${3000 + round}`];
      return which === 0
        ? { primary_phone: one, mobile_phone: other }
        : { primary_phone: other, mobile_phone: one };
    }));

  test('and a booking for one new e-mail make one customer', async () => {
    const course = await aCourse(app.db);
    for (const round of ROUNDS.slice(0, 5)) {
      const email = `caller${round}@golf.example`;
      await Promise.all([
        create({ email }),
        bookTeeTime(app, agent, { course: course.id, customer: { email } }),
      ]);
      expect(await app.ok(customers.match, { query: { email } }, agent)).toHaveLength(1);
    }
    await app.db.updateTable('tee_times').set({ customer_id: pat.id }).execute();
  });
});
