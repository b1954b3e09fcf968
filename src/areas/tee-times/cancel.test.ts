import { beforeAll, expect, test } from 'vitest';
import { aCertificate, aCourse, aRate } from '../../../test/support/factories.ts';
import { testApp, type Headers } from '../../../test/support/app.ts';
import { TEST_CARDS } from '../../outside/payment/test-cards.ts';
import { booking } from '../booking/booking.contract.ts';
import { operations } from '../operations/operations.contract.ts';
import { reconcileOnce } from '../payments/reconciler.ts';
import { teeTimes } from './tee-times.contract.ts';

const desk = testApp({ settings: { PAYMENT_GIVE_UP_MS: '300' } });
let headers: Headers;
let course: { id: number };

beforeAll(async () => {
  headers = await desk.signedIn('agent');
  course = await aCourse(desk.db);
  await aRate(desk.db, course.id, { raw_non_refundable: 1_000, cancel_hours: 24 });
});

let made = 0;
type Given = { number?: string; confirmation?: string; gift_cert_serial?: string };
async function booked({ number = TEST_CARDS.approved.number, ...given }: Given = {}): Promise<number> {
  made += 1;
  const body = {
    booking: {
      gift_cert_serial: given.gift_cert_serial ?? '',
      customer: { first_name: 'Ann', last_name: 'Caller', email: `cancel${made}@caller.example` },
      tee_time: {
        play_date: '2031-03-04',
        play_time: '09:10',
        players: 2,
        charge: '200.00',
        course,
        confirmation: given.confirmation ?? `TP-${1000 + made}`,
      },
      credit_card: number === '' ? null : { number, expmo: '12', expyr: '40', cvv: '123' },
    },
  };
  return (await desk.ok(booking.book, { body }, headers)).tee_time.id;
}
const options = (id: number) => desk.ok(teeTimes.cancelOptions, { params: { id } }, headers);
const cancel = (id: number, asked: object, key?: string) =>
  desk.call(
    teeTimes.cancel,
    { body: { id, ...asked } },
    key ? { ...headers, 'idempotency-key': key } : headers,
  );
const shown = (id: number) => desk.ok(teeTimes.show, { params: { id } }, headers);

test('the options explain the standard amount', async () => {
  expect(await options(await booked())).toMatchObject({
    valid: true,
    internal: false,
    is_canceled: false,
    refund_total: 18_000,
    transaction_total: 20_000,
    why: expect.stringMatching(/the window is 24 h: \$10\.00 per player is kept\./),
  });
});

test('cancels at the course and refunds the standard amount to the card', async () => {
  const id = await booked();
  expect(await cancel(id, { cancel: true, refund: true })).toMatchObject({
    status: 200,
    body: { valid: true },
  });
  expect(await shown(id)).toMatchObject({ status: 'canceled', is_canceled: true, paid: '20.00' });
  expect(await options(id)).toMatchObject({ is_canceled: true, transaction_total: 2_000 });
});

test('refunds the card first and the rest to the certificate', async () => {
  const certificate = await aCertificate(desk.db, { raw_value: 5_000 });
  const id = await booked({ gift_cert_serial: certificate.serial });
  expect(await cancel(id, { refund: true, refund_amount: 17_000 })).toMatchObject({ body: { valid: true } });
  const { raw_balance } = await desk.db
    .selectFrom('gift_certificates')
    .select('raw_balance')
    .where('id', '=', certificate.id)
    .executeTakeFirstOrThrow();
  expect(raw_balance).toBe(2_000);
  expect(await shown(id)).toMatchObject({ status: 'booked', paid: '0.00' });
});

test.each([
  ['more than was paid', { refund: true, refund_amount: 20_001 }],
  ['nothing at all', { refund: true, refund_amount: 0 }],
  ['without a tick', {}],
])('%s is not valid and changes nothing', async (_, asked) => {
  const id = await booked();
  expect(await cancel(id, asked)).toMatchObject({
    status: 200,
    body: { valid: false, message: expect.any(String) },
  });
  expect(await shown(id)).toMatchObject({ status: 'booked', paid: '200.00' });
});

test('half a cent is refused under its field', async () => {
  const id = await booked();
  expect(await cancel(id, { refund: true, refund_amount: 10.5 })).toMatchObject({
    status: 422,
    body: { errors: { refund_amount: [expect.any(String)] } },
  });
});

test('an internal tee time asks to call the course, and Force Cancel records it', async () => {
  const id = await booked({ confirmation: 'INTERNAL' });
  expect(await options(id)).toMatchObject({ internal: true });
  expect((await cancel(id, { cancel: true })).body).toEqual({
    valid: false,
    message: 'This is an INTERNAL tee time. Please call the course to cancel the reservation.',
  });
  expect((await cancel(id, { cancel: true, force_cancel: true })).body).toMatchObject({ valid: true });
  expect(await shown(id)).toMatchObject({ status: 'canceled' });
});

test('a course that refuses leaves the tee time booked and its money where it is', async () => {
  const id = await booked({ confirmation: 'TP-9001-R' });
  expect(await cancel(id, { cancel: true, refund: true })).toMatchObject({
    status: 200,
    body: { valid: false, backend_message: expect.any(String) },
  });
  expect(await shown(id)).toMatchObject({ status: 'booked', paid: '200.00' });
  expect((await cancel(id, { cancel: true, force_cancel: true })).body).toMatchObject({ valid: true });
});

const settled = async (id: string) => {
  await expect
    .poll(
      async () => {
        await reconcileOnce(desk.desk);
        return (await desk.ok(operations.show, { params: { id } }, headers)).state;
      },
      { timeout: 60_000, interval: 100 },
    )
    .toBe('settled');
  return desk.ok(operations.show, { params: { id } }, headers);
};

test('a refund that times out after it was made is recorded once', async () => {
  const id = await booked({ number: TEST_CARDS.refund_timeout_after.number });
  const { status, body } = await cancel(id, { refund: true, refund_amount: 5_000 });
  expect(status).toBe(202);
  expect((await cancel(id, { refund: true, refund_amount: 1_000 })).body).toMatchObject({ valid: false });
  await settled((body as { operation: { id: string } }).operation.id);
  expect(await shown(id)).toMatchObject({ paid: '150.00' });
});

test('a refund that the bank refuses is said, and the cancellation stands', async () => {
  const id = await booked({ number: TEST_CARDS.refund_declined.number });
  expect((await cancel(id, { cancel: true, refund: true })).body).toMatchObject({
    valid: false,
    message: 'The tee time is canceled, but the refund was not made.',
  });
  expect(await shown(id)).toMatchObject({ status: 'canceled', paid: '200.00' });
});

test('the same key refunds once, and canceling twice is not valid', async () => {
  const id = await booked();
  const first = await cancel(id, { refund: true, refund_amount: 3_000 }, 'refund-once');
  expect((await cancel(id, { refund: true, refund_amount: 3_000 }, 'refund-once')).body).toEqual(first.body);
  expect(await shown(id)).toMatchObject({ paid: '170.00' });
  expect((await cancel(id, { cancel: true })).body).toMatchObject({ valid: true });
  expect((await cancel(id, { cancel: true, force_cancel: true })).body).toMatchObject({ valid: false });
});

test('two refunds of the whole at once give it back once', async () => {
  const id = await booked();
  const all = await Promise.all(
    ['one', 'two', 'three'].map((key) =>
      cancel(id, { refund: true, refund_amount: 20_000 }, `refund-race-${key}`),
    ),
  );
  expect(all.filter(({ body }) => (body as { valid: boolean }).valid)).toHaveLength(1);
  expect(await shown(id)).toMatchObject({ paid: '0.00' });
});

test('canceling by GET is plain, and refuses with a message', async () => {
  const id = await booked({ number: '' });
  expect(await desk.call(teeTimes.cancelPlainly, { params: { id } }, headers)).toMatchObject({ status: 200 });
  expect(await shown(id)).toMatchObject({ status: 'canceled' });
  const internal = await booked({ confirmation: 'INTERNAL' });
  expect(await desk.call(teeTimes.cancelPlainly, { params: { id: internal } }, headers)).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/INTERNAL/) },
  });
});

test('letters are sent again where they make sense', async () => {
  const id = await booked();
  expect(await desk.call(teeTimes.cancelEmail, { params: { id } }, headers)).toMatchObject({
    status: 422,
    body: { message: 'This tee time is not canceled.' },
  });
  await desk.ok(teeTimes.voucher, { params: { id } }, headers);
  await desk.ok(teeTimes.voucher, { params: { id } }, headers);
  const waiting = await desk.db
    .selectFrom('outbox')
    .select('id')
    .where('tee_time_id', '=', id)
    .where('kind', '=', 'voucher')
    .execute();
  expect(waiting).toHaveLength(1);
});
