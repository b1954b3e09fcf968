import { describe, expect, test } from 'vitest';
import { bookTeeTime } from '../../../test/support/bookings.ts';
import { aCustomer, aDiscount, aStaffUser } from '../../../test/support/factories.ts';
import { historySetup } from '../../../test/support/told-histories.ts';
import { history } from '../../contract/history/history.ts';
import { teeTimes } from '../tee-times/tee-times.contract.ts';

const { app, at, whole, note } = historySetup();

describe('private notes', () => {
  test('are signed, read and written by every level that sees the record', async () => {
    const { id } = await aCustomer(app.db);
    for (const level of ['admin', 'sdgr', 'psgr', 'hotels'] as const) {
      const who = await app.signedIn(level);
      expect(await note('customers', id, `By ${level}`, who)).toMatchObject({ status: 200 });
      const [newest] = await whole('customers', id, who);
      expect(newest).toMatchObject({ note: `By ${level}`, by: expect.stringMatching(/^Agent/) });
    }
    expect(new Set((await whole('customers', id)).map(({ by }) => by)).size).toBe(4);
  });

  test('are the admins’ where the record is, and of nothing that is not there', async () => {
    const user = await aStaffUser(app.db);
    const discount = await aDiscount(app.db);
    for (const [record, id] of [
      ['staff_users', user.id],
      ['discounts', discount.id],
    ] as const) {
      expect(await note(record, id, 'x')).toMatchObject({ status: 403 });
      expect(await app.call(history.show, { params: { record, id } }, at.agent)).toMatchObject({
        status: 403,
      });
    }
    expect(await note('customers', 424_242, 'x')).toMatchObject({ status: 404 });
    const call = { params: { record: 'customers', id: 424_242 } };
    expect(await app.call(history.show, call, at.agent)).toMatchObject({ status: 404 });
    const none = { params: { record: 'report_schedules', id: 1 } };
    expect(await app.call(history.show, none, at.agent)).toMatchObject({ status: 422 });
  });

  test('hold no card’s number, and something', async () => {
    const { id } = await aCustomer(app.db);
    for (const [text, says] of [
      ['   ', 'is required'],
      ['card 4242 4242 4242 4242', 'must not have a card number in it'],
      ['x'.repeat(2001), expect.stringContaining('2000')],
    ] as const)
      expect(await note('customers', id, text)).toMatchObject({
        status: 422,
        body: { errors: { note: [says] } },
      });
    expect(await whole('customers', id)).toEqual([]);
  });

  test('stand in no letter', async () => {
    const { id } = await bookTeeTime(app, at.agent, { course: at.course.id });
    await note('tee_times', id, 'Complains about everything');
    await app.ok(teeTimes.receipt, { params: { id } }, at.agent);
    await app.ok(teeTimes.voucher, { params: { id } }, at.agent);
    const letters = await app.db.selectFrom('outbox').select(['subject', 'html', 'text']).execute();
    expect(letters.length).toBeGreaterThan(2);
    expect(JSON.stringify(letters)).not.toContain('Complains');
  });
});
