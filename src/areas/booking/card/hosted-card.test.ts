import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aBookingBody, aCard, pendingOperationId, sendBooking } from '../../../../test/support/bookings.ts';
import { aCourse, anOpenTime } from '../../../../test/support/factories.ts';
import type { TestCardBehavior } from '../../../integrations/payment/test-cards.ts';
import { operations } from '../../operations/operations.contract.ts';
import { reconcileOnce } from '../../../../test/support/reconcile.ts';
import { waitList } from '../../wait-list/wait-list.contract.ts';
import { BookingResult } from '../booking.contract.ts';
import { attemptsFor } from '../../../../test/support/attempts-for.ts';

const app = testApp({ settings: { CARD_ENTRY: 'hosted' } });
let agent: HeaderFields;
let course: number;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db)).id;
});

/** Returns the card token that the gateway's own fields make in the browser. */
async function typed(behaviour: TestCardBehavior = 'approved'): Promise<string> {
  const answer = await fetch(`${app.gatewayUrl}/fields/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(aCard(behaviour)),
  });
  return z.object({ token: z.string() }).parse(await answer.json()).token;
}
const sent = (number: string) => ({ number, expmo: '', expyr: '', cvv: '' });
const bodyWith = (number: string, more: object = {}) =>
  aBookingBody({ course, credit_card: sent(number), ...more });
const charges = () => app.gatewayBook().filter(({ state }) => state === 'succeeded').length;
const last4Of = async (tee_time_id: number) =>
  (
    await app.db
      .selectFrom('payment_attempts')
      .select('card_last4')
      .where('id', 'in', attemptsFor(app.db, tee_time_id))
      .execute()
  ).map(({ card_last4 }) => card_last4);

/** Returns the database rows of every table that contain a text, as JSON. */
async function rowsWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{
    name: string;
  }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.db);
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql`select 1 from ${sql.table(name)} as one
        where position(${text} in to_jsonb(one)::text) > 0`.execute(app.db);
      return rows.length > 0 ? name : '';
    }),
  );
  return found.filter(Boolean);
}

test("a token books and is charged once; which card it was is the gateway's answer, and the token is kept nowhere", async () => {
  const token = await typed();
  const answered = await sendBooking(app, bodyWith(token), agent);
  expect(answered.status).toBe(200);
  const { id, payment_id, confirmation } = BookingResult.parse(answered.body).tee_time;
  expect(app.gatewayBook().find((line) => line.payment_id === payment_id)).toMatchObject({ last4: '4242' });
  expect(await last4Of(id)).toEqual(['4242']);
  expect(await rowsWith(token)).toEqual([]);
  // Proves that the search finds a text that is stored.
  expect(await rowsWith(confirmation)).toContain('tee_times');
});

test.each([
  ['a number', aCard()],
  ['a number that is none', sent('4242 4242 4242 4241')],
  ["another gateway's token", sent('card_1234567890')],
])('%s is refused with a sentence, nothing is begun and nothing of it repeated', async (_, credit_card) => {
  const before = charges();
  const { status, body } = await sendBooking(app, aBookingBody({ course, credit_card }), agent);
  expect({ status, body }).toMatchObject({
    status: 422,
    body: { errors: { 'credit_card.number': [expect.stringContaining("gateway's own fields alone")] } },
  });
  expect(JSON.stringify(body)).not.toContain(credit_card.number);
  expect(charges()).toBe(before);
});

test('a number is refused where the rest of the booking cannot be read either', async () => {
  const body = aBookingBody({ course, tee_time: { play_time: 'noon' }, credit_card: aCard() });
  const { body: answer } = await sendBooking(app, body, agent);
  expect(answer).toMatchObject({
    errors: {
      play_time: expect.any(Array),
      'credit_card.number': [expect.stringContaining('own fields alone')],
    },
  });
});

describe('a declined card', () => {
  test('is tried again with another token, and the first charges nothing more', async () => {
    const token = await typed('declined');
    const before = charges();
    const reason = { errors: { 'credit_card.number': ['Your card was declined.'] } };
    const body = bodyWith(token);
    expect(await sendBooking(app, body, agent, crypto.randomUUID())).toMatchObject({
      status: 422,
      body: reason,
    });
    expect(await sendBooking(app, body, agent, crypto.randomUUID())).toMatchObject({ status: 422 });
    expect(charges()).toBe(before);
    const again = { ...body.booking, credit_card: sent(await typed()) };
    expect((await sendBooking(app, { booking: again }, agent, crypto.randomUUID())).status).toBe(200);
    expect(charges()).toBe(before + 1);
  });
});

test('a booking whose answer was lost is not charged again for its key, whatever token comes with it', async () => {
  const key = crypto.randomUUID();
  const body = bodyWith(await typed());
  const first = await sendBooking(app, body, agent, key);
  const before = charges();
  const again = { ...body.booking, credit_card: sent(await typed('declined')) };
  expect((await sendBooking(app, { booking: again }, agent, key)).body).toEqual(first.body);
  expect(charges()).toBe(before);
});

test('a token is charged for one booking', async () => {
  const token = await typed();
  expect((await sendBooking(app, bodyWith(token), agent)).status).toBe(200);
  const before = charges();
  expect(await sendBooking(app, bodyWith(token), agent)).toMatchObject({
    status: 422,
    body: { errors: { 'credit_card.number': [expect.stringContaining('nothing was charged')] } },
  });
  expect(charges()).toBe(before);
});

test('a charge that was never answered is found out, and with it which card it was', async () => {
  const answered = await sendBooking(app, bodyWith(await typed('timeout_after')), agent);
  expect(answered.status).toBe(202);
  const id = pendingOperationId(answered);
  await expect
    .poll(
      async () => {
        await reconcileOnce(app.context);
        return (await app.ok(operations.show, { params: { id } }, agent)).state;
      },
      { timeout: 30_000 },
    )
    .toBe('settled');
  const { tee_time_id } = await app.db
    .selectFrom('operations')
    .select('tee_time_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(await last4Of(tee_time_id ?? 0)).toEqual(['0026']);
});

describe('a caller who waits', () => {
  const wait = async (credit_card: object) => {
    await anOpenTime(app.db, { course_id: course, available_time: 742 });
    const lost_lead = {
      course: { id: course },
      lead_date: '2026-12-01',
      play_time: '07:50',
      players: 2,
      customer: { first_name: 'Ada', last_name: 'Okafor', email: 'ada@caller.example' },
      credit_card,
    };
    return app.call(waitList.waitFor, { body: { lost_lead } }, agent);
  };
  const leads = () => app.db.selectFrom('lost_leads').selectAll().where('course_id', '=', course).execute();

  test('leaves the card with the gateway, which says how it is shown', async () => {
    app.setClock('2026-11-20T12:00:00Z');
    agent = await app.signedIn('agent');
    const token = await typed();
    expect((await wait(sent(token))).status).toBe(200);
    expect(await leads()).toMatchObject([
      {
        card_token: expect.stringMatching(/^card_/),
        card_last4: '4242',
        card_expmo: '12',
        card_expyr: '2035',
      },
    ]);
    expect(await rowsWith(token)).toEqual([]);
  });

  test('leaves no number with RIC', async () => {
    expect(await wait(aCard())).toMatchObject({
      status: 422,
      body: { errors: { 'credit_card.number': [expect.stringContaining('own fields alone')] } },
    });
    expect(await leads()).toHaveLength(1);
    app.setClock();
  });
});
