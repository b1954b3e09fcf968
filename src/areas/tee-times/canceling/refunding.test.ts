import { randomUUID } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { pendingOperationId } from '../../../../test/support/bookings.ts';
import { aCertificate } from '../../../../test/support/factories.ts';
import { reconcileOnce } from '../../../../test/support/reconcile.ts';
import { explainRefund } from './explained/explained.rules.ts';
import {
  CANCEL_AND_REFUND,
  cancelingAgentSetup,
  FULL_REFUND_ENTRIES,
  teeTimeStanding,
} from '../../../../test/support/canceling.ts';

const app = testApp();
const { strict, booked, cancel, options, settled } = cancelingAgentSetup(app);
const stands = (id: number) => teeTimeStanding(app.db, id);
const balance = async (id: number) =>
  (
    await app.db
      .selectFrom('gift_certificates')
      .select('raw_balance')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).raw_balance;
const refundsInBook = () => app.gatewayBook().filter((l) => l.kind === 'refund' && l.state === 'succeeded');

describe('refunding', () => {
  it.each<[string, Record<string, unknown>, number]>([
    ['the standard amount', {}, 33_200],
    ['everything', { refund_amount: 41_200 }, 41_200],
    ['a custom amount', { refund_amount: 19.99 * 100 }, 1_999],
  ])('%s goes back to the card', async (_, given, cents) => {
    const id = await booked();
    expect(await cancel({ id, refund: true, ...given })).toMatchObject({
      status: 200,
      body: { valid: true, message: expect.stringContaining('goes back to the card.') },
    });
    expect(await stands(id)).toEqual({
      state: 'booked',
      raw_paid: 41_200 - cents,
      refunds: [`succeeded ${cents}`],
      ledger: [`refund tee_time ${cents}`, `refund card ${-cents}`],
    });
  });

  test('beyond the card goes back to the certificate', async () => {
    const certificate = await aCertificate(app.db);
    const id = await booked({ gift_cert_serial: certificate.serial });
    const offered = await options(id);
    expect(offered.paid_by).toEqual({
      raw_card: 31_200,
      raw_card_refunded: 0,
      cards: [{ card_last4: '4242', raw_amount: 31_200, raw_left: 31_200 }],
      raw_certificate: 10_000,
      raw_certificate_refunded: 0,
      serial: certificate.serial,
      raw_on_account: 0,
    });
    // The dialog's explanation shows exactly what the refund does.
    expect(explainRefund(offered, { ...CANCEL_AND_REFUND, cents: 40_000 }).lines).toMatchObject([
      { tender: 'Card 4242', now: 31_200, stays: 0 },
      { tender: `Gift certificate ${certificate.serial}`, now: 8_800, stays: 1_200 },
    ]);
    expect(await cancel({ id, ...CANCEL_AND_REFUND, refund_amount: 40_000 })).toMatchObject({
      body: {
        valid: true,
        message:
          'The tee time is canceled. $312.00 goes back to the card. $88.00 goes back to the gift certificate.',
      },
    });
    expect(await balance(certificate.id)).toBe(8_800);
    expect((await options(id)).paid_by).toMatchObject({
      raw_card_refunded: 31_200,
      raw_certificate_refunded: 8_800,
    });
    expect(await stands(id)).toMatchObject({ state: 'canceled', raw_paid: 0, refunds: ['succeeded 31200'] });
    expect(await cancel({ id, refund: true, refund_amount: 1_200 })).toMatchObject({ body: { valid: true } });
    expect(await balance(certificate.id)).toBe(10_000);
    expect(await options(id)).toMatchObject({ valid: false, transaction_total: 0, is_canceled: true });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['more than was paid', { refund: true, refund_amount: 41_201 }, 'At most $412.00 can be refunded.'],
    ['nothing', { refund: true, refund_amount: 0 }, 'The refund must be more than $0.'],
    ['with neither ticked', {}, 'Tick Refund, Cancel or both.'],
  ])('%s changes nothing', async (_, body, message) => {
    const id = await booked();
    expect(await cancel({ id, ...body })).toMatchObject({ status: 200, body: { valid: false, message } });
    expect(await stands(id)).toEqual({ state: 'booked', raw_paid: 41_200, refunds: [], ledger: [] });
  });

  test('what is on account is told as owed, and as owed no longer once it is canceled', async () => {
    const id = await booked({ behaviour: null });
    expect((await options(id)).paid_by).toEqual({
      raw_card: 0,
      raw_card_refunded: 0,
      cards: [],
      raw_certificate: 0,
      raw_certificate_refunded: 0,
      serial: null,
      raw_on_account: 41_200,
    });
    expect(await cancel({ id, cancel: true })).toMatchObject({ body: { valid: true } });
    expect((await options(id)).paid_by.raw_on_account).toBe(0);
  });

  test('the standard amount too late is refused with the reason, a custom one is not', async () => {
    const id = await booked({ at: strict() });
    expect(await cancel({ id, refund: true })).toMatchObject({
      body: { valid: false, message: expect.stringContaining('the window is 48 h') },
    });
    expect(await cancel({ id, refund: true, refund_amount: 100 })).toMatchObject({ body: { valid: true } });
  });

  it.each<[string, unknown]>([
    ['text', 'much'],
    ['half a cent', 0.5],
    ['below nothing', -1],
  ])('an amount that is %s is a 422', async (_, refund_amount) => {
    const { status, body } = await cancel({
      id: await booked({ behaviour: null }),
      refund: true,
      refund_amount,
    });
    expect({ status, fields: Object.keys((body as { errors: object }).errors) }).toEqual({
      status: 422,
      fields: ['refund_amount'],
    });
  });

  test('two at once never give back more than was paid', async () => {
    const id = await booked();
    const answers = await Promise.all(
      [30_000, 30_001].map((refund_amount) => cancel({ id, refund: true, refund_amount })),
    );
    expect(answers.filter(({ body }) => (body as { valid: boolean }).valid)).toHaveLength(1);
    expect((await stands(id)).refunds).toHaveLength(1);
  });

  test('three of the whole at once, each with a key of its own, give it back once', async () => {
    const id = await booked();
    const answers = await Promise.all(
      [1, 2, 3].map(() => cancel({ id, refund: true, refund_amount: 41_200 }, randomUUID())),
    );
    expect(answers.filter(({ body }) => (body as { valid: boolean }).valid)).toHaveLength(1);
    expect((await stands(id)).refunds).toEqual(['succeeded 41200']);
  });

  test('declined by the bank leaves the cancellation and says so', async () => {
    const id = await booked({ behaviour: 'refund_declined' });
    expect(await cancel({ id, ...CANCEL_AND_REFUND })).toMatchObject({
      status: 200,
      body: {
        valid: false,
        message: 'The tee time is canceled, but the refund was not made.',
        backend_message: 'The bank refused the refund.',
      },
    });
    expect(await stands(id)).toEqual({
      state: 'canceled',
      raw_paid: 41_200,
      refunds: ['declined 33200'],
      ledger: [],
    });
    expect(await options(id)).toMatchObject({ valid: true, transaction_total: 41_200 });
  });

  test('declined by the bank holds back nothing of the certificate', async () => {
    const certificate = await aCertificate(app.db);
    const id = await booked({ behaviour: 'refund_declined', gift_cert_serial: certificate.serial });
    expect(await cancel({ id, ...CANCEL_AND_REFUND, refund_amount: 41_200 })).toMatchObject({
      status: 200,
      body: {
        valid: false,
        message:
          'The tee time is canceled. $100.00 goes back to the gift certificate. $312.00 did not go back to the card.',
        backend_message: 'The bank refused the refund.',
      },
    });
    expect(await stands(id)).toEqual({
      state: 'canceled',
      raw_paid: 31_200,
      refunds: ['declined 31200'],
      ledger: ['refund tee_time 10000', 'refund gift_certificate -10000'],
    });
    expect(await balance(certificate.id)).toBe(10_000);
    expect(await options(id)).toMatchObject({ valid: true, transaction_total: 31_200 });
    expect(await cancel({ id, refund: true, refund_amount: 31_200 })).toMatchObject({
      body: { valid: false, message: 'The refund was not made.' },
    });
    expect(await balance(certificate.id)).toBe(10_000);
  });

  test('made with a 500 behind it is made once', async () => {
    const id = await booked({ behaviour: 'refund_error_after' });
    const before = refundsInBook().length;
    expect(await cancel({ id, refund: true })).toMatchObject({ body: { valid: true } });
    expect(refundsInBook()).toHaveLength(before + 1);
  });

  test('made but never answered is a 202, then settled once', async () => {
    const id = await booked({ behaviour: 'refund_timeout_after' });
    const before = refundsInBook().length;
    const key = randomUUID();
    const body = { id, ...CANCEL_AND_REFUND, refund_amount: 41_200 };
    const answered = await cancel(body, key);
    expect(answered).toMatchObject({
      status: 202,
      body: { message: 'The outcome of the cancellation is not known yet. Do not cancel or refund again.' },
    });
    expect(await stands(id)).toMatchObject({ state: 'canceled', refunds: ['unknown 41200'], ledger: [] });
    expect((await options(id)).valid).toBe(false);
    expect(await cancel({ id, refund: true, refund_amount: 1 })).toMatchObject({ body: { valid: false } });
    const { answer } = await settled(pendingOperationId(answered));
    expect(answer).toMatchObject({ valid: true });
    await reconcileOnce(app.context);
    expect(await stands(id)).toMatchObject({ refunds: ['succeeded 41200'], ledger: FULL_REFUND_ENTRIES });
    expect(refundsInBook()).toHaveLength(before + 1);
    expect(await cancel(body, key)).toMatchObject({ status: 200, body: answer as object });
  });
});

test('a refund that never arrives stays open, the cancellation stands, and no second one is made', async () => {
  const id = await booked({ behaviour: 'refund_timeout_before' });
  const answered = await cancel({ id, ...CANCEL_AND_REFUND });
  expect(answered.status).toBe(202);
  await reconcileOnce(app.context);
  expect(await stands(id)).toMatchObject({ state: 'canceled', refunds: ['unknown 33200'], ledger: [] });
  expect(await cancel({ id, refund: true, refund_amount: 1 })).toMatchObject({ body: { valid: false } });
});
