import { describe, expect, test } from 'vitest';
import { aCustomer } from '../../../../test/support/factories.ts';
import { waitListSetup } from '../../../../test/support/waiting.ts';
import { waitList } from '../wait-list.contract.ts';

const { app, at: company, waits, openTime, queueOf, listed, close, reopen } = waitListSetup();

describe('closing', () => {
  const entriesOf = (id: number) =>
    app.db
      .selectFrom('audit_entries')
      .select(['action', 'made_by'])
      .where('subject', '=', 'fore_up_availability')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute();

  test('takes a queue off the wait list once, is recorded, and can be undone', async () => {
    const open = await openTime();
    const { entry_id } = await waits(open, { card_token: 'tok', card_last4: '4242' });
    await close(open.id);
    const { queue_closed_at, queue_closed_by } = await queueOf(open.id);
    expect(queue_closed_at).toBe('2030-05-30T12:00:00.000000Z');
    expect(queue_closed_by).toMatch(/^Agent/);
    app.setClock('2030-05-30T12:05:00Z');
    await app.ok(waitList.close, { query: { id: open.id } }, await app.signedIn('admin'));
    expect(await queueOf(open.id)).toMatchObject({ queue_closed_at, queue_closed_by });
    expect(await app.ok(waitList.fetchCard, { params: { queueId: entry_id } }, company.agent)).toEqual({});
    await reopen(open.id);
    await reopen(open.id);
    expect(await queueOf(open.id)).toMatchObject({ queue_closed_at: null, queue_closed_by: null });
    expect(await listed(open.id)).toBeDefined();
    const made_by = queue_closed_by ?? '';
    expect(await entriesOf(open.id)).toEqual([
      { action: 'closed the queue', made_by },
      { action: 'opened the queue again', made_by },
    ]);
  });

  test('keeps who comes meanwhile out, and opening lets them in', async () => {
    const open = await openTime({ available_date: '2031-06-07', starts_at: '2031-06-07T14:42:00Z' });
    await waits(open, { lead_date: '2031-06-07' });
    await close(open.id);
    const customer = await aCustomer(app.db);
    await app.db
      .insertInto('lost_leads')
      .values({
        course_id: company.course.id,
        customer_id: customer.id,
        players: 4,
        lead_date: '2031-06-07',
        play_time: '08:00',
      })
      .execute();
    await reopen(open.id);
    const { availability_queues: all } = await queueOf(open.id);
    expect(all.map(({ lost_lead }) => lost_lead.players)).toEqual([4, 2]);
  });

  test('by two people at once is recorded once', async () => {
    const open = await openTime();
    await Promise.all([close(open.id), close(open.id), close(open.id)]);
    expect(await entriesOf(open.id)).toHaveLength(1);
  });
});
