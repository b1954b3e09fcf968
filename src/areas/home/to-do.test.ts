import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aCard, bookTeeTime } from '../../../test/support/bookings.ts';
import { aCourse, aCustomer, aQueueEntry, aRate, aTeeTime } from '../../../test/support/factories.ts';
import { notices } from '../notices/notices.contract.ts';
import { createNotice } from '../notices/notices.queries.ts';
import { outbox } from '../outbox/outbox.contract.ts';
import { giveUpEmail, leaseDueEmails } from '../outbox/outbox.queries.ts';
import { teeTimes } from '../tee-times/tee-times.contract.ts';
import { home } from './home.contract.ts';

const app = testApp();

test('names sources that need attention, and callers whose time is open and fits', async () => {
  app.setClock('2030-05-20T18:00:00Z');
  const agent = await app.signedIn('agent');
  const toDo = () => app.ok(home.toDo, {}, agent);
  expect(await toDo()).toEqual({ sources: [], callers: 0, letters: 0, refunds: 0, approvals: 0 });
  const { id, course_name } = await aCourse(app.db, { fore_up_id: '19000' });
  await sql`insert into course_sources (course_id, system, course_ref, cause, failures)
    values (${id}, 'fore_up', '19000', 'credentials', 1)`.execute(app.db);
  expect((await toDo()).sources).toEqual([course_name]);
  // The open time has spots for a party of 2 or 4.
  const entry = await aQueueEntry(app.db, id);
  await aQueueEntry(app.db, id, { lead: { players: 3 } });
  expect((await toDo()).callers).toBe(1);
  await sql`update fore_up_availabilities set gone_at = now(), missed_at = now() where id = ${entry.fore_up_availability_id}`.execute(
    app.db,
  );
  expect((await toDo()).callers).toBe(0);
  await createNotice(app.db, { kind: 'ledger', message: 'Something else', tee_time_id: null });
  expect(await toDo()).toMatchObject({ letters: 0, refunds: 0 });
});

test('counts letters that failed, until they are sent again, written again or dismissed', async () => {
  const [agent, admin] = [await app.signedIn('agent'), await app.signedIn('admin')];
  const letters = async () => (await app.ok(home.toDo, {}, agent)).letters;
  const [{ id: course_id }, { id: customer_id }] = [await aCourse(app.db), await aCustomer(app.db)];
  const params = { id: (await aTeeTime(app.db, { course_id, customer_id })).id };
  const write = (kind: 'receipt' | 'voucher') => app.ok(teeTimes[kind], { params }, agent);
  const fail = async () => {
    for (const mail of await leaseDueEmails(app.db, { leaseMs: 1, most: 9 }))
      await giveUpEmail(app.db, mail, 'no such mailbox');
  };
  await write('receipt');
  await write('voucher');
  expect(await letters()).toBe(0);
  await fail();
  expect(await letters()).toBe(2);
  // Another e-mail about the tee time does not change the state of its failed receipt.
  await write('voucher');
  expect(await letters()).toBe(1);
  const failed = { query: { filters: { state: 'failed', kind: 'receipt' } } };
  const [receipt] = await app.ok(outbox.index, failed, admin);
  await app.ok(outbox.resend, { params: { id: receipt?.id ?? 0 } }, admin);
  expect(await letters()).toBe(0);
  await fail();
  expect(await letters()).toBe(2);
  const [first] = (await app.ok(notices.index, {}, agent)).filter(({ kind }) => kind === 'mail');
  await app.ok(notices.dismiss, { params: { id: first?.id ?? 0 } }, agent);
  expect(await letters()).toBe(1);
});

test('counts refunds that come to more than $500, for anybody but who refunded, until somebody looked', async () => {
  app.setClock('2030-05-30T22:42:00Z');
  const [agent, admin] = [await app.signedIn('agent'), await app.signedIn('admin')];
  const course = await aCourse(app.db);
  await aRate(app.db, course.id);
  const { id } = await bookTeeTime(app, agent, {
    course: course.id,
    credit_card: aCard('approved'),
    tee_time: { charge: '900.00' },
  });
  const told = async (headers: HeaderFields) => {
    const open = (await app.ok(notices.index, {}, headers)).filter((notice) => notice.tee_time_id === id);
    return { open, count: (await app.ok(home.toDo, {}, headers)).refunds };
  };
  const refund = (refund_amount: number) =>
    app.ok(teeTimes.cancel, { body: { id, refund: true, refund_amount } }, agent);
  expect(await refund(50_000)).toMatchObject({ valid: true });
  expect(await told(admin)).toEqual({ open: [], count: 0 });
  expect(await refund(100)).toMatchObject({ valid: true });
  const { open, count } = await told(admin);
  expect(count).toBe(1);
  const said =
    /^Agent \d+ refunded \$1\.00, \$501\.00 with what went back before\. More than \$500\.00 wants a second look\.$/;
  expect(open).toMatchObject([{ kind: 'refund', message: expect.stringMatching(said) }]);
  expect(await told(agent)).toEqual({ open: [], count: 0 });
  const notice = { params: { id: open[0]?.id ?? 0 } };
  expect((await app.call(notices.dismiss, notice, agent)).status).toBe(404);
  await app.ok(notices.dismiss, notice, admin);
  expect(await told(admin)).toEqual({ open: [], count: 0 });
});
