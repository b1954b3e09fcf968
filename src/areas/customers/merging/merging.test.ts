import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { bookTeeTime } from '../../../../test/support/bookings.ts';
import { auditOf } from '../../../../test/support/audit-entries.ts';
import { aCertificate, aCustomer, aQueueEntry, aTeeTime } from '../../../../test/support/factories.ts';
import { mergingSetup } from '../../../../test/support/merging.ts';
import { history } from '../../../contract/history/history.ts';
import { customerHub } from '../../customer-hub/customer-hub.contract.ts';
import { giftCertificates } from '../../gift-certificates/gift-certificates.contract.ts';
import { search } from '../../search/search.contract.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';
import { waitList } from '../../wait-list/wait-list.contract.ts';
import { customers } from '../customers.contract.ts';

const { app, at, merge, twoOfOne } = mergingSetup();
const customerOf = async (table: 'tee_times' | 'lost_leads', id: number) =>
  (await app.db.selectFrom(table).select('customer_id').where('id', '=', id).executeTakeFirstOrThrow())
    .customer_id;

describe('a merge', () => {
  let stays: { id: number; email: string };
  let goes: { id: number; email: string };
  beforeEach(async () => {
    ({ stays, goes } = await twoOfOne());
  });

  test('keeps the values that were chosen, and lists follow the name', async () => {
    const theirs = await aTeeTime(app.db, { course_id: at.course.id, customer_id: goes.id });
    const own = await aTeeTime(app.db, { course_id: at.course.id, customer_id: stays.id });
    const { serial } = await aCertificate(app.db, { customer_id: goes.id });
    await merge(stays.id, goes.id, ['last_name', 'city']);
    expect(await app.ok(customers.show, { params: { id: stays.id } }, at.agent)).toMatchObject({
      first_name: 'Ann',
      last_name: 'Leigh',
      city: 'Vista',
      primary_phone: '619 555 0101',
      email: stays.email,
    });
    const listed = await app.ok(teeTimes.index, { query: { filters: { customer_id: stays.id } } }, at.agent);
    expect(new Map(listed.map(({ id, last_name }) => [id, last_name]))).toEqual(
      new Map([theirs.id, own.id].map((id) => [id, 'Leigh'])),
    );
    const [certificate] = await app.ok(giftCertificates.index, { query: { filters: { serial } } }, at.agent);
    expect(certificate).toMatchObject({ first_name: 'Ann', last_name: 'Leigh', email: stays.email });
    expect(await app.ok(customers.index, { query: { filters: { id: goes.id } } }, at.agent)).toMatchObject([
      { id: stays.id },
    ]);
  });

  test('leaves the old number leading to the one that stays', async () => {
    const { id } = await aTeeTime(app.db, { course_id: at.course.id, customer_id: goes.id });
    await merge(stays.id, goes.id);
    const params = { id: goes.id };
    expect(await app.ok(customers.show, { params }, at.agent)).toMatchObject({
      id: stays.id,
      first_name: 'Ann',
    });
    expect(await app.ok(customerHub.rounds, { params }, at.agent)).toMatchObject({ total: 1 });
    const theirs = { query: { filters: { customer_id: goes.id } } };
    expect(await app.ok(teeTimes.index, theirs, at.agent)).toMatchObject([{ id }]);
    const found = await app.ok(search.index, { query: { q: String(goes.id) } }, at.agent);
    expect(found.find(({ kind }) => kind === 'Customer')).toMatchObject({
      id: stays.id,
      path: `/manage-customer/${stays.id}`,
    });
    const other = await aCustomer(app.db);
    const given = (customer_id: number) => ({ body: { id, customer_id } });
    await app.ok(teeTimes.updateCustomer, given(other.id), at.agent);
    await app.ok(teeTimes.updateCustomer, given(goes.id), at.agent);
    expect(await customerOf('tee_times', id)).toBe(stays.id);
    const { serial, id: certificate } = await aCertificate(app.db, { customer_id: other.id });
    const purchaser = { params: { serial }, body: { purchaser_id: goes.id } };
    await app.ok(giftCertificates.updatePurchaser, purchaser, at.agent);
    expect(await app.ok(giftCertificates.show, { params: { id: certificate } }, at.agent)).toMatchObject({
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
    const found = await app.ok(search.index, { query: { q: typed() } }, at.agent);
    expect(found.filter(({ kind }) => kind === 'Customer').map(({ id }) => id)).toContain(stays.id);
    const callers = await app.ok(search.callers, { query: { q: typed() } }, at.agent);
    expect(callers.map(({ id }) => id)).toContain(stays.id);
  });

  test('leaves the old e-mail and phone to be booked with, and nobody is made again', async () => {
    await merge(stays.id, goes.id);
    expect(await app.ok(customers.match, { query: { email: goes.email } }, at.agent)).toMatchObject([
      { id: stays.id },
    ]);
    const { id } = await bookTeeTime(app, at.agent, {
      course: at.course.id,
      customer: { email: goes.email },
    });
    expect(await customerOf('tee_times', id)).toBe(stays.id);
    const waits = {
      course: at.course,
      lead_date: '2027-06-20',
      play_time: '07:42',
      players: 2,
      customer: { first_name: 'ANNIE', last_name: 'leigh', primary_phone: '1 760 555-0202' },
    };
    const lead = await app.ok(waitList.waitFor, { body: { lost_lead: waits } }, at.agent);
    expect(await customerOf('lost_leads', lead.id)).toBe(stays.id);
    const customer = { first_name: 'A', last_name: 'L', email: goes.email };
    expect(await app.ok(customers.create, { body: { customer } }, at.agent)).toMatchObject({
      id: stays.id,
      duplicate: true,
      matched_by: 'email',
    });
    const known = await app.db.selectFrom('customers').select('id').where('email', '=', goes.email).execute();
    expect(known).toEqual([]);
  });

  test('leaves the e-mail that gave way leading to the one that stays, whoever had it', async () => {
    await merge(stays.id, goes.id, ['email', 'first_name', 'primary_phone']);
    expect(await app.ok(customers.show, { params: { id: stays.id } }, at.agent)).toMatchObject({
      email: goes.email,
    });
    const { id } = await bookTeeTime(app, at.agent, {
      course: at.course.id,
      customer: { email: stays.email },
    });
    expect(await customerOf('tee_times', id)).toBe(stays.id);
    const found = await app.ok(search.index, { query: { q: stays.email } }, at.agent);
    expect(found.find(({ kind }) => kind === 'Customer')).toMatchObject({ id: stays.id });
  });

  test('who waits under the old e-mail may book with it, and leaves the queue', async () => {
    const { id, lost_lead_id } = await aQueueEntry(app.db, at.course.id, { lead_date: '2030-06-20' });
    await app.db
      .updateTable('lost_leads')
      .set({ customer_id: goes.id })
      .where('id', '=', lost_lead_id)
      .execute();
    await merge(stays.id, goes.id);
    const tee_time = { play_date: '2030-06-20', availability_queue_id: id };
    const booked = await bookTeeTime(app, at.agent, {
      course: at.course.id,
      customer: { email: goes.email },
      tee_time,
    });
    expect(await customerOf('lost_leads', lost_lead_id)).toBe(stays.id);
    const left = app.db.selectFrom('lost_leads').select('tee_time_id').where('id', '=', lost_lead_id);
    expect(await left.executeTakeFirst()).toEqual({ tee_time_id: booked.id });
  });

  test('is told by both, with all that the other said, and what was done with it before', async () => {
    const { id: round } = await aTeeTime(app.db, { course_id: at.course.id, customer_id: goes.id });
    await app.ok(
      history.note,
      { params: { record: 'customers', id: goes.id }, body: { note: 'Plays left' } },
      at.agent,
    );
    await merge(stays.id, goes.id, ['city']);
    for (const id of [stays.id, goes.id]) {
      const { told } = await app.ok(
        history.show,
        { params: { record: 'customers', id }, query: {} },
        at.agent,
      );
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
    const { told } = await app.ok(history.show, { params, query: {} }, at.agent);
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
    await app.ok(history.note, { params, body: { note: 'Moved' } }, at.agent);
    const { told } = await app.ok(history.show, { params, query: {} }, at.agent);
    expect(told[0]).toMatchObject({ did: 'wrote a note', note: 'Moved' });
  });

  test('one after the other leads to the last', async () => {
    const last = await aCustomer(app.db);
    const { id: round } = await aTeeTime(app.db, { course_id: at.course.id, customer_id: goes.id });
    await merge(stays.id, goes.id);
    await merge(last.id, stays.id);
    for (const id of [goes.id, stays.id])
      expect(await app.ok(customers.show, { params: { id } }, at.agent)).toMatchObject({ id: last.id });
    expect(await customerOf('tee_times', round)).toBe(last.id);
    expect(await app.ok(customers.match, { query: { email: goes.email } }, at.agent)).toMatchObject([
      { id: last.id },
    ]);
    const { told } = await app.ok(
      history.show,
      { params: { record: 'customers', id: goes.id }, query: {} },
      at.agent,
    );
    expect(told.filter(({ did }) => did.startsWith('merged customer'))).toHaveLength(2);
  });

  test('changes nothing of the books and of letters that were sent', async () => {
    const { id: round } = await bookTeeTime(app, at.agent, {
      course: at.course.id,
      customer: { email: goes.email },
    });
    const { serial } = await aCertificate(app.db, { customer_id: goes.id });
    await app.ok(giftCertificates.receipt, { params: { serial } }, at.agent);
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

test('one with more tee times than are renamed at once is merged whole', async () => {
  const { stays, goes } = await twoOfOne();
  await sql`insert into tee_times (state, source, agent, course_id, customer_id, play_date, play_time, players,
      players_booked, confirmation, raw_charge, raw_total)
    select 'failed', 'internal', 'Agent', ${at.course.id}, ${goes.id}, '2030-06-01', '08:00', 2, 2, 'X', 0, 0
    from generate_series(1, 1200)`.execute(app.db);
  await merge(stays.id, goes.id);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from tee_time_list where customer_id = ${stays.id} and last_name = 'Lee'`.execute(
    app.db,
  );
  expect(rows).toEqual([{ n: 1200 }]);
});
