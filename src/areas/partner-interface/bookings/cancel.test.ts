import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import {
  aKeyed,
  anOpenCourse,
  anotherTime,
  aPartner,
  aPartnerBooking,
  aToken,
  type APartner,
} from '../../../../test/support/partners.ts';
import { INTERNAL_TEE_TIME } from '../../tee-times/status.rules.ts';
import { partnerInterface } from '../partner-interface.contract.ts';

const desk = testApp({ settings: { REFUND_APPROVAL_ABOVE: '500' } });
let open: { course: number; time: number; rate: number };
let partner: APartner;
beforeAll(async () => {
  open = await anOpenCourse(desk.db);
  partner = await aPartner(desk.db, { name: 'Golf Away', courses: [open.course] });
});

/** A booking by card that the course has confirmed. */
async function booked(players = 4): Promise<number> {
  const card = { token: await aToken(desk.gatewayUrl) };
  const body = { ...aPartnerBooking(await anotherTime(desk.db, open), { card }), players };
  const { id } = await desk.ok(partnerInterface.book, { body }, aKeyed(partner.headers));
  await desk.db
    .updateTable('tee_times')
    .set({ confirmation: `TP-${id}` })
    .where('id', '=', id)
    .execute();
  return id;
}
const cancel = (id: number, refund: 'none' | 'standard', headers = aKeyed(partner.headers)) =>
  desk.call(partnerInterface.cancel, { params: { id }, body: { refund } }, headers);

test('a booking is canceled with the refund that its terms allow, once', async () => {
  const terms = { raw_non_refundable: 1_000, raw_max_refund: 0, cancel_hours: 24 };
  await desk.db.updateTable('rates').set(terms).where('id', '=', open.rate).execute();
  const id = await booked();
  const headers = aKeyed(partner.headers);
  const first = await cancel(id, 'standard', headers);
  expect(first).toMatchObject({
    status: 200,
    body: { id, status: 'canceled', message: expect.stringContaining('goes back to the card') },
  });
  const { raw_refunded } = first.body as { raw_refunded: number };
  expect(raw_refunded).toBeGreaterThan(0);
  expect(raw_refunded).toBeLessThan(40_000);
  expect(await cancel(id, 'standard', headers)).toMatchObject({ status: 200, body: first.body });
  expect(await cancel(id, 'none')).toMatchObject({
    status: 409,
    body: { error: { code: 'not_cancelable' } },
  });
  expect(await desk.ok(partnerInterface.booking, { params: { id } }, partner.headers)).toMatchObject({
    status: 'canceled',
    raw_refunded,
  });
  const { canceled_by } = await desk.db
    .selectFrom('tee_times')
    .select('canceled_by')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(canceled_by).toBe('Golf Away');
});

test('with no refund the money stays', async () => {
  const id = await booked();
  expect(await cancel(id, 'none')).toMatchObject({
    status: 200,
    body: { status: 'canceled', raw_refunded: 0 },
  });
});

test('a booking that no course system holds is the office’s to cancel', async () => {
  const id = await booked();
  await desk.db.updateTable('tee_times').set({ confirmation: 'INTERNAL' }).where('id', '=', id).execute();
  expect(await cancel(id, 'none')).toMatchObject({
    status: 409,
    body: { error: { code: 'not_cancelable', message: INTERNAL_TEE_TIME } },
  });
});

test('a refund that somebody has to approve is not asked for by a program', async () => {
  await desk.db
    .updateTable('rates')
    .set({ raw_rate: 20_000, raw_non_refundable: 0 })
    .where('id', '=', open.rate)
    .execute();
  const id = await booked();
  expect(await cancel(id, 'standard')).toMatchObject({
    status: 409,
    body: { error: { code: 'not_cancelable', message: expect.stringContaining('approved') } },
  });
  expect(await desk.db.selectFrom('refund_requests').select('id').execute()).toEqual([]);
  expect(await cancel(id, 'none')).toMatchObject({ status: 200 });
});

test.each([{ refund: 'full' }, { refund: 'custom', refund_amount: 1 }, { force_cancel: true }, {}])(
  'nothing else can be asked for: %j',
  async (body) => {
    const id = await booked();
    const sent = { params: { id }, body };
    expect(await desk.call(partnerInterface.cancel, sent, aKeyed(partner.headers))).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid', fields: { refund: [expect.any(String)] } } },
    });
  },
);
