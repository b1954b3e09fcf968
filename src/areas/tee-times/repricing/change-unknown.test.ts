import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { testApp, type ReceivedAnswer, type HeaderFields } from '../../../../test/support/app.ts';
import { aCard, bookTeeTime, pendingOperationId } from '../../../../test/support/bookings.ts';
import { teeTimeStanding } from '../../../../test/support/canceling.ts';
import { aCourse } from '../../../../test/support/factories.ts';
import { ageToGiveUp, reconcileOnce, reconcileUntil } from '../../../../test/support/reconcile.ts';
import type { TestCardBehavior } from '../../../integrations/payment/test-cards.ts';
import { operations } from '../../operations/operations.contract.ts';
import { teeTimes } from '../tee-times.contract.ts';
import { roundChanges } from './round-changes.contract.ts';

const APPEAR_LATE_MS = 600_000;
const app = testApp({ delays: { appearLateMs: APPEAR_LATE_MS } });
let agent: HeaderFields;
let course: number;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db)).id;
});

/** Books a tee time for four players at $412.00. */
const booked = async (behaviour: TestCardBehavior = 'approved') =>
  (await bookTeeTime(app, agent, { course, credit_card: aCard(behaviour) })).id;

type To = { players: number; shown: number; card?: TestCardBehavior; key?: string };
const change = (id: number, { players, shown, card, key = randomUUID() }: To): Promise<ReceivedAnswer> => {
  const body = {
    id,
    players,
    play_date: '2030-06-01',
    play_time: '07:42',
    course: { id: course },
    terms: 'frozen',
    difference: 'settle',
    shown_difference: shown,
    ...(card && { credit_card: aCard(card) }),
  };
  return app.call(roundChanges.change, { body }, { ...agent, 'idempotency-key': key });
};
const MORE = { players: 5, shown: 10_300 };
const LESS = { players: 3, shown: -10_300 };

const shown = (id: number) => app.ok(teeTimes.show, { params: { id } }, agent);
const followed = (answered: ReceivedAnswer) =>
  app.ok(operations.show, { params: { id: pendingOperationId(answered) } }, agent);
const NOT_KNOWN = 'The outcome of the change is not known yet. Do not change, cancel or refund again.';

const until = (isDone: () => Promise<boolean>) => reconcileUntil(app, isDone);
const settled = (answered: ReceivedAnswer) =>
  until(async () => (await followed(answered)).state === 'settled').then(() => followed(answered));

async function expectHeld(id: number): Promise<void> {
  expect(await shown(id)).toMatchObject({ status: 'booked', players: 4, total: '412.00', is_changing: true });
  const working = 'A change of this tee time is still being worked on.';
  const canceled = await app.ok(teeTimes.cancel, { body: { id, cancel: true, refund: true } }, agent);
  expect(canceled).toEqual({ valid: false, message: working });
  expect(await app.ok(teeTimes.cancelOptions, { params: { id } }, agent)).toMatchObject({
    valid: false,
    why: working,
  });
  expect(await change(id, LESS)).toMatchObject({ status: 422, body: { message: working } });
  expect(await app.call(teeTimes.update, { body: { id, tee_time: { players: 2 } } }, agent)).toMatchObject({
    status: 422,
    body: { errors: { players: [`cannot be changed: ${working}`] } },
  });
  await app.ok(teeTimes.update, { body: { id, tee_time: { notes: 'two carts' } } }, agent);
}

test('a charge that is not answered: 202, nothing is changed yet, then it is, charged once', async () => {
  const id = await booked();
  const key = randomUUID();
  const answered = await change(id, { ...MORE, card: 'timeout_after', key });
  expect(answered).toMatchObject({ status: 202, body: { message: NOT_KNOWN } });
  expect(await followed(answered)).toMatchObject({ state: 'unknown', message: NOT_KNOWN });
  await expectHeld(id);
  await Promise.all([reconcileOnce(app.context), reconcileOnce(app.context)]);
  expect(await settled(answered)).toMatchObject({ answer_status: 200, answer: { raw_charged: 10_300 } });
  expect(await shown(id)).toMatchObject({
    players: 5,
    total: '515.00',
    paid: '515.00',
    notes: 'two carts',
    is_changing: false,
  });
  expect(await change(id, { ...MORE, card: 'timeout_after', key })).toMatchObject({ status: 200 });
});

test('a charge that never arrived is given up, and nothing is changed', async () => {
  const id = await booked();
  const answered = await change(id, { ...MORE, card: 'timeout_before' });
  await reconcileOnce(app.context);
  expect((await followed(answered)).state).toBe('unknown');
  await ageToGiveUp(app);
  expect(await settled(answered)).toMatchObject({
    answer_status: 422,
    answer: { errors: { 'credit_card.number': [expect.stringContaining('Nothing was charged or changed')] } },
  });
  expect(await shown(id)).toMatchObject({ players: 4, paid: '412.00', is_changing: false });
});

test('a charge that appears after that is given back once, and staff are told', async () => {
  const id = await booked();
  const answered = await change(id, { ...MORE, card: 'appears_late' });
  await ageToGiveUp(app);
  expect((await settled(answered)).answer_status).toBe(422);
  app.advanceGatewayClock(APPEAR_LATE_MS);
  await until(async () => (await teeTimeStanding(app.db, id)).refunds.includes('succeeded 10300'));
  await reconcileOnce(app.context);
  expect(await teeTimeStanding(app.db, id)).toMatchObject({ raw_paid: 41_200, ledger: [] });
  const told = app.db.selectFrom('notices').select('message').where('tee_time_id', '=', id);
  expect(await told.execute()).toEqual([
    { message: 'A charge of $103.00 appeared after its change had failed. It is being refunded.' },
  ]);
  // The tee time can be changed again, and the reversed charge is not used for its refunds.
  expect((await change(id, LESS)).status).toBe(200);
  expect(await shown(id)).toMatchObject({ players: 3, paid: '309.00' });
});

test('a refund that is not answered: 202, then the round is changed and given back once', async () => {
  const id = await booked('refund_timeout_after');
  const answered = await change(id, LESS);
  expect(answered.status).toBe(202);
  await expectHeld(id);
  expect(await settled(answered)).toMatchObject({ answer_status: 200, answer: { raw_back: 10_300 } });
  expect(await shown(id)).toMatchObject({ players: 3, total: '309.00', paid: '309.00' });
  expect((await teeTimeStanding(app.db, id)).refunds).toEqual(['succeeded 10300']);
});

test('of two refunds one is not answered: nothing is changed before both are known', async () => {
  const id = await booked('refund_timeout_after');
  expect((await change(id, { ...MORE, card: 'approved' })).status).toBe(200);
  const answered = await change(id, { players: 3, shown: -20_600 });
  expect(answered.status).toBe(202);
  expect(await shown(id)).toMatchObject({ players: 5, total: '515.00', paid: '515.00', is_changing: true });
  expect(await settled(answered)).toMatchObject({ answer_status: 200, answer: { raw_back: 20_600 } });
  expect(await shown(id)).toMatchObject({ players: 3, total: '309.00', paid: '309.00' });
});

test('a cancellation whose refund spans two charges is settled with the last of them', async () => {
  const id = await booked('refund_timeout_after');
  expect((await change(id, { ...MORE, card: 'approved' })).status).toBe(200);
  const body = { id, cancel: true, refund: true, force_cancel: true, refund_amount: 50_000 };
  const answered = await app.call(teeTimes.cancel, { body }, { ...agent, 'idempotency-key': randomUUID() });
  expect(answered.status).toBe(202);
  expect(await settled(answered)).toMatchObject({ answer_status: 200, answer: { valid: true } });
  expect(await teeTimeStanding(app.db, id)).toMatchObject({
    state: 'canceled',
    raw_paid: 1_500,
    refunds: ['succeeded 10300', 'succeeded 39700'],
  });
});

test('a cancellation says what of two charges did not go back', async () => {
  const id = await booked('refund_declined');
  expect((await change(id, { ...MORE, card: 'approved' })).status).toBe(200);
  const body = { id, cancel: true, refund: true, force_cancel: true, refund_amount: 50_000 };
  expect(await app.ok(teeTimes.cancel, { body }, agent)).toMatchObject({
    valid: false,
    message: 'The tee time is canceled. $103.00 goes back to the card. $397.00 did not go back to the card.',
  });
  expect(await teeTimeStanding(app.db, id)).toMatchObject({ state: 'canceled', raw_paid: 41_200 });
});

test('who moves to another day waits there no longer', async () => {
  const { id } = await bookTeeTime(app, agent, { course, customer: { email: 'mover@golf.example' } });
  const { customer_id } = await app.db
    .selectFrom('tee_times')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const lead = async (lead_date: string) => {
    const values = { course_id: course, customer_id, players: 4, lead_date, play_time: '07:42' };
    return (await app.db.insertInto('lost_leads').values(values).returning('id').executeTakeFirstOrThrow())
      .id;
  };
  const [there, elsewhere] = [await lead('2030-06-02'), await lead('2030-06-03')];
  const moveTo = (play_date: string) => app.ok(roundChanges.change, { body: { ...body, play_date } }, agent);
  const body = {
    id,
    players: 4,
    play_time: '07:42',
    course: { id: course },
    ...({ terms: 'frozen', difference: 'settle', shown_difference: 0 } as const),
  };
  const bookedFor = async () => {
    const leads = await app.db
      .selectFrom('lost_leads')
      .select('id')
      .where('tee_time_id', '=', id)
      .orderBy('id')
      .execute();
    return leads.map((lead) => lead.id);
  };
  await moveTo('2030-06-02');
  expect(await bookedFor()).toEqual([there]);
  // A lead that was booked for a day stays booked after the tee time changes or is edited, and the ledger checks
  // agree.
  await moveTo('2030-06-03');
  expect(await bookedFor()).toEqual([there, elsewhere]);
  await app.expectSoundBooks();
  await app.ok(teeTimes.update, { body: { id, tee_time: { play_date: '2030-06-04' } } }, agent);
  expect(await bookedFor()).toEqual([there, elsewhere]);
});
