import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { testApp, type Headers } from '../../../../test/support/app.ts';
import { aCard, book, operationOf } from '../../../../test/support/bookings.ts';
import { aCertificate, aCourse, aRate } from '../../../../test/support/factories.ts';
import type { Call } from '../../../contract/call.ts';
import type { Behaviour } from '../../../outside/payment/test-cards.ts';
import { notices } from '../../notices/notices.contract.ts';
import { operations } from '../../operations/operations.contract.ts';
import { reconcileOnce } from '../../reconciling/reconciler.steps.ts';
import { INTERNAL_TEE_TIME } from '../status.rules.ts';
import { carryOutCancellation, keepBooked } from './carry-out.steps.ts';
import { teeTimes } from '../tee-times.contract.ts';

const desk = testApp({ settings: { PAYMENT_GIVE_UP_MS: '2500' } });
let agent: Headers;
/** At this course $20.00 per player is kept until 24 h before; at the other one nothing comes back 48 h before. */
let course: number;
let strict: number;
beforeAll(async () => {
  desk.setClock('2030-05-30T22:42:00Z'); // 41 h before the rounds booked here, in San Diego
  agent = await desk.signedIn('agent');
  course = (await aCourse(desk.db)).id;
  await aRate(desk.db, course, { raw_non_refundable: 2_000, cancel_hours: 24 });
  strict = (await aCourse(desk.db)).id;
  await aRate(desk.db, strict, { cancel_hours: 48 });
});

type Given = { behaviour?: Behaviour | null; at?: number; confirmation?: string; gift_cert_serial?: string };
let made = 0;
/** A booking at $412.00 for tomorrow's morning, on a card unless `behaviour` is null. */
async function booked({ behaviour = 'approved', at = course, confirmation, gift_cert_serial }: Given = {}) {
  made += 1;
  const { id } = await book(desk, agent, {
    course: at,
    ...(behaviour && { credit_card: aCard(behaviour) }),
    ...(gift_cert_serial && { gift_cert_serial }),
    tee_time: { play_time: '08:42', confirmation: confirmation ?? `OK-${made}` },
  });
  return id;
}
const cancel = (body: Record<string, unknown>, key?: string) =>
  desk.call(teeTimes.cancel, { body }, { ...agent, ...(key && { 'idempotency-key': key }) });
/** A cancellation of this tee time that is still at work elsewhere. */
async function aRunningCancellation(tee_time_id: number): Promise<string> {
  const { id } = await desk.db.selectFrom('staff_users').select('id').executeTakeFirstOrThrow();
  const running = {
    ...({ id: randomUUID(), kind: 'cancel', state: 'running', staff_user_id: id, tee_time_id } as const),
    ...{ idempotency_key: randomUUID(), fingerprint: '', lease_until: new Date(Date.now() + 60_000) },
  };
  await desk.db.insertInto('operations').values(running).execute();
  return running.id;
}
const options = (id: number) => desk.ok(teeTimes.cancelOptions, { params: { id } }, agent);
const both = { cancel: true, refund: true };

async function stands(id: number) {
  const teeTime = desk.db.selectFrom('tee_times').select(['state', 'raw_paid', 'canceled_by']);
  const refunds = desk.db
    .selectFrom('payment_attempts')
    .select(['state', 'raw_amount'])
    .where('tee_time_id', '=', id)
    .where('kind', '=', 'refund');
  const moved = desk.db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_transactions', 'ledger_transactions.id', 'ledger_entries.ledger_transaction_id')
    .select(['kind', 'account', 'raw_amount'])
    .where('ledger_entries.tee_time_id', '=', id)
    .where('kind', '<>', 'booking')
    .orderBy('ledger_entries.id');
  const { state, raw_paid } = await teeTime.where('id', '=', id).executeTakeFirstOrThrow();
  return {
    state,
    raw_paid,
    refunds: (await refunds.execute()).map((refund) => `${refund.state} ${refund.raw_amount}`),
    ledger: (await moved.execute()).map((line) => `${line.kind} ${line.account} ${line.raw_amount}`),
  };
}
const balance = async (id: number) =>
  (
    await desk.db
      .selectFrom('gift_certificates')
      .select('raw_balance')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).raw_balance;
const refundsInBook = () => desk.gatewayBook().filter((l) => l.kind === 'refund' && l.state === 'succeeded');
const operation = (id: string) => desk.ok(operations.show, { params: { id } }, agent);
async function settled(id: string) {
  const end = Date.now() + 12_000;
  for (;;) {
    const shown = await operation(id);
    if (shown.state === 'settled') return shown;
    if (Date.now() > end) throw new Error('the reconciler did not settle it');
    await reconcileOnce(desk.desk);
    await pause(100);
  }
}
const REFUNDED_41200 = ['refund tee_time 41200', 'refund card -41200'];

describe('the options', () => {
  test("counts the hours on the course's own clock", async () => {
    // The rounds begin in 41 hours in San Diego; where the clock is 21 hours ahead, in 20.
    const ahead = (await aCourse(desk.db, { time_zone: 'Pacific/Kiritimati' })).id;
    await aRate(desk.db, ahead, { raw_non_refundable: 2_000, cancel_hours: 24 });
    const [here, there] = [await options(await booked()), await options(await booked({ at: ahead }))];
    expect(here.why).toContain('Plays in 41 h');
    expect(there.why).toContain('Plays in 20 h');
  });

  test('say what may be refunded and why', async () => {
    expect(await options(await booked())).toEqual({
      valid: true,
      internal: false,
      refund_total: 33_200,
      is_canceled: false,
      transaction_total: 41_200,
      why: 'Plays in 41 h, the window is 24 h: $20.00 per player is kept.',
    });
    expect(await options(await booked({ at: strict }))).toMatchObject({
      refund_total: 0,
      transaction_total: 41_200,
      why: 'Plays in 41 h, the window is 48 h: nothing is refunded as standard.',
    });
  });

  test('of an unpaid INTERNAL one say to call, and that there is nothing to refund', async () => {
    expect(await options(await booked({ behaviour: null, confirmation: 'internal' }))).toMatchObject({
      valid: true,
      internal: true,
      refund_total: 0,
      transaction_total: 0,
      why: 'Nothing was paid: there is nothing to refund.',
    });
  });

  test('of a tee time that is not there are a 404', async () =>
    expect((await desk.call(teeTimes.cancelOptions, { params: { id: 999 } }, agent)).status).toBe(404));
});

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
    const certificate = await aCertificate(desk.db);
    const id = await booked({ gift_cert_serial: certificate.serial });
    expect(await cancel({ id, ...both, refund_amount: 40_000 })).toMatchObject({
      body: {
        valid: true,
        message:
          'The tee time is canceled. $312.00 goes back to the card. $88.00 goes back to the gift certificate.',
      },
    });
    expect(await balance(certificate.id)).toBe(8_800);
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

  test('the standard amount too late is refused with the reason, a custom one is not', async () => {
    const id = await booked({ at: strict });
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
    expect(await cancel({ id, ...both })).toMatchObject({
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
    const certificate = await aCertificate(desk.db);
    const id = await booked({ behaviour: 'refund_declined', gift_cert_serial: certificate.serial });
    expect(await cancel({ id, ...both, refund_amount: 41_200 })).toMatchObject({
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
    const body = { id, ...both, refund_amount: 41_200 };
    const answered = await cancel(body, key);
    expect(answered).toMatchObject({
      status: 202,
      body: {
        message: 'The outcome of the cancellation is not known yet. Do not cancel or refund again.',
      },
    });
    expect(await stands(id)).toMatchObject({ state: 'canceled', refunds: ['unknown 41200'], ledger: [] });
    expect((await options(id)).valid).toBe(false);
    expect(await cancel({ id, refund: true, refund_amount: 1 })).toMatchObject({ body: { valid: false } });
    const { answer } = await settled(operationOf(answered));
    expect(answer).toMatchObject({ valid: true });
    await reconcileOnce(desk.desk);
    expect(await stands(id)).toMatchObject({ refunds: ['succeeded 41200'], ledger: REFUNDED_41200 });
    expect(refundsInBook()).toHaveLength(before + 1);
    expect(await cancel(body, key)).toMatchObject({ status: 200, body: answer as object });
  });
});

describe('cancelling', () => {
  test('an INTERNAL one is refused with its text, and done when forced', async () => {
    const id = await booked({ confirmation: 'INTERNAL', behaviour: null });
    expect(await cancel({ id, cancel: true })).toMatchObject({
      status: 200,
      body: { valid: false, message: INTERNAL_TEE_TIME },
    });
    expect((await stands(id)).state).toBe('booked');
    expect(await cancel({ id, cancel: true, force_cancel: true })).toMatchObject({
      body: { valid: true, message: 'The tee time is canceled.', confirmation: 'INTERNAL' },
    });
    expect(await stands(id)).toMatchObject({
      state: 'canceled',
      ledger: ['release tee_time 41200', 'release on_account -41200'],
    });
  });

  test('what the course refuses stays booked, with its words; tried again at once; done when forced', async () => {
    const id = await booked({ confirmation: 'C17-R' });
    const refusal = {
      status: 200,
      body: { valid: false, backend_message: 'Reservation can no longer be canceled online.' },
    };
    expect(await cancel({ id, ...both })).toMatchObject(refusal);
    expect(await stands(id)).toEqual({ state: 'booked', raw_paid: 41_200, refunds: [], ledger: [] });
    await desk.db.updateTable('tee_times').set({ confirmation: 'C17' }).where('id', '=', id).execute();
    expect(await cancel({ id, ...both })).toMatchObject({ body: { valid: true } });
    expect((await stands(id)).state).toBe('canceled');
    const forced = await booked({ confirmation: 'C18-R' });
    expect(await cancel({ id: forced, ...both, force_cancel: true })).toMatchObject({
      body: { valid: true },
    });
    expect(await stands(forced)).toMatchObject({ state: 'canceled', raw_paid: 8_000 });
  });

  test.each(['C19-T', 'C19-U'])(
    'a course that is silent: 202, then kept booked once it was given up, no money moves, staff are told (%s)',
    async (confirmation) => {
      const id = await booked({ confirmation });
      const answered = await cancel({ id, ...both });
      expect(answered.status).toBe(202);
      expect((await desk.ok(teeTimes.show, { params: { id } }, agent)).status).toBe('pending');
      expect(await cancel({ id, cancel: true, force_cancel: true })).toMatchObject({
        body: { valid: false },
      });
      expect((await settled(operationOf(answered))).answer).toMatchObject({
        valid: false,
        backend_message: 'The course system did not answer.',
      });
      expect(await stands(id)).toEqual({ state: 'booked', raw_paid: 41_200, refunds: [], ledger: [] });
      const told = (await desk.ok(notices.index, {}, agent)).filter((notice) => notice.tee_time_id === id);
      expect(told.map(({ message }) => message)).toEqual([
        'The course system did not answer a cancellation. The tee time stays booked here, but the course may have canceled it: please call the course.',
      ]);
      expect(await cancel({ id, cancel: true, force_cancel: true })).toMatchObject({ body: { valid: true } });
    },
  );

  test('what fails holds up nothing else of its round', async () => {
    const unknown: string[] = [];
    for (let number = 0; number < 6; number += 1) {
      const id = await booked({ confirmation: `HELD${number}-E` });
      unknown.push(operationOf(await cancel({ id, ...both, refund_amount: 41_200 })));
    }
    const spoiled = desk.db.updateTable('operations').where('id', 'in', unknown.slice(0, -1));
    await spoiled.set({ plan: sql`plan - 'staff'` }).execute();
    await expect(reconcileOnce(desk.desk)).rejects.toThrow('5 failures in one round');
    const states = unknown.map(async (id) => (await operation(id)).state);
    expect(await Promise.all(states)).toEqual([...unknown.slice(0, -1).map(() => 'unknown'), 'settled']);
    await spoiled.set({ plan: sql`plan || '{"staff": "Mended"}'` }).execute();
    for (const id of unknown) expect((await settled(id)).answer).toMatchObject({ valid: true });
  });

  test('a course that fails once: 202, then canceled and refunded once', async () => {
    const id = await booked({ confirmation: 'C20-E' });
    const answered = await cancel({ id, ...both, refund_amount: 41_200 });
    expect(answered.status).toBe(202);
    await Promise.all([reconcileOnce(desk.desk), reconcileOnce(desk.desk)]);
    expect((await settled(operationOf(answered))).answer).toMatchObject({ valid: true });
    expect(await stands(id)).toEqual({
      state: 'canceled',
      raw_paid: 0,
      refunds: ['succeeded 41200'],
      ledger: REFUNDED_41200,
    });
  });

  test('one that was given up leaves a later one alone', async () => {
    const id = await booked({ confirmation: 'C22-R' });
    const key = randomUUID();
    await cancel({ id, ...both }, key);
    const { id: refused } = await desk.db
      .selectFrom('operations')
      .select('id')
      .where('idempotency_key', '=', key)
      .executeTakeFirstOrThrow();
    await desk.db.updateTable('tee_times').set({ confirmation: 'C22-T' }).where('id', '=', id).execute();
    const later = await cancel({ id, ...both });
    expect(later.status).toBe(202);
    await keepBooked(desk.desk, { operation_id: refused, tee_time_id: id }, 'The course did not answer.');
    await carryOutCancellation(desk.desk, refused);
    expect((await stands(id)).state).toBe('cancel_pending');
    await settled(operationOf(later));
    expect((await stands(id)).state).toBe('booked');
  });

  test('twice with one key answers the first; anew it is canceled already', async () => {
    const id = await booked();
    const key = randomUUID();
    const first = await cancel({ id, ...both }, key);
    const again = await cancel({ id, ...both }, key);
    expect(again).toMatchObject({ status: 200, body: first.body as object });
    expect((await stands(id)).refunds).toEqual(['succeeded 33200']);
    expect(await cancel({ id, ...both }, randomUUID())).toMatchObject({
      body: { valid: false, message: 'This tee time is canceled already.' },
    });
    expect(await cancel({ id, refund: true, refund_amount: 5 }, key)).toMatchObject({
      status: 422,
      body: { errors: { idempotency_key: ['was used for another request'] } },
    });
  });

  test('a key that was answered valid: false answers that again, though it could be done by now', async () => {
    const id = await booked();
    const key = randomUUID();
    const tooMuch = { id, cancel: false, refund: true, refund_amount: 999_999 };
    const first = await cancel(tooMuch, key);
    expect(first).toMatchObject({ status: 200, body: { valid: false } });
    const busy = randomUUID();
    const refund = { id, cancel: false, refund: true, refund_amount: 1_000 };
    await desk.db.updateTable('tee_times').set({ state: 'cancel_pending' }).where('id', '=', id).execute();
    const other = await aRunningCancellation(id);
    const meanwhile = await cancel(refund, busy);
    expect(meanwhile).toMatchObject({ status: 200, body: { valid: false } });
    await desk.db.deleteFrom('operations').where('id', '=', other).execute();
    await desk.db.updateTable('tee_times').set({ state: 'booked' }).where('id', '=', id).execute();

    expect(await cancel(refund, busy)).toMatchObject({ status: 200, body: meanwhile.body as object });
    expect(await cancel(tooMuch, key)).toMatchObject({ status: 200, body: first.body as object });
    expect((await stands(id)).refunds).toEqual([]);
    // Another submission is another try, and so is the same one without a key.
    expect(await cancel(refund, randomUUID())).toMatchObject({ body: { valid: true } });
    expect((await stands(id)).refunds).toEqual(['succeeded 1000']);
  });

  test('two at once cancel and refund once', async () => {
    const id = await booked();
    await Promise.all([cancel({ id, ...both }), cancel({ id, ...both }), cancel({ id, ...both })]);
    expect((await stands(id)).refunds).toEqual(['succeeded 33200']);
  });

  test('a booking that failed is refused, and one that is not there is a 404', async () => {
    await expect(booked({ behaviour: 'declined' })).rejects.toThrow('422');
    const failed = await desk.db
      .selectFrom('tee_times')
      .select('id')
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow();
    expect(await cancel({ id: failed.id, ...both })).toMatchObject({ body: { valid: false } });
    expect((await cancel({ id: 999, ...both })).status).toBe(404);
  });

  test('plainly by its own call answers a message, or 422 with the reason', async () => {
    const plainly = (id: number) => desk.call(teeTimes.cancelPlainly, { params: { id } }, agent);
    const id = await booked();
    expect(await plainly(id)).toMatchObject({ status: 200, body: { message: 'The tee time is canceled.' } });
    expect(await stands(id)).toMatchObject({ state: 'canceled', raw_paid: 41_200, refunds: [] });
    expect(await plainly(await booked({ confirmation: 'INTERNAL' }))).toMatchObject({
      status: 422,
      body: { message: INTERNAL_TEE_TIME },
    });
    expect(await plainly(await booked({ confirmation: 'C21-R' }))).toMatchObject({
      status: 422,
      body: { backend_message: 'Reservation can no longer be canceled online.' },
    });
  });
});

describe('the letters', () => {
  test('a voucher while it is booked, a cancelation e-mail afterwards, each once while it waits', async () => {
    const id = await booked({ behaviour: null });
    const send = (called: Call) => desk.call(called, { params: { id } }, agent);
    expect((await send(teeTimes.voucher)).status).toBe(200);
    expect((await send(teeTimes.voucher)).status).toBe(200);
    expect(await send(teeTimes.cancelEmail)).toMatchObject({
      status: 422,
      body: { message: 'This tee time is not canceled.' },
    });
    await cancel({ id, cancel: true });
    expect((await send(teeTimes.cancelEmail)).status).toBe(200);
    expect((await send(teeTimes.cancelEmail)).status).toBe(200);
    expect((await send(teeTimes.receipt)).status).toBe(200);
    expect(await send(teeTimes.voucher)).toMatchObject({
      status: 422,
      body: { message: expect.any(String) },
    });
    const kinds = desk.db.selectFrom('outbox').select('kind').where('tee_time_id', '=', id).orderBy('id');
    expect((await kinds.execute()).map(({ kind }) => kind)).toEqual([
      'receipt',
      'course_receipt',
      'voucher',
      'cancellation',
    ]);
  });
});

test('a refund that never arrives stays open, the cancellation stands, and no second one is made', async () => {
  const id = await booked({ behaviour: 'refund_timeout_before' });
  const answered = await cancel({ id, ...both });
  expect(answered.status).toBe(202);
  await reconcileOnce(desk.desk);
  expect(await stands(id)).toMatchObject({ state: 'canceled', refunds: ['unknown 33200'], ledger: [] });
  expect(await cancel({ id, refund: true, refund_amount: 1 })).toMatchObject({ body: { valid: false } });
});
