import { describe, expect, test } from 'vitest';
import { aCard, bookTeeTime } from '../../../test/support/bookings.ts';
import { aCertificate, aCourse, aCustomer, aQueueEntry } from '../../../test/support/factories.ts';
import { aRecordOfEachKind, historySetup } from '../../../test/support/told-histories.ts';
import type { RecordWithHistory } from '../../contract/history/history.ts';
import { courses } from '../courses/courses.contract.ts';
import { customers } from '../customers/customers.contract.ts';
import { discounts } from '../discounts/discounts.contract.ts';
import { giftCertificates } from '../gift-certificates/gift-certificates.contract.ts';
import { holidays } from '../holidays/holidays.contract.ts';
import { outbox } from '../outbox/outbox.contract.ts';
import { rateDateRanges } from '../rates/ranges/rate-date-ranges.contract.ts';
import { rates } from '../rates/rates.contract.ts';
import { rentalClubs } from '../rental-clubs/rental-clubs.contract.ts';
import { staffMessage } from '../staff-message/staff-message.contract.ts';
import { staffUsers } from '../staff-users/staff-users.contract.ts';
import { roundChanges } from '../tee-times/repricing/round-changes.contract.ts';
import { teeTimes } from '../tee-times/tee-times.contract.ts';
import { waitList } from '../wait-list/wait-list.contract.ts';

const { app, at, page, whole, read, note } = historySetup();

/** Returns the audit entries about records that have a page, by their keys in a history. */
async function writtenDown() {
  const entries = await app.db.selectFrom('audit_entries').select(['id', 'subject']).execute();
  return entries.filter(({ subject }) => subject !== 'list').map(({ id }) => `audit ${id}`);
}

test('a tee time tells its booking, what it changed from and to, its letters, its refund and its notes', async () => {
  const customer = await aCustomer(app.db, { first_name: 'Ann', last_name: 'Lee' });
  const card = { credit_card: aCard('approved') };
  const { id } = await bookTeeTime(app, at.agent, {
    course: at.course.id,
    ...card,
    customer: { last_name: 'Doe' },
  });
  await app.ok(teeTimes.update, { body: { id, tee_time: { players: 3, notes: 'Carts' } } }, at.agent);
  await app.ok(teeTimes.updateCustomer, { body: { id, customer_id: customer.id } }, at.admin);
  await app.ok(teeTimes.receipt, { params: { id } }, at.agent);
  expect(await note('tee_times', id, 'He calls back.')).toMatchObject({ status: 200 });
  const cancel = { id, cancel: true, refund: true, force_cancel: true, refund_amount: 2_000 };
  await app.ok(teeTimes.cancel, { body: cancel }, at.agent);

  const told = await whole('tee_times', id);
  const letters = told.filter(({ letter }) => letter !== null).map(({ did }) => did);
  expect(letters).toEqual([
    `sent the receipt to ${customer.email}`,
    expect.stringMatching(/^sent the (course )?receipt to /),
    expect.stringMatching(/^sent the (course )?receipt to /),
  ]);
  const acts = told.filter(({ letter }) => letter === null);
  expect(acts.map(({ by, did, changes, note: noted }) => ({ by, did, changes, noted }))).toMatchObject([
    { did: 'refunded $20.00 to card 4242', changes: [], noted: null },
    { did: 'canceled it, whatever the course system says' },
    { did: 'wrote a note', noted: 'He calls back.' },
    {
      did: 'changed',
      changes: [{ field: 'customer', before: expect.stringContaining('Doe'), after: 'Ann Lee' }],
    },
    {
      did: 'changed',
      changes: [
        { field: 'notes', before: null, after: 'Carts' },
        { field: 'players', before: '4', after: '3' },
      ],
    },
    { did: 'booked it for $412.00, by card' },
  ]);
  const [, , , byAdmin, byAgent] = acts;
  expect(byAdmin?.by).not.toBe(byAgent?.by);
  expect(new Set(told.map(({ key }) => key)).size).toBe(told.length);
});

test('a changed round tells what was paid and given back for it, cards by their last digits', async () => {
  const { serial } = await aCertificate(app.db, { raw_value: 30_000 });
  const spent = { credit_card: aCard('approved'), gift_cert_serial: serial };
  const { id } = await bookTeeTime(app, at.agent, { course: at.course.id, ...spent });
  type Way = { card?: ReturnType<typeof aCard>; difference?: 'settle' | 'keep' };
  const change = async (players: number, { card, difference = 'settle' }: Way = {}) => {
    const { play_date, play_time } = await app.ok(teeTimes.show, { params: { id } }, at.agent);
    const asked = {
      id,
      players,
      play_date,
      play_time,
      course: { id: at.course.id },
      terms: 'frozen' as const,
    };
    const { raw_difference } = await app.ok(roundChanges.quote, { body: asked }, at.agent);
    const settled = { difference, shown_difference: raw_difference, credit_card: card ?? null };
    await app.ok(roundChanges.change, { body: { ...asked, ...settled } }, at.agent);
  };
  await change(5, { card: aCard() });
  await change(6);
  await change(4);
  await change(3, { difference: 'keep' });
  await change(1);
  const told = (await whole('tee_times', id)).filter(({ did }) => did.startsWith('changed'));
  expect(told.map(({ did }) => did)).toEqual([
    `changed the round, refunded $112.00 to card 4242 and $197.00 to gift certificate ${serial}`,
    'changed the round, kept its price',
    'changed the round, took $103.00 off the account, refunded $103.00 to card 4242',
    'changed the round, put $103.00 on account',
    'changed the round, charged $103.00 to card 4242',
  ]);
  expect(told.at(-1)?.changes).toEqual([
    { field: 'players', before: '4', after: '5' },
    { field: 'total', before: '$112.00', after: '$215.00' },
    { field: 'charge', before: '$412.00', after: '$515.00' },
  ]);
});

test('a certificate tells what its balance was, its letters, and those that were sent again', async () => {
  const customer = await aCustomer(app.db);
  const { id, serial } = await aCertificate(app.db, { customer_id: customer.id });
  const gift_certificate = { balance: '80.00', internal_memo: 'Two rounds', course: { id: at.course.id } };
  await app.ok(giftCertificates.update, { body: { id, gift_certificate } }, at.admin);
  await app.ok(giftCertificates.receipt, { params: { serial } }, at.agent);
  const [letter] = await app.ok(
    outbox.index,
    { query: { filters: { kind: 'gift_certificate_receipt' } } },
    at.admin,
  );
  await app.ok(outbox.resend, { params: { id: letter?.id ?? 0 } }, at.admin);
  expect(await read('gift_certificates', id)).toEqual([
    [`sent the gift certificate receipt to ${customer.email} again`],
    [`sent the gift certificate receipt to ${customer.email}`],
    ['changed', 'course: null → Twin Oaks', 'balance: $100.00 → $80.00', 'internal_memo: null → Two rounds'],
  ]);
  expect((await whole('gift_certificates', id))[1]?.letter).toEqual({
    id: letter?.id,
    state: 'waiting',
    last_error: null,
  });
});

test('a customer tells what they wait for, the calls to them and who saw their card', async () => {
  const sent = { first_name: 'Bo', last_name: 'Kay', email: 'bo@example.com' };
  const { id } = await app.ok(customers.create, { body: { customer: sent } }, at.agent);
  await app.ok(customers.update, { body: { id, customer: { city: 'Vista' } } }, at.agent);
  const entry = await aQueueEntry(app.db, at.course.id, { lead: { customer_id: id } });
  await app.ok(waitList.fetchCard, { params: { queueId: entry.id } }, at.agent);
  await app.ok(waitList.fetchLeadCard, { params: { leadId: entry.lost_lead_id } }, at.agent);
  const called = { id: entry.id, outcome: 'no_answer' as const, seen_call_id: null };
  await app.ok(waitList.outcome, { body: called }, at.agent);
  expect(await read('customers', id)).toEqual([
    ['called the customer: no answer'],
    ['saw the saved card'],
    ['saw the saved card'],
    ['changed', 'city: null → Vista'],
    ['made it'],
  ]);
  // The queue entry is deleted with its open time, but the history of the customer still shows that the card was read.
  await app.db.deleteFrom('availability_queues').where('id', '=', entry.id).execute();
  expect(await read('customers', id)).toHaveLength(5);
});

test('a rate tells what was done with its date ranges, those that are gone as well', async () => {
  const { id: golf_rate_id } = await app.ok(
    rates.create,
    { body: { rate: { course: at.course, rate: '80.00' } } },
    at.admin,
  );
  const rate_date_range = {
    golf_rate_id,
    start: '2026-01-01',
    end: '2026-12-31',
    time_start: '06:00',
    time_end: '18:00',
    description: '',
    rate_days: [{ name: 'Mon' }],
  };
  const { id } = await app.ok(rateDateRanges.create, { body: { rate_date_range } }, at.admin);
  const changed = { id, end: '2026-11-30', rate_days: [{ name: 'Mon' }, { name: 'Tue' }] };
  await app.ok(rateDateRanges.update, { body: { rate_date_range: changed } }, at.admin);
  const other = await aCourse(app.db);
  await app.ok(
    rateDateRanges.copy,
    { body: { golf_rate_id, rate_ids: [id], course_ids: [other.id] } },
    at.admin,
  );
  await app.ok(rateDateRanges.remove, { params: { id } }, at.admin);
  await app.ok(rates.update, { body: { id: golf_rate_id, rate: { rate: '95.50' } } }, at.admin);
  expect(await read('rates', golf_rate_id)).toEqual([
    ['changed', 'rate: $80.00 → $95.50'],
    ['deleted the date range Thu, Jan 1 2026 to Mon, Nov 30 2026'],
    ['copied 1 date range to 1 course'],
    ['changed a date range', 'end: Thu, Dec 31 2026 → Mon, Nov 30 2026', 'rate_days: Mon → Mon, Tue'],
    ['added the date range Thu, Jan 1 2026 to Thu, Dec 31 2026'],
    ['made it'],
  ]);
});

describe('every kind of record', () => {
  test('tells all that was written down of it, and nothing twice', async () => {
    const secret = 'fairways and greens';
    const made = await aRecordOfEachKind(app, {
      admin: at.admin,
      agent: at.agent,
      course: at.course,
      secret,
    });
    await app.ok(courses.update, { body: { id: at.course.id, course: { subdivision: 'CA' } } }, at.admin);
    await app.ok(
      discounts.update,
      { body: { id: made.discounts, discount: { amount: '12.50', end_date: '2026-12-31' } } },
      at.admin,
    );
    await app.ok(giftCertificates.updateSales, { body: { saleConfiguration: { discount: 12.5 } } }, at.admin);
    await app.ok(holidays.update, { body: { id: made.holidays, holiday: { courses: [] } } }, at.admin);
    await app.ok(
      rentalClubs.update,
      { body: { id: made.rental_clubs, rentalClub: { charge: '65.50', archived: true } } },
      at.admin,
    );
    await app.ok(
      staffUsers.update,
      { body: { ric_user: { id: made.staff_users }, groups: 'hotels' } },
      at.admin,
    );
    await app.ok(staffMessage.update, { body: { message: 'Frost delay' } }, at.admin);
    const kinds = Object.entries(made) as [RecordWithHistory, number][];
    for (const [record, id] of kinds)
      expect({ record, ...(await note(record, id, `Of ${record}`, at.admin)) }).toMatchObject({
        status: 200,
      });

    expect(await read('courses', made.courses)).toContainEqual(['changed', 'subdivision: null → CA']);
    expect((await read('discounts', made.discounts))[1]).toEqual([
      'changed',
      'amount: 10.00 → 12.50',
      'end_date: Mon, Dec 31 2040 → Thu, Dec 31 2026',
    ]);
    expect((await read('gift_certificate_sale_configurations', 1))[1]?.[1]).toMatch(/^discount: .* → 12.5$/);
    expect((await read('holidays', made.holidays))[1]).toEqual(['changed', 'courses: Twin Oaks → null']);
    expect((await read('rental_clubs', made.rental_clubs))[1]).toEqual(
      expect.arrayContaining(['changed', 'charge: $50.00 → $65.50', 'archived: No → Yes']),
    );
    expect((await read('staff_users', made.staff_users))[1]).toEqual([
      'changed',
      'admin_user_groups: sdgr → hotels',
    ]);

    // For every record, the entries on all pages of its history together equal the record's audit entries.
    const told: string[] = [];
    for (const [record] of kinds) {
      const { rows } = await app.database.pool.query<{ id: number }>(`select id from ${record}`);
      for (const { id } of rows) {
        const all = await whole(record, Number(id));
        expect(all.at(0)?.at ?? '').toBe(
          all
            .map(({ at }) => at)
            .toSorted()
            .at(-1) ?? '',
        );
        told.push(...all.filter(({ key }) => key.startsWith('audit')).map(({ key }) => key));
      }
    }
    expect([...new Set(told)].toSorted()).toEqual((await writtenDown()).toSorted());
    expect(JSON.stringify(await whole('staff_users', made.staff_users))).not.toContain(secret);
  });

  test('is told in pages, the newest first', async () => {
    const { id } = await aCustomer(app.db);
    for (let at = 1; at <= 14; at += 1) await note('customers', id, `Note ${at}`);
    const first = await page('customers', id);
    const second = await page('customers', id, 2);
    expect([first.told.length, first.has_more]).toEqual([12, true]);
    expect(second).toMatchObject({ has_more: false, told: [{ note: 'Note 2' }, { note: 'Note 1' }] });
    expect(first.told[0]).toMatchObject({ note: 'Note 14', did: 'wrote a note' });
  });

  test('says a long text with its beginning', async () => {
    const { id } = await aCustomer(app.db);
    const customer = { legacy_address: 'far away '.repeat(90) };
    await app.ok(customers.update, { body: { id, customer } }, at.agent);
    const [saved] = await whole('customers', id);
    expect(saved?.changes[0]?.after).toMatch(/^far away .{200,240}…$/);
  });
});
