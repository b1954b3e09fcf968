import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aPerson, approvingAt, isValid } from '../../../../test/support/approving.ts';
import { aCard, book, operationOf } from '../../../../test/support/bookings.ts';
import { both, cancelingAgent, REFUNDED_41200, standing } from '../../../../test/support/canceling.ts';
import { aCertificate } from '../../../../test/support/factories.ts';
import { history } from '../../../contract/history/history.ts';
import { home } from '../../home/home.contract.ts';
import { notices } from '../../notices/notices.contract.ts';
import { teeTimes } from '../tee-times.contract.ts';
import { refundRequests } from './refund-requests.contract.ts';

const app = testApp({ settings: { REFUND_APPROVAL_ABOVE: '300' } });
const { agent, booked, cancel, options, settled, strict } = cancelingAgent(app);
const { ask, waiting, approve, refuse, withdraw } = approvingAt(app);
const stands = (id: number) => standing(app.db, id);
const UNTOUCHED = { state: 'booked', raw_paid: 41_200, refunds: [], ledger: [] };
const FULL = { ...both, refund_amount: 41_200, refund_choice: 'full' };

type Person = Awaited<ReturnType<typeof aPerson>>;
let [asker, other, admin, boss]: Person[] = [];
const who = (person: Person | undefined): Person => person ?? expect.fail('nobody');
beforeAll(async () => {
  asker = await aPerson(app, 'sdgr');
  other = await aPerson(app, 'sdgr');
  admin = await aPerson(app, 'admin');
  boss = await aPerson(app, 'admin');
});

/** Returns a tee time of $412.00, and the id of its refund request. */
async function asked(body: Record<string, unknown> = FULL, by = who(asker), given = {}) {
  const id = await booked(given);
  expect(await ask(by.headers, { id, ...body })).toMatchObject({
    status: 200,
    body: { valid: false, waits: true },
  });
  return { id, request: (await waiting(by.headers, id))?.id ?? 0 };
}
const audited = async (id: number) =>
  (
    await app.db
      .selectFrom('audit_entries')
      .select(['action', 'made_by', 'after'])
      .where('subject', '=', 'tee_time')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
  ).filter(({ action }) => action !== 'booked');
const actions = async (id: number) =>
  (await audited(id)).map(({ action, made_by }) => `${made_by} ${action}`);

describe('asking', () => {
  test('up to the amount goes through at once, whatever is above it waits', async () => {
    const id = await booked();
    expect(await cancel({ id, refund: true, refund_amount: 30_000 })).toMatchObject({
      body: { valid: true },
    });
    // Earlier refunds count too.
    expect(await options(id)).toMatchObject({ free_total: 0, transaction_total: 11_200, waiting: null });
    expect(await cancel({ id, refund: true, refund_amount: 1 })).toMatchObject({
      body: { valid: false, waits: true },
    });
    const whole = await booked();
    expect(await options(whole)).toMatchObject({ free_total: 30_000 });
    expect(await cancel({ id: whole, refund: true, refund_amount: 30_001 })).toMatchObject({
      body: { valid: false, waits: true },
    });
    // A cancellation without a refund needs no approval.
    expect(await cancel({ id: await booked(), cancel: true })).toMatchObject({ body: { valid: true } });
  });

  test('moves no money and cancels nothing; a replay of its key is the same answer', async () => {
    const id = await booked();
    const { headers, name } = who(asker);
    const [key, body] = [randomUUID(), { id, ...FULL, reason: 'Rained out' }];
    const first = await ask(headers, body, key);
    expect(first).toMatchObject({
      status: 200,
      body: {
        valid: false,
        waits: true,
        message: `${name} asked on May 30, 15:42 to cancel and refund $412.00. It waits for the approval of another admin, until Jun 6, 15:42.`,
      },
    });
    expect(await stands(id)).toEqual(UNTOUCHED);
    expect((await ask(headers, body, key)).body).toEqual(first.body);
    expect(await ask(headers, { ...body, reason: 'Sun' }, key)).toMatchObject({ status: 422 });
    // Without the key it is another try, with the same answer.
    expect(await ask(headers, body)).toMatchObject({
      body: { valid: false, message: (first.body as { message: string }).message },
    });
    const rows = app.db.selectFrom('refund_requests').select('id').where('tee_time_id', '=', id);
    expect(await rows.execute()).toHaveLength(1);
    expect(await waiting(headers, id)).toMatchObject({
      asked_by: name,
      is_own: true,
      asked_at: '2030-05-30T22:42:00.000000Z',
      lapses_at: '2030-06-06T22:42:00.000000Z',
      cancel: true,
      force_cancel: false,
      choice: 'full',
      raw_card: 41_200,
      raw_certificate: 0,
      reason: 'Rained out',
      play_date: '2030-06-01',
      play_time: '08:42',
    });
    expect(await audited(id)).toMatchObject([
      { action: 'asked for a refund', made_by: name, after: { card: 41_200, reason: 'Rained out' } },
    ]);
  });

  test('holds the amount: nobody refunds, cancels or moves the round meanwhile, its words may change', async () => {
    const { id } = await asked();
    const says = `${who(asker).name} asked on May 30, 15:42 to cancel and refund $412.00.`;
    const message = expect.stringContaining(says);
    for (const body of [{ refund: true, refund_amount: 1 }, { cancel: true }, FULL])
      expect(await ask(who(other).headers, { id, ...body })).toMatchObject({
        body: { valid: false, message },
      });
    expect(await app.call(teeTimes.cancelPlainly, { params: { id } }, who(boss).headers)).toMatchObject({
      status: 422,
      body: { message },
    });
    expect(await options(id)).toMatchObject({ valid: false, waiting: { is_own: false } });
    const change = (tee_time: object) =>
      app.call(teeTimes.update, { body: { id, tee_time } }, who(other).headers);
    expect(await change({ players: 2, notes: 'x' })).toMatchObject({
      status: 422,
      body: { errors: { players: [expect.stringContaining(`cannot be changed: ${says}`)] } },
    });
    expect((await change({ notes: 'Called again' })).status).toBe(200);
    expect(await stands(id)).toEqual(UNTOUCHED);
  });

  test('is refused as ever where there is nothing to refund, and a card number is no reason', async () => {
    const id = await booked();
    expect(await cancel({ id, refund: true, refund_amount: 41_201 })).toMatchObject({
      body: { valid: false, message: 'At most $412.00 can be refunded.' },
    });
    expect(await ask(who(asker).headers, { id, ...FULL, reason: '4242 4242 4242 4242' })).toMatchObject({
      status: 422,
      body: { errors: { reason: ['must not have a card number in it'] } },
    });
    expect(await waiting(who(asker).headers, id)).toBeNull();
  });
});

describe('approving', () => {
  test('carries it out, once, by the same steps; a replay is the same answer', async () => {
    const { id, request } = await asked();
    const key = randomUUID();
    const first = await approve(who(admin).headers, request, { key });
    expect(first).toMatchObject({
      status: 200,
      body: { valid: true, message: 'The tee time is canceled. $412.00 goes back to the card.' },
    });
    expect(await stands(id)).toEqual({
      state: 'canceled',
      raw_paid: 0,
      refunds: ['succeeded 41200'],
      ledger: REFUNDED_41200,
    });
    expect((await approve(who(admin).headers, request, { key })).body).toEqual(first.body);
    const again = await approve(who(boss).headers, request);
    expect(again).toMatchObject({
      body: { valid: false, message: `${who(admin).name} approved this on May 30, 15:42.` },
    });
    expect(await actions(id)).toEqual([
      `${who(asker).name} asked for a refund`,
      `${who(admin).name} approved a refund`,
      `${who(admin).name} canceled`,
      `${who(admin).name} refunded`,
    ]);
    expect(await waiting(who(asker).headers, id)).toBeNull();
  });

  test('is not for who asked, an admin too, nor for agents', async () => {
    const { id, request } = await asked(FULL, who(admin));
    expect(await approve(who(admin).headers, request)).toMatchObject({
      status: 200,
      body: { valid: false, message: 'Another admin has to approve this: it was you who asked.' },
    });
    expect((await approve(who(other).headers, request)).status).toBe(403);
    expect((await refuse(who(other).headers, request)).status).toBe(403);
    expect((await approve(who(boss).headers, 999_999)).status).toBe(404);
    expect(await stands(id)).toEqual(UNTOUCHED);
    expect(isValid(await approve(who(boss).headers, request))).toBe(true);
  });

  test('gives each tender its share', async () => {
    const { serial, id: certificate } = await aCertificate(app.db);
    const { id, request } = await asked({ refund: true, refund_amount: 35_000 }, who(asker), {
      gift_cert_serial: serial,
    });
    expect(await waiting(who(boss).headers, id)).toMatchObject({ raw_card: 31_200, raw_certificate: 3_800 });
    expect(await approve(who(boss).headers, request)).toMatchObject({ body: { valid: true } });
    expect(await stands(id)).toMatchObject({ state: 'booked', raw_paid: 0, refunds: ['succeeded 31200'] });
    const { raw_balance } = await app.db
      .selectFrom('gift_certificates')
      .select('raw_balance')
      .where('id', '=', certificate)
      .executeTakeFirstOrThrow();
    expect(raw_balance).toBe(3_800);
  });

  test('reckons the amount again: the standard one of a window that has closed is refused, and waits on', async () => {
    const standard = await asked({ ...both, refund_choice: 'standard', refund_amount: 33_200 });
    const full = await asked();
    app.setClock('2030-05-31T22:42:00Z'); // 17 h before
    const headers = await who(boss).anew();
    expect(await approve(headers, standard.request)).toMatchObject({
      body: {
        valid: false,
        message: expect.stringMatching(
          /^\$332\.00 was asked for, but by now it would be \$0\.00\. Plays in 17 h, the window is 24 h/,
        ),
      },
    });
    expect(await stands(standard.id)).toEqual(UNTOUCHED);
    expect(await waiting(headers, standard.id)).toMatchObject({ id: standard.request, choice: 'standard' });
    expect(isValid(await approve(headers, full.request))).toBe(true);
    app.setClock('2030-05-30T22:42:00Z');
  });

  test('is stale where the tee time is newer than what was shown', async () => {
    const { id, request } = await asked();
    const { updated_at: seen } = await app.ok(teeTimes.show, { params: { id } }, who(boss).headers);
    await app.ok(teeTimes.update, { body: { id, tee_time: { notes: 'Wait' } } }, who(other).headers);
    const key = randomUUID();
    expect(await approve(who(boss).headers, request, { key, seen })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(`${who(other).name} changed this`) },
    });
    const now = await app.ok(teeTimes.show, { params: { id } }, who(boss).headers);
    const approved = await approve(who(boss).headers, request, { key, seen: now.updated_at });
    expect(isValid(approved)).toBe(true);
  });

  test('what the course refuses stays booked, and may be asked for anew', async () => {
    const { id, request } = await asked(FULL, who(asker), { confirmation: 'A17-R' });
    expect(await approve(who(boss).headers, request)).toMatchObject({
      body: { valid: false, backend_message: 'Reservation can no longer be canceled online.' },
    });
    expect(await stands(id)).toEqual(UNTOUCHED);
    expect(await ask(who(asker).headers, { id, ...FULL, force_cancel: true })).toMatchObject({
      body: { waits: true },
    });
    const forced = await waiting(who(boss).headers, id);
    expect(forced).toMatchObject({ force_cancel: true });
    expect(isValid(await approve(who(boss).headers, forced?.id ?? 0))).toBe(true);
    expect((await stands(id)).state).toBe('canceled');
  });

  test('what the bank declines is answered as ever', async () => {
    const { id, request } = await asked(FULL, who(asker), { behaviour: 'refund_declined' });
    expect(await approve(who(boss).headers, request)).toMatchObject({
      body: { valid: false, message: 'The tee time is canceled, but the refund was not made.' },
    });
    expect(await stands(id)).toMatchObject({ state: 'canceled', raw_paid: 41_200 });
  });

  test('made but never answered is a 202, then settled once', async () => {
    const { id, request } = await asked(FULL, who(asker), { behaviour: 'refund_timeout_after' });
    const answered = await approve(who(boss).headers, request);
    expect(answered.status).toBe(202);
    expect(await ask(who(asker).headers, { id, ...FULL })).toMatchObject({ body: { valid: false } });
    expect((await settled(operationOf(answered))).answer).toMatchObject({ valid: true });
    expect(await stands(id)).toMatchObject({ refunds: ['succeeded 41200'], ledger: REFUNDED_41200 });
  });

  test('is the second look: of more than $500 nobody is asked for another', async () => {
    const { id } = await book(app, agent(), {
      course: strict(),
      credit_card: aCard(),
      tee_time: { charge: '900.00' },
    });
    await ask(who(asker).headers, { id, refund: true, refund_amount: 90_000 });
    const request = (await waiting(who(asker).headers, id))?.id ?? 0;
    expect(isValid(await approve(who(boss).headers, request))).toBe(true);
    const told = app.db.selectFrom('notices').select('kind').where('tee_time_id', '=', id);
    expect(await told.execute()).toEqual([]);
  });
});

describe('refusing and withdrawing', () => {
  test('a refusal says why to who asked, frees the amount, and stands', async () => {
    const { id, request } = await asked();
    expect(await refuse(who(boss).headers, request, '')).toMatchObject({
      status: 422,
      body: { errors: { why: ['is required'] } },
    });
    expect((await refuse(who(boss).headers, request, 'He played')).status).toBe(200);
    // Sent again after its answer was lost.
    expect((await refuse(who(boss).headers, request, 'He played')).status).toBe(200);
    const told = async ({ headers }: Person) =>
      (await app.ok(notices.index, {}, headers))
        .filter(({ tee_time_id }) => tee_time_id === id)
        .map(({ message }) => message);
    expect(await told(who(asker))).toEqual([
      `${who(boss).name} did not approve what you asked for, to cancel and refund $412.00: He played`,
    ]);
    expect(await told(who(other))).toEqual([]);
    const message = `${who(boss).name} refused this on May 30, 15:42: He played`;
    expect(await approve(who(admin).headers, request)).toMatchObject({ body: { valid: false, message } });
    expect(await withdraw(who(asker).headers, request)).toMatchObject({ status: 422, body: { message } });
    expect(await stands(id)).toEqual(UNTOUCHED);
    expect(isValid(await ask(who(other).headers, { id, refund: true, refund_amount: 100 }))).toBe(true);
  });

  test('withdrawn by who asked or an admin, and by nobody else', async () => {
    const { id, request } = await asked();
    expect(await withdraw(who(other).headers, request)).toMatchObject({
      status: 403,
      body: { message: `Only ${who(asker).name}, who asked, and admins may withdraw this.` },
    });
    expect((await withdraw(who(asker).headers, request)).status).toBe(200);
    expect((await withdraw(who(asker).headers, request)).status).toBe(200);
    expect(await approve(who(boss).headers, request)).toMatchObject({ body: { valid: false } });
    expect(isValid(await ask(who(other).headers, { id, cancel: true }))).toBe(true);
    const second = await asked();
    expect((await withdraw(who(boss).headers, second.request)).status).toBe(200);
    expect(await actions(second.id)).toEqual([
      `${who(asker).name} asked for a refund`,
      `${who(boss).name} withdrew a refund`,
    ]);
  });
});

test('the history tells in words who asked for how much, and who decided', async () => {
  const { id, request } = await asked({ ...FULL, reason: 'Rained out' });
  await refuse(who(boss).headers, request, 'Too early');
  const part = { refund: true, refund_amount: 40_000 };
  expect(await ask(who(asker).headers, { id, ...part })).toMatchObject({ body: { waits: true } });
  await withdraw(who(asker).headers, (await waiting(who(asker).headers, id))?.id ?? 0);
  const firstPage = { params: { record: 'tee_times' as const, id }, query: { page: 1 } };
  const { told } = await app.ok(history.show, firstPage, who(boss).headers);
  const { name } = who(asker);
  expect(
    told
      .filter(({ did }) => did.includes('refund'))
      .map(({ by, did, note, changes }) => ({ by, did, note, changes })),
  ).toEqual([
    { by: name, did: `withdrew the refund that ${name} had asked for`, note: null, changes: [] },
    { by: name, did: 'asked to refund $400.00 to card 4242', note: null, changes: [] },
    {
      by: who(boss).name,
      did: `refused the refund that ${name} had asked for`,
      note: 'Too early',
      changes: [],
    },
    { by: name, did: 'asked to cancel it and refund $412.00 to card 4242', note: 'Rained out', changes: [] },
  ]);
});

test('those that wait are seen by admins, and by others theirs', async () => {
  const toApprove = async ({ headers }: Person) => (await app.ok(home.toDo, {}, headers)).approvals;
  const [before, ofAdmin] = [await toApprove(who(boss)), await toApprove(who(admin))];
  const { id } = await asked({ refund: true, refund_amount: 40_000 }, who(other));
  const seen = async ({ headers }: Person) =>
    (await app.ok(refundRequests.waiting, {}, headers)).filter(({ tee_time_id }) => tee_time_id === id);
  expect(await seen(who(asker))).toEqual([]);
  expect(await seen(who(other))).toMatchObject([{ is_own: true }]);
  expect(await seen(who(boss))).toMatchObject([{ is_own: false, cancel: false, raw_card: 40_000 }]);
  expect(await toApprove(who(boss))).toBe(before + 1);
  expect(await toApprove(who(asker))).toBe(0);
  await asked(FULL, who(boss));
  expect([await toApprove(who(boss)), await toApprove(who(admin))]).toEqual([before + 1, ofAdmin + 2]);
  // The test's own agent is signed in too, and its screen of the tee time shows the request.
  expect(await waiting(agent(), id)).toMatchObject({ is_own: false });
});
