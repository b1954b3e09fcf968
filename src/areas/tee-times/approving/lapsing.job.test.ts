import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import {
  aSignedInUser,
  refundApprovalCalls,
  isValidCancellation,
} from '../../../../test/support/approving.ts';
import { cancelingAgentSetup, teeTimeStanding } from '../../../../test/support/canceling.ts';
import { notices } from '../../notices/notices.contract.ts';
import { lapseOverdueRequests } from './lapsing.job.ts';

const app = testApp({ settings: { REFUND_APPROVAL_ABOVE: '0' } });
const { booked } = cancelingAgentSetup(app);
const { ask, waiting, approve, withdraw } = refundApprovalCalls(app);
const UNTOUCHED = { state: 'booked', raw_paid: 41_200, refunds: [], ledger: [] };
const stateOf = async (id: number) =>
  (await app.db.selectFrom('refund_requests').select('state').where('id', '=', id).executeTakeFirst())?.state;

test('after seven days a request lapses, is written down, and who asked is told', async () => {
  const id = await booked();
  const [asker, admin] = [await aSignedInUser(app, 'sdgr'), await aSignedInUser(app, 'admin')];
  await ask(asker.headers, { id, refund: true, refund_amount: 500 });
  const request = (await waiting(asker.headers, id))?.id ?? 0;
  app.setClock('2030-06-06T22:41:59Z');
  expect(await lapseOverdueRequests(app.context)).toBe(false);
  expect(await waiting(await asker.signInAgain(), id)).toMatchObject({ id: request });

  app.setClock('2030-06-06T22:42:00Z');
  const headers = { asker: await asker.signInAgain(), admin: await admin.signInAgain() };
  // The request has lapsed, even if the job has not recorded that yet.
  expect(await waiting(headers.asker, id)).toBeNull();
  const lapsed = 'This lapsed on Jun 6, 15:42: nobody had approved it in 7 days.';
  expect(await approve(headers.admin, request)).toMatchObject({ body: { valid: false, message: lapsed } });
  expect(await withdraw(headers.asker, request)).toMatchObject({ status: 422, body: { message: lapsed } });
  expect(await stateOf(request)).toBe('waiting');
  const rounds = await Promise.all([lapseOverdueRequests(app.context), lapseOverdueRequests(app.context)]);
  expect(rounds).toContain(true);
  expect(await lapseOverdueRequests(app.context)).toBe(false);
  expect(await stateOf(request)).toBe('lapsed');
  expect(await approve(headers.admin, request)).toMatchObject({ body: { valid: false, message: lapsed } });
  expect(await teeTimeStanding(app.db, id)).toEqual(UNTOUCHED);

  const entries = await app.db
    .selectFrom('audit_entries')
    .select('made_by')
    .where('action', '=', 'let a refund lapse')
    .where('subject_id', '=', id)
    .execute();
  expect(entries).toEqual([{ made_by: 'RIC' }]);
  expect(await app.ok(notices.index, {}, headers.asker)).toMatchObject([
    {
      message:
        'Nobody approved in 7 days what you asked for, to refund $5.00. Please ask again where it is still wanted.',
    },
  ]);
  expect(await app.ok(notices.index, {}, headers.admin)).toEqual([]);
  app.setClock('2030-05-30T22:42:00Z');
});

test('one that is over and not written down yet holds nothing: the next one lets it lapse', async () => {
  const id = await booked();
  const [asker, admin] = [await aSignedInUser(app, 'sdgr'), await aSignedInUser(app, 'admin')];
  await ask(asker.headers, { id, refund: true, refund_amount: 500 });
  const first = (await waiting(asker.headers, id))?.id ?? 0;
  app.setClock('2030-06-07T22:42:00Z');
  const headers = await asker.signInAgain();
  expect(await ask(headers, { id, refund: true, refund_amount: 700 })).toMatchObject({
    body: { valid: false, waits: true },
  });
  expect(await stateOf(first)).toBe('lapsed');
  const second = await waiting(headers, id);
  expect(second).toMatchObject({ raw_card: 700 });
  expect(isValidCancellation(await approve(await admin.signInAgain(), second?.id ?? 0))).toBe(true);
  app.setClock('2030-05-30T22:42:00Z');
});
