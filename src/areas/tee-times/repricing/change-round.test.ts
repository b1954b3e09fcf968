import { describe, expect, test } from 'vitest';
import { aCard } from '../../../../test/support/bookings.ts';
import { teeTimeStanding } from '../../../../test/support/canceling.ts';
import { CALL_COURSE_MESSAGE, changingSetup } from '../../../../test/support/changing.ts';
import { teeTimes } from '../tee-times.contract.ts';
import { roundChanges } from './round-changes.contract.ts';

const { app, at, booked, round, quote, change, done, shown, entryOf } = changingSetup();

describe('more to pay', () => {
  test('is charged, and the round, its price and its terms are the new ones', async () => {
    const id = await booked();
    const to = { players: 5, play_date: '2030-06-21', course: { id: at.dear }, terms: 'today' };
    expect(await done(change(id, to, { card: aCard() }))).toEqual({
      id,
      raw_charged: 33_800,
      raw_back: 0,
      raw_on_account: 0,
      message: `The tee time is changed. $338.00 was charged. ${CALL_COURSE_MESSAGE}`,
    });
    expect(await shown(id)).toMatchObject({
      players: 5,
      play_date: '2030-06-21',
      course_name: 'Torrey',
      is_changing: false,
      charge: '750.00',
      total: '750.00',
      paid: '750.00',
      cost: '450.00',
      refunded: '0.00',
    });
    expect(await entryOf(id)).toEqual({
      players: 5,
      play_date: '2030-06-21',
      course_id: at.dear,
      raw_charge: 75_000,
      raw_total: 75_000,
      raw_cost: 45_000,
      play_time: '07:42',
      moved: { raw_charged: 33_800, card_last4: '4242' },
    });
    expect(await teeTimeStanding(app.db, id)).toMatchObject({
      raw_paid: 75_000,
      ledger: ['change tee_time -33800', 'change card 33800'],
    });
    const frozen = await app.db
      .selectFrom('tee_times')
      .select(['players_booked', 'cancel_hours', 'raw_non_refundable', 'raw_wholesale_rate'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(frozen).toEqual({
      players_booked: 5,
      cancel_hours: 72,
      raw_non_refundable: 500,
      raw_wholesale_rate: 9_000,
    });
  });

  test('goes on account without a card, beside what a card paid', async () => {
    const id = await booked();
    expect(await done(change(id, { players: 5 }))).toMatchObject({ raw_charged: 0, raw_on_account: 10_300 });
    expect(await shown(id)).toMatchObject({ total: '515.00', paid: '412.00' });
    expect(await teeTimeStanding(app.db, id)).toMatchObject({
      ledger: ['change tee_time -10300', 'change on_account 10300'],
    });
    expect(await entryOf(id)).toMatchObject({ moved: { raw_on_account: 10_300 } });
    // The amount on account is reduced before anything is refunded.
    expect(await done(change(id, { players: 3 }))).toMatchObject({
      raw_back: 10_300,
      raw_on_account: -10_300,
    });
    expect(await shown(id)).toMatchObject({ total: '309.00', paid: '309.00' });
  });

  test('is charged for one that was on account', async () => {
    const id = await booked({ card: false });
    expect(await done(change(id, { players: 5 }, { card: aCard() }))).toMatchObject({ raw_charged: 10_300 });
    const { payment_id } = await app.db
      .selectFrom('tee_times')
      .select('payment_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(payment_id).not.toBe('');
    expect(await shown(id)).toMatchObject({ total: '515.00', paid: '103.00' });
    // The price is the original one again: the amount on account is reduced first, and nothing is left to refund.
    expect(await done(change(id, { players: 1 }))).toMatchObject({ raw_on_account: -41_200, raw_back: 0 });
    expect(await shown(id)).toMatchObject({ total: '103.00', paid: '103.00' });
  });

  test('is not charged where the card is declined, and nothing is changed', async () => {
    const id = await booked();
    expect(await change(id, { players: 5 }, { card: aCard('declined') })).toMatchObject({
      status: 422,
      body: { errors: { 'credit_card.number': [expect.any(String)] } },
    });
    expect(await shown(id)).toMatchObject({
      players: 4,
      total: '412.00',
      paid: '412.00',
      is_changing: false,
    });
    expect(await done(change(id, { players: 5 }, { card: aCard() }))).toMatchObject({ raw_charged: 10_300 });
  });

  test('is refused for a card that is none', async () => {
    const id = await booked();
    const card = { ...aCard(), number: '4242 4242 4242 4241' };
    expect(await change(id, { players: 5 }, { card })).toMatchObject({
      status: 422,
      body: { errors: { 'credit_card.number': [expect.stringContaining('not a card number')] } },
    });
    // A card is not checked if it has nothing to pay.
    expect(await done(change(id, { players: 5 }, { card, difference: 'keep' }))).toMatchObject({
      raw_charged: 0,
    });
  });

  test('is charged once under its key', async () => {
    const id = await booked();
    const { raw_difference } = await quote(id, { players: 5 });
    const body = {
      ...round(id, { players: 5 }),
      ...({ difference: 'settle', shown_difference: raw_difference } as const),
      credit_card: aCard(),
    };
    const send = () =>
      app.call(roundChanges.change, { body }, { ...at.agent, 'idempotency-key': 'change-once' });
    const first = await send();
    expect(first.status).toBe(200);
    expect((await send()).body).toEqual(first.body);
    expect(await shown(id)).toMatchObject({ paid: '515.00' });
    const other = { ...body, players: 6 };
    expect(
      await app.call(roundChanges.change, { body: other }, { ...at.agent, 'idempotency-key': 'change-once' }),
    ).toMatchObject({ status: 422, body: { errors: { idempotency_key: ['was used for another request'] } } });
  });
});

test('another difference than was shown is refused, and nothing is charged', async () => {
  const id = await booked();
  expect(await change(id, { players: 5 }, { by: { shown_difference: 10_200 }, card: aCard() })).toMatchObject(
    {
      status: 422,
      body: {
        errors: { shown_difference: ['The difference is $103.00 now. Please look at it and change again.'] },
      },
    },
  );
  expect(await shown(id)).toMatchObject({ paid: '412.00' });
});

test('a tee time that somebody else changed meanwhile is not changed', async () => {
  const id = await booked();
  const { updated_at } = await shown(id);
  await app.ok(teeTimes.update, { body: { id, tee_time: { notes: 'two carts' } } }, at.agent);
  expect(await change(id, { players: 3 }, { by: { updated_at } })).toMatchObject({ status: 409 });
});

test('receipts go out again, and none that waited with the old round', async () => {
  const id = await booked();
  await done(change(id, { players: 3 }));
  const letters = await app.db
    .selectFrom('outbox')
    .select(['kind', 'text', 'state'])
    .where('tee_time_id', '=', id)
    .where('kind', '=', 'receipt')
    .execute();
  expect(letters.at(-1)?.text).toContain('$309.00');
  expect(letters.filter(({ state, text }) => state === 'waiting' && text.includes('$412.00'))).toEqual([]);
});

test('anybody of the staff may change, nobody else', async () => {
  const id = await booked();
  expect((await app.call(roundChanges.quote, { body: round(id) })).status).toBe(401);
  expect((await app.call(roundChanges.change, { body: round(id) })).status).toBe(401);
  const hotels = await app.signedIn('hotels');
  expect((await app.call(roundChanges.quote, { body: round(id, { players: 3 }) }, hotels)).status).toBe(200);
});

test('a change without what it needs is told what is missing', async () => {
  const id = await booked();
  const { status, body } = await app.call(roundChanges.change, { body: round(id) }, at.agent);
  expect({ status, body }).toMatchObject({
    status: 422,
    body: { errors: { difference: ['must be settle or keep'], shown_difference: ['is required'] } },
  });
});
