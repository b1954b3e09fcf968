import { expect, test } from 'vitest';
import { aCard } from '../../../../test/support/bookings.ts';
import { changingDesk } from '../../../../test/support/changing.ts';
import { earnedOf } from '../../transactions/transactions.rules.ts';

const { booked, change, done, shown, cancel } = changingDesk();

test.each([
  ['booked by card, more on account', { card: true }, {}, 30_000],
  ['booked on account, more by card', { card: false }, { card: aCard() }, 7_500],
])('canceled, a round that was %s has earned what the card paid', async (_, given, way, paid) => {
  const id = await booked({ ...given, tee_time: { charge: '300.00' } });
  await done(change(id, { players: 5 }, way));
  expect(earnedOf((await shown(id)).transaction_record)).toBe(37_500);
  await cancel(id, { cancel: true, force_cancel: true });
  const canceled = await shown(id);
  expect(canceled).toMatchObject({ status: 'canceled', total: '375.00' });
  expect(earnedOf(canceled.transaction_record)).toBe(paid);
  await cancel(id, { refund: true, refund_amount: paid });
  expect(earnedOf((await shown(id)).transaction_record)).toBe(0);
});
