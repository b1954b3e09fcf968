import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type Answered, type Headers } from '../../../../test/support/app.ts';
import { aCard, book } from '../../../../test/support/bookings.ts';
import { standing } from '../../../../test/support/canceling.ts';
import { aCertificate, aClub, aCourse, aDiscount, aRate } from '../../../../test/support/factories.ts';
import { teeTimes } from '../tee-times.contract.ts';
import { roundChanges, type Changed } from './round-changes.contract.ts';

const desk = testApp({ settings: { REFUND_APPROVAL_ABOVE: '400', LARGE_CHARGE: '300' } });
let agent: Headers;
let course: number;
let dear: number;

beforeAll(async () => {
  desk.setClock('2030-05-30T22:42:00Z');
  agent = await desk.signedIn('agent');
  course = (await aCourse(desk.db, { course_name: 'Aviara' })).id;
  await aRate(desk.db, course, {
    raw_rate: 10_000,
    raw_service_fee: 300,
    raw_wholesale_rate: 6_000,
    cancel_hours: 24,
  });
  dear = (await aCourse(desk.db, { course_name: 'Torrey' })).id;
  await aRate(desk.db, dear, {
    raw_rate: 15_000,
    raw_wholesale_rate: 9_000,
    cancel_hours: 72,
    raw_non_refundable: 500,
  });
});

type Given = Parameters<typeof book>[2];
/** Four players on June 20th, $412.00, by card unless told. */
const booked = async (given: Partial<Given> & { card?: boolean } = {}) => {
  const { card = true, tee_time, ...rest } = given;
  const { id } = await book(desk, agent, {
    course,
    ...(card && { credit_card: aCard() }),
    tee_time: { play_date: '2030-06-20', ...(tee_time as object) },
    ...rest,
  });
  return id;
};

const round = (id: number, to: Record<string, unknown> = {}) => ({
  ...{ id, players: 4, play_date: '2030-06-20', play_time: '07:42', course: { id: course } },
  ...({ terms: 'frozen', ...to } as { terms: 'frozen' | 'today' }),
});
const quote = (id: number, to: Record<string, unknown> = {}) =>
  desk.ok(roundChanges.quote, { body: round(id, to) }, agent);
type Way = { by?: object; difference?: 'settle' | 'keep'; card?: ReturnType<typeof aCard>; key?: string };
/** Sends what the quote said, as the screen does. */
async function change(
  id: number,
  to: Record<string, unknown>,
  { by, difference, card, key }: Way = {},
): Promise<Answered> {
  const { raw_difference, updated_at } = await quote(id, to);
  const body = {
    ...round(id, to),
    ...{ difference: difference ?? 'settle', shown_difference: raw_difference, updated_at },
    ...(card && { credit_card: card }),
    ...by,
  };
  return desk.call(
    roundChanges.change,
    { body },
    { ...agent, ...(key !== undefined && { 'idempotency-key': key }) },
  );
}
const done = async (answered: Promise<Answered>): Promise<Changed> => {
  const { status, body } = await answered;
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as Changed;
};
const shown = (id: number) => desk.ok(teeTimes.show, { params: { id } }, agent);
const cancel = (id: number, body: object) => desk.ok(teeTimes.cancel, { body: { id, ...body } }, agent);
/** What the audit says of a tee time's last change. */
async function entryOf(subject_id: number): Promise<unknown> {
  const { after } = await desk.db
    .selectFrom('audit_entries')
    .select('after')
    .where('subject', '=', 'tee_time')
    .where('subject_id', '=', subject_id)
    .where('action', '=', 'changed the round')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return after;
}
const CALL = 'The reservation at the course is not moved by this. Please call the course.';

describe('a quote', () => {
  test('says both prices, the difference and where it goes back, and writes nothing', async () => {
    const id = await booked();
    expect(await quote(id, { players: 3 })).toMatchObject({
      refusal: null,
      before: { players: 4, raw_total: 41_200, raw_cost: 24_000, course: { course_name: 'Aviara' } },
      after: { players: 3, raw_charge: 30_900, raw_total: 30_900, raw_cost: 18_000 },
      why: null,
      raw_difference: -10_300,
      back: [{ to: 'card', name: 'card 4242', raw_amount: 10_300 }],
      settle_refusal: null,
      warnings: [CALL],
    });
    expect(await shown(id)).toMatchObject({ players: 4, total: '412.00', is_changing: false });
  });

  test("takes today's rate, and says why", async () => {
    const id = await booked({ tee_time: { charge: '400.00' } });
    expect(await quote(id, { players: 5, terms: 'today' })).toMatchObject({
      after: { raw_charge: 51_500, raw_cost: 30_000 },
      raw_difference: 11_500,
      why: expect.stringContaining('Range'),
      back: [],
    });
    expect(await quote(id, { course: { id: dear }, terms: 'today' })).toMatchObject({
      after: { raw_charge: 60_000, raw_cost: 36_000, course: { id: dear, course_name: 'Torrey' } },
    });
  });

  test('warns of a large charge, and of a round that is late to be changed', async () => {
    const large = await quote(await booked(), { players: 8 });
    expect(large.large).toBe('Charges of $300.00 or more are asked about.');
    const late = await booked({ tee_time: { play_date: '2030-05-31', play_time: '07:42' } });
    const { warnings } = await quote(late, { play_date: '2030-05-31', players: 3 });
    expect(warnings).toContain(
      'It is less than 24 hours to play: by its terms nothing is refunded as standard. The difference may be kept.',
    );
  });

  test('lets a discount fall away that does not hold any more, and says so', async () => {
    const { code } = await aDiscount(desk.db, { raw_amount: 5_000, min_players: 4 });
    const id = await booked({ discount_code: code });
    const { after, warnings, raw_difference } = await quote(id, { players: 3, terms: 'today' });
    expect(after).toMatchObject({ raw_charge: 30_900, raw_discount_amount: 0 });
    expect(raw_difference).toBe(30_900 - 36_200);
    expect(warnings).toContain(
      `The discount ${code} needs at least 4 players. The $50.00 that it took off fall away.`,
    );
    expect((await quote(id, { players: 5, terms: 'today' })).after).toMatchObject({
      raw_discount_amount: 5_000,
    });
    expect((await quote(id, { players: 2 })).after).toMatchObject({ raw_discount_amount: 2_500 });
  });

  test.each([
    ['a day that has passed', { play_date: '2030-05-29' }, { play_date: ['must not be in the past'] }],
    [
      'a time that has passed',
      { play_date: '2030-05-30', play_time: '07:00' },
      { play_time: ['must not be in the past'] },
    ],
    ['no such course', { course: { id: 999_999 }, terms: 'today' }, { course: ['does not exist'] }],
    ['no players', { players: 0 }, { players: ['must be at least 1'] }],
    ['other terms', { terms: 'old' }, { terms: ['must be today or frozen'] }],
    [
      'a day without a rate',
      { play_date: '2041-06-01', terms: 'today' },
      {
        golf_rate: [
          'No rate of Aviara covers this round. Please keep the frozen terms, or cancel it and book anew.',
        ],
      },
    ],
  ])('refuses %s beside its field', async (_, to, errors) => {
    const id = await booked();
    const { status, body } = await desk.call(roundChanges.quote, { body: round(id, to) }, agent);
    expect({ status, body }).toMatchObject({ status: 422, body: { errors } });
  });

  test('refuses another course where something of it was booked for this one', async () => {
    const refused = async (id: number, to: object) =>
      (
        await desk.call(
          roundChanges.quote,
          { body: round(id, { course: { id: dear }, terms: 'today', ...to }) },
          agent,
        )
      ).body;
    expect(await refused(await booked(), { terms: 'frozen' })).toMatchObject({
      errors: { course: [expect.stringContaining('rates of its own')] },
    });
    const club = await aClub(desk.db, course);
    const clubs = await booked({ rental_clubs: [{ id: club.id, quantity: 1 }] });
    expect(await refused(clubs, {})).toMatchObject({
      errors: { course: [expect.stringContaining('rental clubs')] },
    });
    const { serial } = await aCertificate(desk.db, { course_id: course });
    const spent = await booked({ gift_cert_serial: serial });
    expect(await refused(spent, {})).toMatchObject({
      errors: { course: [`The gift certificate ${serial} is for another course.`] },
    });
    const closed = (await aCourse(desk.db, { course_name: 'Closed', inactive: true })).id;
    expect(await refused(await booked(), { course: { id: closed } })).toMatchObject({
      errors: { course: ['Closed is inactive.'] },
    });
  });

  test('refuses a tee time that is in no state for it, with a sentence', async () => {
    const id = await booked();
    expect((await quote(id)).refusal).toMatch(/^Nothing is changed yet/);
    await cancel(id, { cancel: true, force_cancel: true });
    const canceled = 'This tee time is canceled: there is nothing to change.';
    expect(await quote(id, { players: 3 })).toMatchObject({
      refusal: canceled,
      after: null,
      raw_difference: 0,
    });
    const refused = await change(id, { players: 3 });
    expect(refused).toMatchObject({ status: 422, body: { message: canceled } });
    const played = await booked({ tee_time: { play_date: '2030-05-30', play_time: '07:42' } });
    expect((await quote(played, { players: 3 })).refusal).toMatch(/has been played/);
  });
});

describe('more to pay', () => {
  test('is charged, and the round, its price and its terms are the new ones', async () => {
    const id = await booked();
    const to = { players: 5, play_date: '2030-06-21', course: { id: dear }, terms: 'today' };
    expect(await done(change(id, to, { card: aCard() }))).toEqual({
      ...{ id, raw_charged: 33_800, raw_back: 0, raw_on_account: 0 },
      message: `The tee time is changed. $338.00 was charged. ${CALL}`,
    });
    expect(await shown(id)).toMatchObject({
      ...{ players: 5, play_date: '2030-06-21', course_name: 'Torrey', is_changing: false },
      ...{ charge: '750.00', total: '750.00', paid: '750.00', cost: '450.00', refunded: '0.00' },
    });
    expect(await entryOf(id)).toEqual({
      ...{ players: 5, play_date: '2030-06-21', course_id: dear, raw_charge: 75_000 },
      ...{ raw_total: 75_000, raw_cost: 45_000, play_time: '07:42' },
      moved: { raw_charged: 33_800, card_last4: '4242' },
    });
    expect(await standing(desk.db, id)).toMatchObject({
      raw_paid: 75_000,
      ledger: ['change tee_time -33800', 'change card 33800'],
    });
    const frozen = await desk.db
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
    expect(await standing(desk.db, id)).toMatchObject({
      ledger: ['change tee_time -10300', 'change on_account 10300'],
    });
    expect(await entryOf(id)).toMatchObject({ moved: { raw_on_account: 10_300 } });
    // What is owed goes off first.
    expect(await done(change(id, { players: 3 }))).toMatchObject({
      raw_back: 10_300,
      raw_on_account: -10_300,
    });
    expect(await shown(id)).toMatchObject({ total: '309.00', paid: '309.00' });
  });

  test('is charged for one that was on account', async () => {
    const id = await booked({ card: false });
    expect(await done(change(id, { players: 5 }, { card: aCard() }))).toMatchObject({ raw_charged: 10_300 });
    const { payment_id } = await desk.db
      .selectFrom('tee_times')
      .select('payment_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(payment_id).not.toBe('');
    expect(await shown(id)).toMatchObject({ total: '515.00', paid: '103.00' });
    // Back to what it was: the account first, then nothing is left for the card but its own.
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
    // Where it has nothing to pay it is not looked at.
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
      desk.call(roundChanges.change, { body }, { ...agent, 'idempotency-key': 'change-once' });
    const first = await send();
    expect(first.status).toBe(200);
    expect((await send()).body).toEqual(first.body);
    expect(await shown(id)).toMatchObject({ paid: '515.00' });
    const other = { ...body, players: 6 };
    expect(
      await desk.call(roundChanges.change, { body: other }, { ...agent, 'idempotency-key': 'change-once' }),
    ).toMatchObject({ status: 422, body: { errors: { idempotency_key: ['was used for another request'] } } });
  });
});

describe('less to pay', () => {
  test('goes back to the cards, the newest charge first', async () => {
    const id = await booked();
    await done(change(id, { players: 5 }, { card: aCard() }));
    const answer = await done(change(id, { players: 2 }));
    expect(answer).toMatchObject({ raw_back: 30_900, raw_charged: 0 });
    expect(answer.message).toBe(
      `The tee time is changed. $103.00 goes back to card 4242. $206.00 goes back to card 4242. ${CALL}`,
    );
    expect(await entryOf(id)).toMatchObject({
      moved: {
        back: [
          { to: 'card', name: 'card 4242', raw_amount: 10_300 },
          { to: 'card', name: 'card 4242', raw_amount: 20_600 },
        ],
      },
    });
    expect(await standing(desk.db, id)).toMatchObject({
      raw_paid: 20_600,
      refunds: ['succeeded 10300', 'succeeded 20600'],
    });
    // What is left of it goes back with the cancellation.
    expect(
      await cancel(id, { cancel: true, refund: true, force_cancel: true, refund_amount: 9_000 }),
    ).toMatchObject({
      valid: true,
    });
    expect(await standing(desk.db, id)).toMatchObject({ state: 'canceled', raw_paid: 11_600 });
  });

  test('gives the certificate its share last', async () => {
    const { serial, id: certificate } = await aCertificate(desk.db, { raw_value: 30_000 });
    const id = await booked({ gift_cert_serial: serial });
    const { back } = await quote(id, { players: 2 });
    expect(back).toEqual([
      { to: 'card', name: 'card 4242', raw_amount: 11_200 },
      { to: 'certificate', name: `gift certificate ${serial}`, raw_amount: 9_400 },
    ]);
    expect(await done(change(id, { players: 2 }))).toMatchObject({ raw_back: 20_600 });
    expect(await shown(id)).toMatchObject({ total: '0.00', paid: '0.00', gift_certificate_amount: '206.00' });
    const { raw_balance } = await desk.db
      .selectFrom('gift_certificates')
      .select('raw_balance')
      .where('id', '=', certificate)
      .executeTakeFirstOrThrow();
    expect(raw_balance).toBe(9_400);
  });

  test('is owed no longer where nothing was charged', async () => {
    const id = await booked({ card: false });
    const answer = await done(change(id, { players: 3 }));
    expect(answer).toMatchObject({ raw_back: 0, raw_on_account: -10_300 });
    expect(answer.message).toContain('$103.00 is owed no longer.');
    await cancel(id, { cancel: true, force_cancel: true });
  });

  test('changes nothing where the bank refuses the refund', async () => {
    const id = await booked({ credit_card: aCard('refund_declined') });
    expect(await change(id, { players: 3 })).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^The refund was not made, and nothing is changed\. /) },
    });
    expect(await shown(id)).toMatchObject({ players: 4, total: '412.00', paid: '412.00' });
  });

  test('stays in the price as far as a bank refuses it', async () => {
    const id = await booked({ credit_card: aCard('refund_declined') });
    await done(change(id, { players: 5 }, { card: aCard() }));
    const answer = await done(change(id, { players: 3 }));
    expect(answer).toMatchObject({ raw_back: 10_300 });
    expect(answer.message).toContain('$103.00 did not go back to the card, and stays in the price.');
    expect(await shown(id)).toMatchObject({ players: 3, charge: '412.00', total: '412.00', paid: '412.00' });
  });

  test('can be kept: the price stays, and round, terms and cost are others', async () => {
    const id = await booked();
    const answer = await done(change(id, { players: 2, terms: 'today' }, { difference: 'keep' }));
    expect(answer).toEqual({
      ...{ id, raw_charged: 0, raw_back: 0, raw_on_account: 0 },
      message: `The tee time is changed. Its price stays as it was. ${CALL}`,
    });
    expect(await shown(id)).toMatchObject({ players: 2, total: '412.00', paid: '412.00', cost: '120.00' });
    expect(await standing(desk.db, id)).toMatchObject({ ledger: [] });
  });

  test('is not given back without an approval above the limit, but may be kept', async () => {
    const id = await booked({ tee_time: { players: 8, charge: '824.00' } });
    const says =
      '$515.00 would go back, and more than $400.00 needs an approval. Please keep the difference, and ask for it as a refund.';
    expect(await quote(id, { players: 3 })).toMatchObject({ refusal: null, settle_refusal: says });
    expect(await change(id, { players: 3 })).toMatchObject({ status: 422, body: { message: says } });
    // All that went back counts together.
    await done(change(id, { players: 5 }));
    expect((await quote(id, { players: 3 })).settle_refusal).toContain('more than $91.00 needs');
    await done(change(id, { players: 3 }, { difference: 'keep' }));
    const asked = await cancel(id, { refund: true, refund_amount: 9_200 });
    expect(asked).toMatchObject({ valid: false, waits: true });
    expect((await quote(id, { players: 2 })).refusal).toContain('waits for the approval');
  });

  test('is not given back twice: what was refunded is not there any more', async () => {
    const id = await booked();
    await cancel(id, { refund: true, refund_amount: 35_000 });
    expect(await quote(id, { players: 3 })).toMatchObject({
      settle_refusal:
        '$41.00 of what would go back was refunded before. Please keep the difference, or cancel it and book anew.',
    });
    expect((await change(id, { players: 3 })).status).toBe(422);
    expect(await done(change(id, { players: 3 }, { difference: 'keep' }))).toMatchObject({ raw_back: 0 });
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
  await desk.ok(teeTimes.update, { body: { id, tee_time: { notes: 'two carts' } } }, agent);
  expect(await change(id, { players: 3 }, { by: { updated_at } })).toMatchObject({ status: 409 });
});

test('receipts go out again, and none that waited with the old round', async () => {
  const id = await booked();
  await done(change(id, { players: 3 }));
  const letters = await desk.db
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
  expect((await desk.call(roundChanges.quote, { body: round(id) })).status).toBe(401);
  expect((await desk.call(roundChanges.change, { body: round(id) })).status).toBe(401);
  const hotels = await desk.signedIn('hotels');
  expect((await desk.call(roundChanges.quote, { body: round(id, { players: 3 }) }, hotels)).status).toBe(200);
});

test('a change without what it needs is told what is missing', async () => {
  const id = await booked();
  const { status, body } = await desk.call(roundChanges.change, { body: round(id) }, agent);
  expect({ status, body }).toMatchObject({
    status: 422,
    body: { errors: { difference: ['must be settle or keep'], shown_difference: ['is required'] } },
  });
});
