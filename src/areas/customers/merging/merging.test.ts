import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type Headers } from '../../../../test/support/app.ts';
import { book } from '../../../../test/support/bookings.ts';
import { auditOf } from '../../../../test/support/catalogue.ts';
import {
  aCertificate,
  aCourse,
  aCustomer,
  aQueueEntry,
  aTeeTime,
} from '../../../../test/support/factories.ts';
import { history } from '../../../contract/history/history.ts';
import { customerHub } from '../../customer-hub/customer-hub.contract.ts';
import { giftCertificates } from '../../gift-certificates/gift-certificates.contract.ts';
import { search } from '../../search/search.contract.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';
import { waitList } from '../../wait-list/wait-list.contract.ts';
import { customers } from '../customers.contract.ts';
import { customerMerges, type MergedField } from './merging.contract.ts';

const app = testApp();
let admin: Headers;
let agent: Headers;
let course: { id: number };
beforeAll(async () => {
  // A number of one digit is not searched for.
  await sql`select setval(pg_get_serial_sequence('customers', 'id'), 100)`.execute(app.db);
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
  course = await aCourse(app.db);
});

const seen = async (id: number) => {
  const { updated_at } = await app.ok(customers.show, { params: { id } }, agent);
  return { id, updated_at };
};
type Taken = MergedField[];
const bodyOf = async (stays: number, goes: number, taken: Taken = []) => ({
  body: { stays: await seen(stays), goes: await seen(goes), taken },
});
const merge = async (stays: number, goes: number, taken: Taken = []) =>
  app.ok(customerMerges.merge, await bodyOf(stays, goes, taken), admin);
const customerOf = async (table: 'tee_times' | 'lost_leads', id: number) =>
  (await app.db.selectFrom(table).select('customer_id').where('id', '=', id).executeTakeFirstOrThrow())
    .customer_id;

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

describe('a merge', () => {
  let stays: { id: number; email: string };
  let goes: { id: number; email: string };
  beforeEach(async () => {
    ({ stays, goes } = await twoOfOne());
  });

  test('keeps the values that were chosen, and lists follow the name', async () => {
    const theirs = await aTeeTime(app.db, { course_id: course.id, customer_id: goes.id });
    const own = await aTeeTime(app.db, { course_id: course.id, customer_id: stays.id });
    const { serial } = await aCertificate(app.db, { customer_id: goes.id });
    await merge(stays.id, goes.id, ['last_name', 'city']);
    expect(await app.ok(customers.show, { params: { id: stays.id } }, agent)).toMatchObject({
      first_name: 'Ann',
      last_name: 'Leigh',
      city: 'Vista',
      primary_phone: '619 555 0101',
      email: stays.email,
    });
    const listed = await app.ok(teeTimes.index, { query: { filters: { customer_id: stays.id } } }, agent);
    expect(new Map(listed.map(({ id, last_name }) => [id, last_name]))).toEqual(
      new Map([theirs.id, own.id].map((id) => [id, 'Leigh'])),
    );
    const [certificate] = await app.ok(giftCertificates.index, { query: { filters: { serial } } }, agent);
    expect(certificate).toMatchObject({ first_name: 'Ann', last_name: 'Leigh', email: stays.email });
    expect(await app.ok(customers.index, { query: { filters: { id: goes.id } } }, agent)).toMatchObject([
      { id: stays.id },
    ]);
  });

  test('leaves the old number leading to the one that stays', async () => {
    const { id } = await aTeeTime(app.db, { course_id: course.id, customer_id: goes.id });
    await merge(stays.id, goes.id);
    const params = { id: goes.id };
    expect(await app.ok(customers.show, { params }, agent)).toMatchObject({
      id: stays.id,
      first_name: 'Ann',
    });
    expect(await app.ok(customerHub.rounds, { params }, agent)).toMatchObject({ total: 1 });
    const theirs = { query: { filters: { customer_id: goes.id } } };
    expect(await app.ok(teeTimes.index, theirs, agent)).toMatchObject([{ id }]);
    const found = await app.ok(search.index, { query: { q: String(goes.id) } }, agent);
    expect(found.find(({ kind }) => kind === 'Customer')).toMatchObject({
      id: stays.id,
      path: `/manage-customer/${stays.id}`,
    });
    const other = await aCustomer(app.db);
    const given = (customer_id: number) => ({ body: { id, customer_id } });
    await app.ok(teeTimes.updateCustomer, given(other.id), agent);
    await app.ok(teeTimes.updateCustomer, given(goes.id), agent);
    expect(await customerOf('tee_times', id)).toBe(stays.id);
    const { serial, id: certificate } = await aCertificate(app.db, { customer_id: other.id });
    const purchaser = { params: { serial }, body: { purchaser_id: goes.id } };
    await app.ok(giftCertificates.updatePurchaser, purchaser, agent);
    expect(await app.ok(giftCertificates.show, { params: { id: certificate } }, agent)).toMatchObject({
      customer: { id: stays.id },
    });
  });

  test.each([
    ['e-mail', () => goes.email],
    ['e-mail in capitals', () => goes.email.toUpperCase()],
    ['phone', () => '(760) 555-0202'],
    ['name', () => 'annie leigh'],
  ])('leaves the old %s leading to the one that stays in search', async (_, typed) => {
    await app.db.deleteFrom('former_names').execute();
    await merge(stays.id, goes.id);
    const found = await app.ok(search.index, { query: { q: typed() } }, agent);
    expect(found.filter(({ kind }) => kind === 'Customer').map(({ id }) => id)).toContain(stays.id);
    const callers = await app.ok(search.callers, { query: { q: typed() } }, agent);
    expect(callers.map(({ id }) => id)).toContain(stays.id);
  });

  test('leaves the old e-mail and phone to be booked with, and nobody is made anew', async () => {
    await merge(stays.id, goes.id);
    expect(await app.ok(customers.match, { query: { email: goes.email } }, agent)).toMatchObject([
      { id: stays.id },
    ]);
    const { id } = await book(app, agent, { course: course.id, customer: { email: goes.email } });
    expect(await customerOf('tee_times', id)).toBe(stays.id);
    const waits = {
      course,
      lead_date: '2027-06-20',
      play_time: '07:42',
      players: 2,
      customer: { first_name: 'ANNIE', last_name: 'leigh', primary_phone: '1 760 555-0202' },
    };
    const lead = await app.ok(waitList.waitFor, { body: { lost_lead: waits } }, agent);
    expect(await customerOf('lost_leads', lead.id)).toBe(stays.id);
    const customer = { first_name: 'A', last_name: 'L', email: goes.email };
    expect(await app.ok(customers.create, { body: { customer } }, agent)).toMatchObject({
      id: stays.id,
      duplicate: true,
      matched_by: 'email',
    });
    const known = await app.db.selectFrom('customers').select('id').where('email', '=', goes.email).execute();
    expect(known).toEqual([]);
  });

  test('leaves the e-mail that gave way leading to the one that stays, whoever had it', async () => {
    await merge(stays.id, goes.id, ['email', 'first_name', 'primary_phone']);
    expect(await app.ok(customers.show, { params: { id: stays.id } }, agent)).toMatchObject({
      email: goes.email,
    });
    const { id } = await book(app, agent, { course: course.id, customer: { email: stays.email } });
    expect(await customerOf('tee_times', id)).toBe(stays.id);
    const found = await app.ok(search.index, { query: { q: stays.email } }, agent);
    expect(found.find(({ kind }) => kind === 'Customer')).toMatchObject({ id: stays.id });
  });

  test('who waits under the old e-mail may book with it, and leaves the queue', async () => {
    const { id, lost_lead_id } = await aQueueEntry(app.db, course.id, { lead_date: '2030-06-20' });
    await app.db
      .updateTable('lost_leads')
      .set({ customer_id: goes.id })
      .where('id', '=', lost_lead_id)
      .execute();
    await merge(stays.id, goes.id);
    const tee_time = { play_date: '2030-06-20', availability_queue_id: id };
    const booked = await book(app, agent, { course: course.id, customer: { email: goes.email }, tee_time });
    expect(await customerOf('lost_leads', lost_lead_id)).toBe(stays.id);
    const left = app.db.selectFrom('lost_leads').select('tee_time_id').where('id', '=', lost_lead_id);
    expect(await left.executeTakeFirst()).toEqual({ tee_time_id: booked.id });
  });

  test('is told by both, with all that the other said, and what was done with it before', async () => {
    const { id: round } = await aTeeTime(app.db, { course_id: course.id, customer_id: goes.id });
    await app.ok(
      history.note,
      { params: { record: 'customers', id: goes.id }, body: { note: 'Plays left' } },
      agent,
    );
    await merge(stays.id, goes.id, ['city']);
    for (const id of [stays.id, goes.id]) {
      const { told } = await app.ok(history.show, { params: { record: 'customers', id }, query: {} }, agent);
      expect(told.map(({ did, note }) => [did, note])).toEqual([
        [`merged it into this one, as it was here (customer ${goes.id})`, null],
        [`merged customer ${goes.id}, Annie Leigh, into this one: 1 tee time came along`, null],
        [`wrote a note (customer ${goes.id})`, 'Plays left'],
      ]);
      const [was, is] = told;
      expect(is?.changes).toEqual([{ field: 'city', before: null, after: 'Vista' }]);
      expect(was?.changes.map(({ field }) => field).toSorted()).toEqual([
        'city',
        'email',
        'first_name',
        'last_name',
        'primary_phone',
      ]);
    }
    const params = { record: 'tee_times', id: round } as const;
    const { told } = await app.ok(history.show, { params, query: {} }, agent);
    expect(told[0]?.changes).toEqual([{ field: 'customer', before: 'Annie Leigh', after: 'Ann Lee' }]);
    expect(await auditOf(app, 'customer', goes.id)).toContainEqual(
      expect.objectContaining({
        action: 'merged into another',
        before: expect.objectContaining({
          email: goes.email,
          first_name: 'Annie',
          primary_phone: '760 555 0202',
        }),
        after: { customer_id: stays.id },
      }),
    );
  });

  test('a note on the old number is one on the customer who stays', async () => {
    await merge(stays.id, goes.id);
    const params = { record: 'customers', id: goes.id } as const;
    await app.ok(history.note, { params, body: { note: 'Moved' } }, agent);
    const { told } = await app.ok(history.show, { params, query: {} }, agent);
    expect(told[0]).toMatchObject({ did: 'wrote a note', note: 'Moved' });
  });

  test('one after the other leads to the last', async () => {
    const last = await aCustomer(app.db);
    const { id: round } = await aTeeTime(app.db, { course_id: course.id, customer_id: goes.id });
    await merge(stays.id, goes.id);
    await merge(last.id, stays.id);
    for (const id of [goes.id, stays.id])
      expect(await app.ok(customers.show, { params: { id } }, agent)).toMatchObject({ id: last.id });
    expect(await customerOf('tee_times', round)).toBe(last.id);
    expect(await app.ok(customers.match, { query: { email: goes.email } }, agent)).toMatchObject([
      { id: last.id },
    ]);
    const { told } = await app.ok(
      history.show,
      { params: { record: 'customers', id: goes.id }, query: {} },
      agent,
    );
    expect(told.filter(({ did }) => did.startsWith('merged customer'))).toHaveLength(2);
  });

  test('changes nothing of the books and of letters that were sent', async () => {
    const { id: round } = await book(app, agent, { course: course.id, customer: { email: goes.email } });
    const { serial } = await aCertificate(app.db, { customer_id: goes.id });
    await app.ok(giftCertificates.receipt, { params: { serial } }, agent);
    const kept = async () => {
      const all: unknown[] = [];
      for (const table of ['ledger_transactions', 'ledger_entries', 'payment_attempts', 'outbox'])
        all.push((await sql`select * from ${sql.table(table)} order by id`.execute(app.db)).rows);
      return all;
    };
    const before = await kept();
    await merge(stays.id, goes.id);
    expect(await kept()).toEqual(before);
    expect(await customerOf('tee_times', round)).toBe(stays.id);
  });
});

describe('a merge is refused', () => {
  test('to agents and hotels, who are told of nobody either', async () => {
    const { stays, goes } = await twoOfOne();
    for (const who of ['agent', 'psgr', 'hotels'] as const) {
      const headers = await app.signedIn(who);
      const alike = { params: { id: stays.id } };
      const preview = { params: { id: stays.id, other_id: goes.id } };
      expect((await app.call(customerMerges.merge, await bodyOf(stays.id, goes.id), headers)).status).toBe(
        403,
      );
      expect((await app.call(customerMerges.alike, alike, headers)).status).toBe(403);
      expect((await app.call(customerMerges.preview, preview, headers)).status).toBe(403);
    }
  });

  test.each(['stays', 'goes'] as const)(
    'where the one that %s was changed since it was seen',
    async (which) => {
      const { stays, goes } = await twoOfOne();
      const asked = await bodyOf(stays.id, goes.id);
      const id = which === 'stays' ? stays.id : goes.id;
      await app.ok(customers.update, { body: { id, customer: { city: 'Encinitas' } } }, agent);
      expect(await app.call(customerMerges.merge, asked, admin)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('changed this on') },
      });
    },
  );

  test('where they were merged already, and it is said who did it; so is an edit of the one that went', async () => {
    const { stays, goes } = await twoOfOne();
    const crosswise = await bodyOf(goes.id, stays.id);
    const again = await bodyOf(stays.id, goes.id);
    await merge(stays.id, goes.id);
    const message = expect.stringContaining(`merged customer ${goes.id} into customer ${stays.id} on`);
    for (const asked of [crosswise, again])
      expect(await app.call(customerMerges.merge, asked, admin)).toMatchObject({
        status: 409,
        body: { message },
      });
    const edit = { body: { id: goes.id, customer: { city: 'Late' } } };
    expect(await app.call(customers.update, edit, agent)).toMatchObject({ status: 409, body: { message } });
  });

  test('twice under one key, which is answered as it was', async () => {
    const { stays, goes } = await twoOfOne();
    const asked = await bodyOf(stays.id, goes.id);
    const key = { ...admin, 'idempotency-key': 'merge-again' };
    for (const headers of [key, key])
      expect(await app.call(customerMerges.merge, asked, headers)).toMatchObject({
        status: 200,
        body: { id: stays.id },
      });
  });

  test('of one with itself, of two types, of nobody, and of a field that there is not', async () => {
    const { stays, goes } = await twoOfOne();
    const recipient = await aCustomer(app.db, { type: 'GiftCertificateRecipient' });
    const refused = async (asked: object) => {
      const { status, body } = await app.call(customerMerges.merge, asked, admin);
      return [status, body];
    };
    expect(await refused(await bodyOf(stays.id, stays.id))).toMatchObject([
      422,
      { errors: { goes: ['must be another customer'] } },
    ]);
    expect(await refused(await bodyOf(stays.id, recipient.id))).toMatchObject([
      422,
      { errors: { goes: [expect.stringContaining('is of another type')] } },
    ]);
    const { body } = await bodyOf(stays.id, goes.id);
    expect(await refused({ body: { ...body, goes: { ...body.goes, id: 424242 } } })).toMatchObject([404, {}]);
    expect(await refused({ body: { ...body, taken: ['type'] } })).toMatchObject([422, { errors: {} }]);
    const preview = (other_id: number) =>
      app.call(customerMerges.preview, { params: { id: stays.id, other_id } }, admin);
    expect(await preview(stays.id)).toMatchObject({
      status: 422,
      body: { errors: { other_id: ['is the same customer'] } },
    });
    expect((await preview(recipient.id)).status).toBe(422);
    expect((await preview(424242)).status).toBe(404);
  });
});

test('the preview has the older first, and counts what names either', async () => {
  const younger = await aCustomer(app.db, { created_at: '2026-02-01T00:00:00Z' });
  const older = await aCustomer(app.db, { created_at: '2026-01-01T00:00:00Z' });
  await aTeeTime(app.db, { course_id: course.id, customer_id: younger.id, pipedrive_deal_id: 7 });
  await aTeeTime(app.db, { course_id: course.id, customer_id: younger.id });
  const { serial } = await aCertificate(app.db, { customer_id: younger.id });
  await app.ok(giftCertificates.receipt, { params: { serial } }, agent);
  const entry = await aQueueEntry(app.db, course.id);
  await app.db
    .updateTable('lost_leads')
    .set({ customer_id: younger.id })
    .where('id', '=', entry.lost_lead_id)
    .execute();
  await app.ok(
    history.note,
    { params: { record: 'customers', id: younger.id }, body: { note: 'Tall' } },
    agent,
  );
  const asked = { params: { id: younger.id, other_id: older.id } };
  const { sides } = await app.ok(customerMerges.preview, asked, admin);
  expect(sides.map(({ id }) => id)).toEqual([older.id, younger.id]);
  expect(sides[1].named).toEqual({
    rounds: 2,
    deals: 1,
    certificates_bought: 1,
    certificates_received: 0,
    leads: 1,
    queue_entries: 1,
    letters: 1,
    notes: 1,
  });
  expect(Object.values(sides[0].named)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});

describe('who looks like the same person', () => {
  let id: number;
  beforeEach(async () => {
    await app.db.deleteFrom('former_names').execute();
    await app.db
      .updateTable('customers')
      .set({ email: '', primary_phone: null, mobile_phone: null, postcode: null })
      .execute();
    const ann = { first_name: 'Ann', last_name: 'Lee', email: ' Ann@Golf.example ', postcode: '92 037' };
    ({ id } = await aCustomer(app.db, { ...ann, primary_phone: '(619) 555-0134', mobile_phone: '12' }));
  });
  const alike = async () =>
    (await app.ok(customerMerges.alike, { params: { id } }, admin)).map((each) => [each.id, each.by]);

  test.each([
    ['the e-mail in any case', 'email', { email: 'ann@golf.EXAMPLE' }],
    ['the phone, however it is grouped', 'phone', { primary_phone: '+1 619 555 0134' }],
    ['the phone as the mobile one', 'phone', { mobile_phone: '6195550134' }],
    ['the name and postcode', 'name', { first_name: 'ANN', last_name: 'lee', postcode: '92037' }],
    ['e-mail and phone, said once', 'email', { email: 'ann@golf.example', primary_phone: '6195550134' }],
  ])('has %s', async (_, by, given) => {
    const other = await aCustomer(app.db, given);
    expect(await alike()).toEqual([[other.id, by]]);
  });

  test.each([
    ['a part of the number', { primary_phone: '5550134' }],
    ['the same extension', { mobile_phone: '12' }],
    ['the name alone', { first_name: 'Ann', last_name: 'Lee', email: '' }],
    ['the postcode alone', { postcode: '92037' }],
    ['another type', { type: 'GiftCertificateRecipient', email: 'ann@golf.example' }],
  ] as const)('is not who has %s', async (_, given) => {
    await aCustomer(app.db, given);
    expect(await alike()).toEqual([]);
  });

  test('is three at most, the surest first', async () => {
    const named = await aCustomer(app.db, { first_name: 'Ann', last_name: 'Lee', postcode: '92037' });
    const called = await aCustomer(app.db, { primary_phone: '6195550134' });
    const mailed = await aCustomer(app.db, { email: 'ann@golf.example' });
    await aCustomer(app.db, { first_name: 'Ann', last_name: 'Lee', postcode: '92037' });
    expect(await alike()).toEqual([
      [mailed.id, 'email'],
      [called.id, 'phone'],
      [named.id, 'name'],
    ]);
  });
});

test('one with more tee times than are renamed at once is merged whole', async () => {
  const { stays, goes } = await twoOfOne();
  await sql`insert into tee_times (state, source, agent, course_id, customer_id, play_date, play_time, players,
      players_booked, confirmation, raw_charge, raw_total)
    select 'failed', 'internal', 'Agent', ${course.id}, ${goes.id}, '2030-06-01', '08:00', 2, 2, 'X', 0, 0
    from generate_series(1, 1200)`.execute(app.db);
  await merge(stays.id, goes.id);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from tee_time_list where customer_id = ${stays.id} and last_name = 'Lee'`.execute(
    app.db,
  );
  expect(rows).toEqual([{ n: 1200 }]);
});
