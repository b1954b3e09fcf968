import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isValidCancellation } from '../../../../test/support/approving.ts';
import { aCard, bookTeeTime, pendingOperationId } from '../../../../test/support/bookings.ts';
import { CANCEL_AND_REFUND, FULL_REFUND_ENTRIES } from '../../../../test/support/canceling.ts';
import { aCertificate } from '../../../../test/support/factories.ts';
import {
  approvingSetup,
  FULL_REFUND_REQUEST,
  BOOKED_UNREFUNDED,
  requirePerson,
  type SignedInUser,
} from '../../../../test/support/refund-approval.ts';
import { notices } from '../../notices/notices.contract.ts';
import { teeTimes } from '../tee-times.contract.ts';

const { app, at, agent, settled, strict, ask, waiting, approve, refuse, withdraw, stands, asked, audited } =
  approvingSetup();
const actions = async (id: number) =>
  (await audited(id)).map(({ action, made_by }) => `${made_by} ${action}`);

describe('approving', () => {
  test('carries it out, once, by the same steps; a replay is the same answer', async () => {
    const { id, request } = await asked();
    const key = randomUUID();
    const first = await approve(requirePerson(at.admin).headers, request, { key });
    expect(first).toMatchObject({
      status: 200,
      body: { valid: true, message: 'The tee time is canceled. $412.00 goes back to the card.' },
    });
    expect(await stands(id)).toEqual({
      state: 'canceled',
      raw_paid: 0,
      refunds: ['succeeded 41200'],
      ledger: FULL_REFUND_ENTRIES,
    });
    expect((await approve(requirePerson(at.admin).headers, request, { key })).body).toEqual(first.body);
    const again = await approve(requirePerson(at.boss).headers, request);
    expect(again).toMatchObject({
      body: { valid: false, message: `${requirePerson(at.admin).name} approved this on May 30, 15:42.` },
    });
    expect(await actions(id)).toEqual([
      `${requirePerson(at.asker).name} asked for a refund`,
      `${requirePerson(at.admin).name} approved a refund`,
      `${requirePerson(at.admin).name} canceled`,
      `${requirePerson(at.admin).name} refunded`,
    ]);
    expect(await waiting(requirePerson(at.asker).headers, id)).toBeNull();
  });

  test('is not for who asked, an admin too, nor for agents', async () => {
    const { id, request } = await asked(FULL_REFUND_REQUEST, requirePerson(at.admin));
    expect(await approve(requirePerson(at.admin).headers, request)).toMatchObject({
      status: 200,
      body: { valid: false, message: 'Another admin has to approve this: it was you who asked.' },
    });
    expect((await approve(requirePerson(at.other).headers, request)).status).toBe(403);
    expect((await refuse(requirePerson(at.other).headers, request)).status).toBe(403);
    expect((await approve(requirePerson(at.boss).headers, 999_999)).status).toBe(404);
    expect(await stands(id)).toEqual(BOOKED_UNREFUNDED);
    expect(isValidCancellation(await approve(requirePerson(at.boss).headers, request))).toBe(true);
  });

  test('gives each tender its share', async () => {
    const { serial, id: certificate } = await aCertificate(app.db);
    const { id, request } = await asked({ refund: true, refund_amount: 35_000 }, requirePerson(at.asker), {
      gift_cert_serial: serial,
    });
    expect(await waiting(requirePerson(at.boss).headers, id)).toMatchObject({
      raw_card: 31_200,
      raw_certificate: 3_800,
    });
    expect(await approve(requirePerson(at.boss).headers, request)).toMatchObject({ body: { valid: true } });
    expect(await stands(id)).toMatchObject({ state: 'booked', raw_paid: 0, refunds: ['succeeded 31200'] });
    const { raw_balance } = await app.db
      .selectFrom('gift_certificates')
      .select('raw_balance')
      .where('id', '=', certificate)
      .executeTakeFirstOrThrow();
    expect(raw_balance).toBe(3_800);
  });

  test('reckons the amount again: the standard one of a window that has closed is refused, and waits on', async () => {
    const standard = await asked({ ...CANCEL_AND_REFUND, refund_choice: 'standard', refund_amount: 33_200 });
    const full = await asked();
    app.setClock('2030-05-31T22:42:00Z'); // 17 hours before the play time.
    const headers = await requirePerson(at.boss).signInAgain();
    expect(await approve(headers, standard.request)).toMatchObject({
      body: {
        valid: false,
        message: expect.stringMatching(
          /^\$332\.00 was asked for, but by now it would be \$0\.00\. Plays in 17 h, the window is 24 h/,
        ),
      },
    });
    expect(await stands(standard.id)).toEqual(BOOKED_UNREFUNDED);
    expect(await waiting(headers, standard.id)).toMatchObject({ id: standard.request, choice: 'standard' });
    expect(isValidCancellation(await approve(headers, full.request))).toBe(true);
    app.setClock('2030-05-30T22:42:00Z');
  });

  test('is stale where the tee time is newer than what was shown', async () => {
    const { id, request } = await asked();
    const { updated_at: seen } = await app.ok(
      teeTimes.show,
      { params: { id } },
      requirePerson(at.boss).headers,
    );
    await app.ok(
      teeTimes.update,
      { body: { id, tee_time: { notes: 'Wait' } } },
      requirePerson(at.other).headers,
    );
    const key = randomUUID();
    expect(await approve(requirePerson(at.boss).headers, request, { key, seen })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(`${requirePerson(at.other).name} changed this`) },
    });
    const now = await app.ok(teeTimes.show, { params: { id } }, requirePerson(at.boss).headers);
    const approved = await approve(requirePerson(at.boss).headers, request, { key, seen: now.updated_at });
    expect(isValidCancellation(approved)).toBe(true);
  });

  test('what the course refuses stays booked, and may be asked for again', async () => {
    const { id, request } = await asked(FULL_REFUND_REQUEST, requirePerson(at.asker), {
      confirmation: 'A17-R',
    });
    expect(await approve(requirePerson(at.boss).headers, request)).toMatchObject({
      body: { valid: false, backend_message: 'Reservation can no longer be canceled online.' },
    });
    expect(await stands(id)).toEqual(BOOKED_UNREFUNDED);
    expect(
      await ask(requirePerson(at.asker).headers, { id, ...FULL_REFUND_REQUEST, force_cancel: true }),
    ).toMatchObject({ body: { waits: true } });
    const forced = await waiting(requirePerson(at.boss).headers, id);
    expect(forced).toMatchObject({ force_cancel: true });
    expect(isValidCancellation(await approve(requirePerson(at.boss).headers, forced?.id ?? 0))).toBe(true);
    expect((await stands(id)).state).toBe('canceled');
  });

  test('what the bank declines is answered as ever', async () => {
    const { id, request } = await asked(FULL_REFUND_REQUEST, requirePerson(at.asker), {
      behaviour: 'refund_declined',
    });
    expect(await approve(requirePerson(at.boss).headers, request)).toMatchObject({
      body: { valid: false, message: 'The tee time is canceled, but the refund was not made.' },
    });
    expect(await stands(id)).toMatchObject({ state: 'canceled', raw_paid: 41_200 });
  });

  test('made but never answered is a 202, then settled once', async () => {
    const { id, request } = await asked(FULL_REFUND_REQUEST, requirePerson(at.asker), {
      behaviour: 'refund_timeout_after',
    });
    const answered = await approve(requirePerson(at.boss).headers, request);
    expect(answered.status).toBe(202);
    expect(await ask(requirePerson(at.asker).headers, { id, ...FULL_REFUND_REQUEST })).toMatchObject({
      body: { valid: false },
    });
    expect((await settled(pendingOperationId(answered))).answer).toMatchObject({ valid: true });
    expect(await stands(id)).toMatchObject({ refunds: ['succeeded 41200'], ledger: FULL_REFUND_ENTRIES });
  });

  test('is the second look: of more than $500 nobody is asked for another', async () => {
    const { id } = await bookTeeTime(app, agent(), {
      course: strict(),
      credit_card: aCard(),
      tee_time: { charge: '900.00' },
    });
    await ask(requirePerson(at.asker).headers, { id, refund: true, refund_amount: 90_000 });
    const request = (await waiting(requirePerson(at.asker).headers, id))?.id ?? 0;
    expect(isValidCancellation(await approve(requirePerson(at.boss).headers, request))).toBe(true);
    const told = app.db.selectFrom('notices').select('kind').where('tee_time_id', '=', id);
    expect(await told.execute()).toEqual([]);
  });
});

describe('refusing and withdrawing', () => {
  test('a refusal says why to who asked, frees the amount, and stands', async () => {
    const { id, request } = await asked();
    expect(await refuse(requirePerson(at.boss).headers, request, '')).toMatchObject({
      status: 422,
      body: { errors: { why: ['is required'] } },
    });
    expect((await refuse(requirePerson(at.boss).headers, request, 'He played')).status).toBe(200);
    // The refusal is sent again, as after a lost answer.
    expect((await refuse(requirePerson(at.boss).headers, request, 'He played')).status).toBe(200);
    const told = async ({ headers }: SignedInUser) =>
      (await app.ok(notices.index, {}, headers))
        .filter(({ tee_time_id }) => tee_time_id === id)
        .map(({ message }) => message);
    expect(await told(requirePerson(at.asker))).toEqual([
      `${requirePerson(at.boss).name} did not approve what you asked for, to cancel and refund $412.00: He played`,
    ]);
    expect(await told(requirePerson(at.other))).toEqual([]);
    const message = `${requirePerson(at.boss).name} refused this on May 30, 15:42: He played`;
    expect(await approve(requirePerson(at.admin).headers, request)).toMatchObject({
      body: { valid: false, message },
    });
    expect(await withdraw(requirePerson(at.asker).headers, request)).toMatchObject({
      status: 422,
      body: { message },
    });
    expect(await stands(id)).toEqual(BOOKED_UNREFUNDED);
    expect(
      isValidCancellation(
        await ask(requirePerson(at.other).headers, { id, refund: true, refund_amount: 100 }),
      ),
    ).toBe(true);
  });

  test('withdrawn by who asked or an admin, and by nobody else', async () => {
    const { id, request } = await asked();
    expect(await withdraw(requirePerson(at.other).headers, request)).toMatchObject({
      status: 403,
      body: { message: `Only ${requirePerson(at.asker).name}, who asked, and admins may withdraw this.` },
    });
    expect((await withdraw(requirePerson(at.asker).headers, request)).status).toBe(200);
    expect((await withdraw(requirePerson(at.asker).headers, request)).status).toBe(200);
    expect(await approve(requirePerson(at.boss).headers, request)).toMatchObject({ body: { valid: false } });
    expect(isValidCancellation(await ask(requirePerson(at.other).headers, { id, cancel: true }))).toBe(true);
    const second = await asked();
    expect((await withdraw(requirePerson(at.boss).headers, second.request)).status).toBe(200);
    expect(await actions(second.id)).toEqual([
      `${requirePerson(at.asker).name} asked for a refund`,
      `${requirePerson(at.boss).name} withdrew a refund`,
    ]);
  });
});
