import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  approvingSetup,
  FULL_REFUND_REQUEST,
  BOOKED_UNREFUNDED,
  requirePerson,
  type SignedInUser,
} from '../../../../test/support/refund-approval.ts';
import { history } from '../../../contract/history/history.ts';
import { home } from '../../home/home.contract.ts';
import { teeTimes } from '../tee-times.contract.ts';
import { refundRequests } from './refund-requests.contract.ts';

const { app, at, agent, booked, cancel, options, ask, waiting, refuse, withdraw, stands, asked, audited } =
  approvingSetup();

describe('asking', () => {
  test('up to the amount goes through at once, whatever is above it waits', async () => {
    const id = await booked();
    expect(await cancel({ id, refund: true, refund_amount: 30_000 })).toMatchObject({
      body: { valid: true },
    });
    // Earlier refunds count toward the limit too.
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
    const { headers, name } = requirePerson(at.asker);
    const [key, body] = [randomUUID(), { id, ...FULL_REFUND_REQUEST, reason: 'Rained out' }];
    const first = await ask(headers, body, key);
    expect(first).toMatchObject({
      status: 200,
      body: {
        valid: false,
        waits: true,
        message: `${name} asked on May 30, 15:42 to cancel and refund $412.00. It waits for the approval of another admin, until Jun 6, 15:42.`,
      },
    });
    expect(await stands(id)).toEqual(BOOKED_UNREFUNDED);
    expect((await ask(headers, body, key)).body).toEqual(first.body);
    expect(await ask(headers, { ...body, reason: 'Sun' }, key)).toMatchObject({ status: 422 });
    // Sent without the key, it is a new request, which gets the same answer.
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
    const says = `${requirePerson(at.asker).name} asked on May 30, 15:42 to cancel and refund $412.00.`;
    const message = expect.stringContaining(says);
    for (const body of [{ refund: true, refund_amount: 1 }, { cancel: true }, FULL_REFUND_REQUEST])
      expect(await ask(requirePerson(at.other).headers, { id, ...body })).toMatchObject({
        body: { valid: false, message },
      });
    expect(
      await app.call(teeTimes.cancelPlainly, { params: { id } }, requirePerson(at.boss).headers),
    ).toMatchObject({ status: 422, body: { message } });
    expect(await options(id)).toMatchObject({ valid: false, waiting: { is_own: false } });
    const change = (tee_time: object) =>
      app.call(teeTimes.update, { body: { id, tee_time } }, requirePerson(at.other).headers);
    expect(await change({ players: 2, notes: 'x' })).toMatchObject({
      status: 422,
      body: { errors: { players: [expect.stringContaining(`cannot be changed: ${says}`)] } },
    });
    expect((await change({ notes: 'Called again' })).status).toBe(200);
    expect(await stands(id)).toEqual(BOOKED_UNREFUNDED);
  });

  test('is refused as ever where there is nothing to refund, and a card number is no reason', async () => {
    const id = await booked();
    expect(await cancel({ id, refund: true, refund_amount: 41_201 })).toMatchObject({
      body: { valid: false, message: 'At most $412.00 can be refunded.' },
    });
    expect(
      await ask(requirePerson(at.asker).headers, {
        id,
        ...FULL_REFUND_REQUEST,
        reason: '4242 4242 4242 4242',
      }),
    ).toMatchObject({ status: 422, body: { errors: { reason: ['must not have a card number in it'] } } });
    expect(await waiting(requirePerson(at.asker).headers, id)).toBeNull();
  });
});

test('the history tells in words who asked for how much, and who decided', async () => {
  const { id, request } = await asked({ ...FULL_REFUND_REQUEST, reason: 'Rained out' });
  await refuse(requirePerson(at.boss).headers, request, 'Too early');
  const part = { refund: true, refund_amount: 40_000 };
  expect(await ask(requirePerson(at.asker).headers, { id, ...part })).toMatchObject({
    body: { waits: true },
  });
  await withdraw(
    requirePerson(at.asker).headers,
    (await waiting(requirePerson(at.asker).headers, id))?.id ?? 0,
  );
  const firstPage = { params: { record: 'tee_times' as const, id }, query: { page: 1 } };
  const { told } = await app.ok(history.show, firstPage, requirePerson(at.boss).headers);
  const { name } = requirePerson(at.asker);
  expect(
    told
      .filter(({ did }) => did.includes('refund'))
      .map(({ by, did, note, changes }) => ({ by, did, note, changes })),
  ).toEqual([
    { by: name, did: `withdrew the refund that ${name} had asked for`, note: null, changes: [] },
    { by: name, did: 'asked to refund $400.00 to card 4242', note: null, changes: [] },
    {
      by: requirePerson(at.boss).name,
      did: `refused the refund that ${name} had asked for`,
      note: 'Too early',
      changes: [],
    },
    { by: name, did: 'asked to cancel it and refund $412.00 to card 4242', note: 'Rained out', changes: [] },
  ]);
});

test('those that wait are seen by admins, and by others theirs', async () => {
  const toApprove = async ({ headers }: SignedInUser) => (await app.ok(home.toDo, {}, headers)).approvals;
  const [before, ofAdmin] = [
    await toApprove(requirePerson(at.boss)),
    await toApprove(requirePerson(at.admin)),
  ];
  const { id } = await asked({ refund: true, refund_amount: 40_000 }, requirePerson(at.other));
  const seen = async ({ headers }: SignedInUser) =>
    (await app.ok(refundRequests.waiting, {}, headers)).filter(({ tee_time_id }) => tee_time_id === id);
  expect(await seen(requirePerson(at.asker))).toEqual([]);
  expect(await seen(requirePerson(at.other))).toMatchObject([{ is_own: true }]);
  expect(await seen(requirePerson(at.boss))).toMatchObject([
    { is_own: false, cancel: false, raw_card: 40_000 },
  ]);
  expect(await toApprove(requirePerson(at.boss))).toBe(before + 1);
  expect(await toApprove(requirePerson(at.asker))).toBe(0);
  await asked(FULL_REFUND_REQUEST, requirePerson(at.boss));
  expect([await toApprove(requirePerson(at.boss)), await toApprove(requirePerson(at.admin))]).toEqual([
    before + 1,
    ofAdmin + 2,
  ]);
  // The test's own agent is signed in too, and the agent's screen of the tee time shows the request.
  expect(await waiting(agent(), id)).toMatchObject({ is_own: false });
});
