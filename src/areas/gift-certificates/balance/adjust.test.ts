import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import {
  aBookingBody,
  aCard,
  bookTeeTime,
  pendingOperationId,
  sendBooking,
} from '../../../../test/support/bookings.ts';
import { aCertificate, aCourse } from '../../../../test/support/factories.ts';
import { ageToGiveUp, reconcileUntil } from '../../../../test/support/reconcile.ts';
import { operations } from '../../operations/operations.contract.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';
import { giftCertificates } from '../gift-certificates.contract.ts';

// The ledger checks run after every test, so a balance that differs from its ledger entries also fails there.
const app = testApp();
let admin: HeaderFields;
let agent: HeaderFields;
let course: number;
let id: number;
let serial: string;

beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db)).id;
});
beforeEach(async () => {
  ({ id, serial } = await aCertificate(app.db));
});

const show = () => app.ok(giftCertificates.show, { params: { id } }, agent);
const update = (gift_certificate: object, headers: HeaderFields = admin) =>
  app.call(giftCertificates.update, { body: { id, gift_certificate } }, headers);
const worth = async () => {
  const { balance, transaction_item, held } = await show();
  return { balance, total: transaction_item.total, held };
};
const ledger = async () => {
  const entries = await app.db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transactions as t', 't.id', 'e.ledger_transaction_id')
    .select(['t.kind', 't.made_by', 'e.account', 'e.raw_amount'])
    .where('t.gift_certificate_id', '=', id)
    .orderBy('e.id')
    .execute();
  return entries.map(({ kind, account, raw_amount }) => `${kind}: ${account} ${raw_amount}`);
};
const SOLD = ['certificate_sale: certificate_sale 10000', 'certificate_sale: gift_certificate -10000'];

describe('an adjustment', () => {
  test.each([
    ['the text', { balance: '125.50' }],
    ['a number of dollars', { balance: 125.5 }],
    ['the cents', { raw_balance: 12_550 }],
    ['cents that a client multiplied', { raw_balance: 12_550.000000001 }],
  ])('by %s is recorded under the name of the admin', async (_, typed) => {
    expect(await update({ ...(await show()), ...typed })).toMatchObject({ status: 200 });
    expect(await worth()).toEqual({ balance: '125.50', total: '100.00', held: '0.00' });
    expect(await ledger()).toEqual([
      ...SOLD,
      'certificate_adjustment: adjustment 2550',
      'certificate_adjustment: gift_certificate -2550',
    ]);
    const made = await app.db
      .selectFrom('ledger_transactions as t')
      .innerJoin('operations as o', 'o.id', 't.operation_id')
      .innerJoin('staff_users as u', 'u.id', 'o.staff_user_id')
      .select(['t.made_by', 'u.name', 'u.level', 'o.kind', 'o.state'])
      .where('t.gift_certificate_id', '=', id)
      .execute();
    expect(made).toEqual([
      { made_by: made[0]?.name, name: made[0]?.name, level: 'admin', kind: 'adjust', state: 'settled' },
    ]);
    const audited = await app.db
      .selectFrom('audit_entries')
      .select(['action', 'before', 'after'])
      .where('subject', '=', 'gift_certificate')
      .where('subject_id', '=', id)
      .execute();
    expect(audited).toMatchObject([
      { action: 'edited', before: { raw_balance: 10_000 }, after: { raw_balance: 12_550 } },
    ]);
  });

  test('down to nothing leaves nothing to spend', async () => {
    expect(await update({ balance: '0' })).toMatchObject({ status: 200 });
    const refused = await sendBooking(app, aBookingBody({ course, gift_cert_serial: serial }), agent);
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { gift_cert_serial: [expect.stringContaining('has no balance left')] } },
    });
  });

  test('is spent like any other balance', async () => {
    await update({ balance: '500.00' });
    await bookTeeTime(app, agent, { course, gift_cert_serial: serial });
    expect(await worth()).toMatchObject({ balance: '88.00' });
  });

  test('of the sale total corrects the sale, and the balance stays what the form says', async () => {
    await update({ transaction_item: { total: '150.00' } });
    expect(await worth()).toMatchObject({ balance: '100.00', total: '150.00' });
    await update({ transaction_item: { total: '120.00' }, balance: '120.00' });
    expect(await worth()).toMatchObject({ balance: '120.00', total: '120.00' });
    expect((await ledger()).slice(SOLD.length)).toEqual([
      'certificate_sale: certificate_sale 5000',
      'certificate_sale: gift_certificate -5000',
      'certificate_adjustment: adjustment -5000',
      'certificate_adjustment: gift_certificate 5000',
      'certificate_sale: certificate_sale -3000',
      'certificate_sale: gift_certificate 3000',
      'certificate_adjustment: adjustment 5000',
      'certificate_adjustment: gift_certificate -5000',
    ]);
  });

  test.each([
    ['balance', { balance: '100.01' }],
    ['balance', { raw_balance: 0 }],
    ['transaction_item.total', { transaction_item: { total: '0' } }],
    ['serial', { serial: 'GC-MINE' }],
  ])('of the %s is refused to an agent, and moves nothing', async (field, typed) => {
    const before = await show();
    expect(await update({ ...before, ...typed, internal_memo: 'x' }, agent)).toMatchObject({
      status: 422,
      body: { errors: { [field]: ['can be changed by an admin only'] } },
    });
    expect(await show()).toEqual(before);
    expect(await ledger()).toEqual(SOLD);
  });

  test('to what it is already is none', async () => {
    expect(await update({ ...(await show()), balance: '100', internal_memo: 'x' }, agent)).toMatchObject({
      status: 200,
    });
    expect(await ledger()).toEqual(SOLD);
  });

  test('with another that fails beside it moves nothing', async () => {
    const taken = await aCertificate(app.db);
    expect(await update({ balance: '1.00', serial: taken.serial })).toMatchObject({ status: 422 });
    expect(await worth()).toMatchObject({ balance: '100.00' });
    expect(await ledger()).toEqual(SOLD);
  });
});

describe('a form that was open meanwhile', () => {
  test('does not put back what a booking has spent', async () => {
    const loaded = await show();
    await bookTeeTime(app, agent, { course, gift_cert_serial: serial, tee_time: { charge: '40.00' } });
    for (const headers of [admin, agent])
      expect(await update({ ...loaded, internal_memo: 'x' }, headers)).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching(/^A booking changed this on/) },
      });
    expect(await worth()).toMatchObject({ balance: '60.00' });
  });

  test('does not take away what a refund gave back', async () => {
    const teeTime = await bookTeeTime(app, agent, { course, gift_cert_serial: serial });
    const loaded = await show();
    expect(loaded.balance).toBe('0.00');
    const cancelation = { id: teeTime.id, cancel: true, refund: true, refund_amount: 10_000 };
    expect(await app.call(teeTimes.cancel, { body: cancelation }, agent)).toMatchObject({
      body: { valid: true },
    });
    expect(await worth()).toMatchObject({ balance: '100.00' });
    expect(await update({ ...loaded, internal_memo: 'x' })).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^A refund changed this on/) },
    });
  });
});

describe('beside a booking whose payment is not known', () => {
  const isSettled = async (id: string) =>
    (await app.ok(operations.show, { params: { id } }, agent)).state === 'settled';

  test('the balance cannot go below what is held, and may go down to it', async () => {
    const pending = await sendBooking(
      app,
      aBookingBody({
        course,
        gift_cert_serial: serial,
        credit_card: aCard('timeout_before'),
        tee_time: { charge: '412.00' },
      }),
      agent,
      randomUUID(),
    );
    expect(pending.status).toBe(202);
    expect(await worth()).toEqual({ balance: '100.00', total: '100.00', held: '100.00' });
    for (const balance of ['99.99', '0'])
      expect(await update({ balance })).toMatchObject({
        status: 422,
        body: { errors: { balance: ['cannot go below $100.00, which a booking under way holds'] } },
      });
    expect(await update({ balance: '130.00' })).toMatchObject({ status: 200 });
    expect(await update({ balance: '100.00', transaction_item: { total: '40.00' } })).toMatchObject({
      status: 200,
    });
    await ageToGiveUp(app);
    await reconcileUntil(app, () => isSettled(pendingOperationId(pending)));
    expect(await worth()).toEqual({ balance: '100.00', total: '40.00', held: '0.00' });
    expect(await update({ balance: '0' })).toMatchObject({ status: 200 });
  });
});

describe('at once', () => {
  const ROUNDS = 12;

  test('two adjustments are both recorded, and the balance is what the last one said', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const amounts = [`${round + 1}.00`, `${round + 200}.00`];
      const answers = await Promise.all(amounts.map((balance) => update({ balance })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(amounts).toContain((await worth()).balance);
    }
    const adjusted = await app.db
      .selectFrom('ledger_transactions')
      .select((count) => count.fn.countAll<number>().as('n'))
      .where('gift_certificate_id', '=', id)
      .where('kind', '=', 'certificate_adjustment')
      .executeTakeFirstOrThrow();
    expect(adjusted.n).toBe(2 * ROUNDS);
  });

  test('two that saw the same certificate: one is made, the other is told', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { updated_at } = await show();
      const answers = await Promise.all(
        [1, 2].map((one) => update({ balance: `${round * 2 + one}.00`, updated_at })),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    }
  });

  test('an adjustment down and a booking never spend what is not there', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await update({ balance: '100.00' });
      const body = aBookingBody({ course, gift_cert_serial: serial, tee_time: { charge: '80.00' } });
      const [adjusted, booked] = await Promise.all([
        update({ balance: '30.00' }),
        sendBooking(app, body, agent, randomUUID()),
      ]);
      expect([adjusted.status, booked.status]).toEqual([200, 200]);
      // If the adjustment came first, the booking had $30.00 to spend; if the booking came first, $30.00 is left after it.
      expect(['0.00', '30.00']).toContain((await worth()).balance);
    }
  });

  test('an adjustment and a booking that waits for its card keep the hold covered', async () => {
    const body = aBookingBody({ course, gift_cert_serial: serial, credit_card: aCard('answers_late') });
    let isAnswered = false;
    const booking = sendBooking(app, body, agent, randomUUID()).finally(() => (isAnswered = true));
    const statuses: number[] = [];
    // The balance is edited again and again, from before the booking's hold exists until it is spent.
    for (let cents = 1; !isAnswered; cents += 1)
      statuses.push((await update({ balance: `${cents / 100}` })).status);
    await booking;
    expect(statuses.filter((status) => status !== 200 && status !== 422)).toEqual([]);
  });
});
