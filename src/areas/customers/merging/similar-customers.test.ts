import { beforeEach, describe, expect, test } from 'vitest';
import { aCertificate, aCustomer, aQueueEntry, aTeeTime } from '../../../../test/support/factories.ts';
import { mergingSetup } from '../../../../test/support/merging.ts';
import { history } from '../../../contract/history/history.ts';
import { giftCertificates } from '../../gift-certificates/gift-certificates.contract.ts';
import { customerMerges } from './merging.contract.ts';

const { app, at } = mergingSetup();

test('the preview has the older first, and counts what names either', async () => {
  const younger = await aCustomer(app.db, { created_at: '2026-02-01T00:00:00Z' });
  const older = await aCustomer(app.db, { created_at: '2026-01-01T00:00:00Z' });
  await aTeeTime(app.db, { course_id: at.course.id, customer_id: younger.id, pipedrive_deal_id: 7 });
  await aTeeTime(app.db, { course_id: at.course.id, customer_id: younger.id });
  const { serial } = await aCertificate(app.db, { customer_id: younger.id });
  await app.ok(giftCertificates.receipt, { params: { serial } }, at.agent);
  const entry = await aQueueEntry(app.db, at.course.id);
  await app.db
    .updateTable('lost_leads')
    .set({ customer_id: younger.id })
    .where('id', '=', entry.lost_lead_id)
    .execute();
  await app.ok(
    history.note,
    { params: { record: 'customers', id: younger.id }, body: { note: 'Tall' } },
    at.agent,
  );
  const asked = { params: { id: younger.id, other_id: older.id } };
  const { sides } = await app.ok(customerMerges.preview, asked, at.admin);
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
    (await app.ok(customerMerges.alike, { params: { id } }, at.admin)).map((each) => [each.id, each.by]);

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
