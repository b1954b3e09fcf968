import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCard, bookTeeTime } from '../../../../test/support/bookings.ts';
import { aCourse } from '../../../../test/support/factories.ts';
import { teeTimes } from '../tee-times.contract.ts';

const app = testApp();
let agent: HeaderFields;
let course: number;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db)).id;
});

const cancel = (body: Record<string, unknown>, key: string) =>
  app.call(teeTimes.cancel, { body }, { ...agent, 'idempotency-key': key });
const refunds = () =>
  app
    .gatewayBook()
    .filter(({ kind }) => kind === 'refund')
    .map(({ raw_amount }) => raw_amount);
/** Records a cancellation of this tee time that another process is still carrying out. */
async function aRunningCancellation(tee_time_id: number): Promise<string> {
  const { id } = await app.db.selectFrom('staff_users').select('id').executeTakeFirstOrThrow();
  const running = {
    ...({ id: randomUUID(), kind: 'cancel', state: 'running', staff_user_id: id, tee_time_id } as const),
    idempotency_key: randomUUID(),
    fingerprint: '',
    lease_until: new Date(Date.now() + 60_000),
  };
  await app.db.insertInto('operations').values(running).execute();
  return running.id;
}

test('a key that was answered valid: false answers that again, though it could be done by now', async () => {
  const { id } = await bookTeeTime(app, agent, { course, credit_card: aCard() });
  const key = randomUUID();
  const tooMuch = { id, cancel: false, refund: true, refund_amount: 999_999 };
  const first = await cancel(tooMuch, key);
  expect(first).toMatchObject({ status: 200, body: { valid: false } });
  const busy = randomUUID();
  const refund = { id, cancel: false, refund: true, refund_amount: 1_000 };
  await app.db.updateTable('tee_times').set({ state: 'cancel_pending' }).where('id', '=', id).execute();
  const other = await aRunningCancellation(id);
  const meanwhile = await cancel(refund, busy);
  expect(meanwhile).toMatchObject({ status: 200, body: { valid: false } });
  await app.db.deleteFrom('operations').where('id', '=', other).execute();
  await app.db.updateTable('tee_times').set({ state: 'booked' }).where('id', '=', id).execute();

  expect(await cancel(refund, busy)).toMatchObject({ status: 200, body: meanwhile.body as object });
  expect(await cancel(tooMuch, key)).toMatchObject({ status: 200, body: first.body as object });
  expect(refunds()).toEqual([]);
  // A request under another key, or without one, is a new request.
  expect(await cancel(refund, randomUUID())).toMatchObject({ body: { valid: true } });
  expect(refunds()).toEqual([1_000]);
});
