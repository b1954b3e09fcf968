import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { testApp, type ReceivedAnswer, type HeaderFields } from '../../../../test/support/app.ts';
import { aBookingBody, aCard, pendingOperationId, sendBooking } from '../../../../test/support/bookings.ts';
import { aCourse } from '../../../../test/support/factories.ts';
import { ageToGiveUp, reconcileOnce, reconcileUntil } from '../../../../test/support/reconcile.ts';
import {
  aCertificateSaleBody,
  certificateState,
  sendCertificateRefund,
  sellCertificateByCard,
  sendCertificateSale,
} from '../../../../test/support/selling.ts';
import { operations } from '../../operations/operations.contract.ts';
import { giftCertificates } from '../gift-certificates.contract.ts';
import { CertificateSaleAnswer } from './selling.contract.ts';

const APPEAR_LATE_MS = 600_000;
const app = testApp({ delays: { appearLateMs: APPEAR_LATE_MS } });
let admin: HeaderFields;
let agent: HeaderFields;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
});

const followed = (answered: ReceivedAnswer) =>
  app.ok(operations.show, { params: { id: pendingOperationId(answered) } }, agent);
const until = (isDone: () => Promise<boolean>) => reconcileUntil(app, isDone);
const settled = (answered: ReceivedAnswer) =>
  until(async () => (await followed(answered)).state === 'settled').then(() => followed(answered));
const certificates = async () =>
  (await app.db.selectFrom('gift_certificates').select('id').execute()).map(({ id }) => id);

test('a charge that is not answered: 202, there is no certificate yet, then there is one, charged once', async () => {
  const before = await certificates();
  const body = aCertificateSaleBody({ credit_card: aCard('timeout_after') });
  const key = randomUUID();
  const answered = await sendCertificateSale(app, body, agent, key);
  const message = "The payment's outcome is not known yet. Do not sell it again.";
  expect(answered).toMatchObject({ status: 202, body: { message } });
  expect(await certificates()).toEqual(before);
  await Promise.all([reconcileOnce(app.context), reconcileOnce(app.context)]);
  const done = await settled(answered);
  const { gift_certificate } = CertificateSaleAnswer.parse(done.answer);
  expect(await certificateState(app, gift_certificate.id)).toMatchObject({
    raw_balance: 10_000,
    attempts: ['charge succeeded 10000'],
  });
  expect(await sendCertificateSale(app, body, agent, key)).toMatchObject({
    status: 200,
    body: { gift_certificate },
  });
});

test('a charge that never arrived is given up, and nothing is sold', async () => {
  const before = await certificates();
  const answered = await sendCertificateSale(
    app,
    aCertificateSaleBody({ credit_card: aCard('timeout_before') }),
    agent,
  );
  await reconcileOnce(app.context);
  expect((await followed(answered)).state).toBe('unknown');
  await ageToGiveUp(app);
  expect(await settled(answered)).toMatchObject({
    answer_status: 422,
    answer: { errors: { 'credit_card.number': [expect.stringContaining('Nothing was charged')] } },
  });
  expect(await certificates()).toEqual(before);
});

test('a charge that appears after that is given back once, and staff are told', async () => {
  const answered = await sendCertificateSale(
    app,
    aCertificateSaleBody({ credit_card: aCard('appears_late') }),
    agent,
  );
  await ageToGiveUp(app);
  expect((await settled(answered)).answer_status).toBe(422);
  app.advanceGatewayClock(APPEAR_LATE_MS);
  const attempts = () =>
    app.db
      .selectFrom('payment_attempts')
      .select(['kind', 'state', 'raw_amount'])
      .where('operation_id', '=', pendingOperationId(answered))
      .orderBy('created_at')
      .execute();
  await until(async () => (await attempts())[1]?.state === 'succeeded');
  await reconcileOnce(app.context);
  expect(await attempts()).toEqual([
    { kind: 'charge', state: 'reversed', raw_amount: 10_000 },
    { kind: 'refund', state: 'succeeded', raw_amount: 10_000 },
  ]);
  const told = await app.db.selectFrom('notices').select('message').execute();
  expect(told).toContainEqual({
    message:
      'A charge of $100.00 appeared after the sale of a gift certificate had failed. It is being refunded.',
  });
});

test('a refund that is not answered: 202, nobody spends or changes it meanwhile, then it is closed once', async () => {
  const course = (await aCourse(app.db)).id;
  const { id, serial } = await sellCertificateByCard(app, agent, 'refund_timeout_after');
  const answered = await sendCertificateRefund(app, id, agent, randomUUID());
  const message = 'The outcome of the refund is not known yet. Do not refund it again.';
  expect(answered).toMatchObject({ status: 202, body: { message } });
  expect(await sendBooking(app, aBookingBody({ course, gift_cert_serial: serial }), agent)).toMatchObject({
    status: 422,
    body: { errors: { gift_cert_serial: [`The gift certificate ${serial} has no balance left.`] } },
  });
  const update = (gift_certificate: object) =>
    app.call(giftCertificates.update, { body: { id, gift_certificate } }, admin);
  const under = ['A refund of this gift certificate is under way.'];
  expect(await update({ balance: '150.00' })).toMatchObject({
    status: 422,
    body: { errors: { balance: under } },
  });
  expect(await sendCertificateRefund(app, id, agent, randomUUID())).toMatchObject({
    status: 422,
    body: { message: 'A refund of this gift certificate is still being worked on.' },
  });
  expect(await settled(answered)).toMatchObject({ answer_status: 200, answer: { id, raw_back: 10_000 } });
  expect(await certificateState(app, id)).toMatchObject({
    isRefunded: true,
    attempts: ['charge succeeded 10000', 'refund succeeded 10000'],
  });
});
