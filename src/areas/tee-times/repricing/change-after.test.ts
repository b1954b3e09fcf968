import { expect, test } from 'vitest';
import { aCard } from '../../../../test/support/bookings.ts';
import { changingSetup } from '../../../../test/support/changing.ts';
import { aDiscount } from '../../../../test/support/factories.ts';
import { discounts } from '../../discounts/discounts.contract.ts';
import { earnedCents } from '../../transactions/transactions.rules.ts';

const { app, booked, change, done, shown, cancel } = changingSetup();

test('a discount that fell away from a changed round was used all the same, and is not deleted', async () => {
  const { id: discount, code } = await aDiscount(app.db, { min_players: 4 });
  const id = await booked({ discount_code: code });
  await done(change(id, { players: 3, terms: 'today' }));
  expect(await shown(id)).toMatchObject({ discount_amount: '0.00', golf_discount: null });
  const admin = await app.signedIn('admin');
  expect(await app.call(discounts.remove, { params: { id: discount } }, admin)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('it is used by 1 tee time. Untick Enabled? instead') },
  });
});

test.each([
  ['booked by card, more on account', { card: true }, {}, 30_000],
  ['booked on account, more by card', { card: false }, { card: aCard() }, 7_500],
])('canceled, a round that was %s has earned what the card paid', async (_, given, way, paid) => {
  const id = await booked({ ...given, tee_time: { charge: '300.00' } });
  await done(change(id, { players: 5 }, way));
  expect(earnedCents((await shown(id)).transaction_record)).toBe(37_500);
  await cancel(id, { cancel: true, force_cancel: true });
  const canceled = await shown(id);
  expect(canceled).toMatchObject({ status: 'canceled', total: '375.00' });
  expect(earnedCents(canceled.transaction_record)).toBe(paid);
  await cancel(id, { refund: true, refund_amount: paid });
  expect(earnedCents((await shown(id)).transaction_record)).toBe(0);
});
