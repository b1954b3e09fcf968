import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { pendingOperationId } from '../../../../test/support/bookings.ts';
import { aCourse, aRate } from '../../../../test/support/factories.ts';
import type { HttpCall } from '../../../contract/call.ts';
import { notices } from '../../notices/notices.contract.ts';
import { ageToGiveUp, reconcileOnce } from '../../../../test/support/reconcile.ts';
import { INTERNAL_TEE_TIME_TEXT } from '../status/status.rules.ts';
import { teeTimes } from '../tee-times.contract.ts';
import {
  CANCEL_AND_REFUND,
  cancelingAgentSetup,
  FULL_REFUND_ENTRIES,
  teeTimeStanding,
} from '../../../../test/support/canceling.ts';
import { carryOutCancellation, keepTeeTimeBooked } from './execution/carry-out.steps.ts';

const app = testApp();
const { agent, strict, booked, cancel, options, operation, settled } = cancelingAgentSetup(app);
const stands = (id: number) => teeTimeStanding(app.db, id);

describe('the options', () => {
  test("counts the hours on the course's own clock", async () => {
    // The tee times begin in 41 hours in San Diego, and in 20 hours where the clock is 21 hours ahead.
    const ahead = (await aCourse(app.db, { time_zone: 'Pacific/Kiritimati' })).id;
    await aRate(app.db, ahead, { raw_non_refundable: 2_000, cancel_hours: 24 });
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
      rule: 'The window is 24 h: $20.00 per player is kept.',
      paid_by: {
        raw_card: 41_200,
        raw_card_refunded: 0,
        cards: [{ card_last4: '4242', raw_amount: 41_200, raw_left: 41_200 }],
        raw_certificate: 0,
        raw_certificate_refunded: 0,
        serial: null,
        raw_on_account: 0,
      },
      free_total: null,
      waiting: null,
    });
    expect(await options(await booked({ at: strict() }))).toMatchObject({
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
    expect((await app.call(teeTimes.cancelOptions, { params: { id: 999 } }, agent())).status).toBe(404));
});

describe('cancelling', () => {
  test('an INTERNAL one is refused with its text, and done when forced', async () => {
    const id = await booked({ confirmation: 'INTERNAL', behaviour: null });
    expect(await cancel({ id, cancel: true })).toMatchObject({
      status: 200,
      body: { valid: false, message: INTERNAL_TEE_TIME_TEXT },
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
    expect(await cancel({ id, ...CANCEL_AND_REFUND })).toMatchObject(refusal);
    expect(await stands(id)).toEqual({ state: 'booked', raw_paid: 41_200, refunds: [], ledger: [] });
    await app.db.updateTable('tee_times').set({ confirmation: 'C17' }).where('id', '=', id).execute();
    expect(await cancel({ id, ...CANCEL_AND_REFUND })).toMatchObject({ body: { valid: true } });
    expect((await stands(id)).state).toBe('canceled');
    const forced = await booked({ confirmation: 'C18-R' });
    expect(await cancel({ id: forced, ...CANCEL_AND_REFUND, force_cancel: true })).toMatchObject({
      body: { valid: true },
    });
    expect(await stands(forced)).toMatchObject({ state: 'canceled', raw_paid: 8_000 });
  });

  test.each(['C19-T', 'C19-U'])(
    'a course that is silent: 202, then kept booked once it was given up, no money moves, staff are told (%s)',
    async (confirmation) => {
      const id = await booked({ confirmation });
      const answered = await cancel({ id, ...CANCEL_AND_REFUND });
      expect(answered.status).toBe(202);
      expect((await app.ok(teeTimes.show, { params: { id } }, agent())).status).toBe('pending');
      expect(await cancel({ id, cancel: true, force_cancel: true })).toMatchObject({
        body: { valid: false },
      });
      await ageToGiveUp(app);
      expect((await settled(pendingOperationId(answered))).answer).toMatchObject({
        valid: false,
        backend_message: 'The course system did not answer.',
      });
      expect(await stands(id)).toEqual({ state: 'booked', raw_paid: 41_200, refunds: [], ledger: [] });
      const told = (await app.ok(notices.index, {}, agent())).filter((notice) => notice.tee_time_id === id);
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
      unknown.push(pendingOperationId(await cancel({ id, ...CANCEL_AND_REFUND, refund_amount: 41_200 })));
    }
    const spoiled = app.db.updateTable('operations').where('id', 'in', unknown.slice(0, -1));
    await spoiled.set({ plan: sql`plan - 'staff'` }).execute();
    await expect(reconcileOnce(app.context)).rejects.toThrow('5 failures in one round');
    const states = unknown.map(async (id) => (await operation(id)).state);
    expect(await Promise.all(states)).toEqual([...unknown.slice(0, -1).map(() => 'unknown'), 'settled']);
    await spoiled.set({ plan: sql`plan || '{"staff": "Mended"}'` }).execute();
    for (const id of unknown) expect((await settled(id)).answer).toMatchObject({ valid: true });
  });

  test('a course that fails once: 202, then canceled and refunded once', async () => {
    const id = await booked({ confirmation: 'C20-E' });
    const answered = await cancel({ id, ...CANCEL_AND_REFUND, refund_amount: 41_200 });
    expect(answered.status).toBe(202);
    await Promise.all([reconcileOnce(app.context), reconcileOnce(app.context)]);
    expect((await settled(pendingOperationId(answered))).answer).toMatchObject({ valid: true });
    expect(await stands(id)).toEqual({
      state: 'canceled',
      raw_paid: 0,
      refunds: ['succeeded 41200'],
      ledger: FULL_REFUND_ENTRIES,
    });
  });

  test('one that was given up leaves a later one alone', async () => {
    const id = await booked({ confirmation: 'C22-R' });
    const key = randomUUID();
    await cancel({ id, ...CANCEL_AND_REFUND }, key);
    const { id: refused } = await app.db
      .selectFrom('operations')
      .select('id')
      .where('idempotency_key', '=', key)
      .executeTakeFirstOrThrow();
    await app.db.updateTable('tee_times').set({ confirmation: 'C22-T' }).where('id', '=', id).execute();
    const later = await cancel({ id, ...CANCEL_AND_REFUND });
    expect(later.status).toBe(202);
    await keepTeeTimeBooked(
      app.context,
      { operation_id: refused, tee_time_id: id },
      'The course did not answer.',
    );
    await carryOutCancellation(app.context, refused);
    expect((await stands(id)).state).toBe('cancel_pending');
    await ageToGiveUp(app);
    await settled(pendingOperationId(later));
    expect((await stands(id)).state).toBe('booked');
  });

  test('twice with one key answers the first; again it is canceled already', async () => {
    const id = await booked();
    const key = randomUUID();
    const first = await cancel({ id, ...CANCEL_AND_REFUND }, key);
    const again = await cancel({ id, ...CANCEL_AND_REFUND }, key);
    expect(again).toMatchObject({ status: 200, body: first.body as object });
    expect((await stands(id)).refunds).toEqual(['succeeded 33200']);
    expect(await cancel({ id, ...CANCEL_AND_REFUND }, randomUUID())).toMatchObject({
      body: { valid: false, message: 'This tee time is canceled already.' },
    });
    expect(await cancel({ id, refund: true, refund_amount: 5 }, key)).toMatchObject({
      status: 422,
      body: { errors: { idempotency_key: ['was used for another request'] } },
    });
  });

  test('two at once cancel and refund once', async () => {
    const id = await booked();
    await Promise.all([
      cancel({ id, ...CANCEL_AND_REFUND }),
      cancel({ id, ...CANCEL_AND_REFUND }),
      cancel({ id, ...CANCEL_AND_REFUND }),
    ]);
    expect((await stands(id)).refunds).toEqual(['succeeded 33200']);
  });

  test('a booking that failed is refused, and one that is not there is a 404', async () => {
    await expect(booked({ behaviour: 'declined' })).rejects.toThrow('422');
    const failed = await app.db
      .selectFrom('tee_times')
      .select('id')
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow();
    expect(await cancel({ id: failed.id, ...CANCEL_AND_REFUND })).toMatchObject({ body: { valid: false } });
    expect((await cancel({ id: 999, ...CANCEL_AND_REFUND })).status).toBe(404);
  });

  test('plainly by its own call answers a message, or 422 with the reason', async () => {
    const plainly = (id: number) => app.call(teeTimes.cancelPlainly, { params: { id } }, agent());
    const id = await booked();
    expect(await plainly(id)).toMatchObject({ status: 200, body: { message: 'The tee time is canceled.' } });
    expect(await stands(id)).toMatchObject({ state: 'canceled', raw_paid: 41_200, refunds: [] });
    expect(await plainly(await booked({ confirmation: 'INTERNAL' }))).toMatchObject({
      status: 422,
      body: { message: INTERNAL_TEE_TIME_TEXT },
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
    const send = (called: HttpCall) => app.call(called, { params: { id } }, agent());
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
    // E-mails that were not sent before the cancellation are withdrawn; the receipt was requested after it.
    const letters = app.db.selectFrom('outbox').select(['kind', 'state']).where('tee_time_id', '=', id);
    expect(await letters.orderBy('id').execute()).toEqual([
      { kind: 'receipt', state: 'withdrawn' },
      { kind: 'course_receipt', state: 'withdrawn' },
      { kind: 'voucher', state: 'withdrawn' },
      { kind: 'cancellation', state: 'waiting' },
      { kind: 'receipt', state: 'waiting' },
    ]);
  });
});
