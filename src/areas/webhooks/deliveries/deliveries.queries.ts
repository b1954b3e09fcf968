import { sql } from 'kysely';
import type { Db, Staff } from '../../../server/process/context.ts';
import { NotFound, Refused } from '../../../server/http/errors.ts';
import { column } from '../../../server/lists/list-columns.ts';
import { exactly, text, value, where } from '../../../server/lists/list-filters.ts';
import { list } from '../../../server/lists/lists.ts';
import { audit, auditedCaller } from '../../audit/audit.queries.ts';
import type { Delivery, webhooks } from './deliveries.contract.ts';

const isExactly = (name: string) =>
  where((typed) => sql<boolean>`${sql.raw(name)} = ${typed}`, [name.charAt(0)]);

export const deliveryList = list<typeof webhooks.index>({
  table: 'webhook_deliveries',
  as: 'd',
  joins: {
    v: 'join webhook_events v on v.id = d.event_id',
    e: 'join webhook_endpoints e on e.id = d.endpoint_id',
    u: 'join webhook_events w on w.id = d.event_id join api_users u on u.id = w.api_user_id',
  },
  columns: {
    id: column.shown('d.id'),
    // Sorted by the delivery's id, so that events of the same instant stay in order.
    created_at: { select: 'v.created_at', sort: value('d.id') },
    api_user_id: { select: 'u.id', filter: exactly('u.id') },
    api_user_name: column.text('u.api_user_name'),
    kind: { select: 'v.kind', filter: isExactly('v.kind'), sort: text('v.kind') },
    subject: column.text('d.subject'),
    url: column.text('e.url'),
    state: { select: 'd.state', filter: isExactly('d.state'), sort: text('d.state') },
    tries: { select: 'd.tries', sort: value('d.tries') },
    tried_at: { select: 'd.tried_at', sort: value('d.tried_at', { nullable: true }) },
    status: column.shown('d.status'),
    last_error: column.shown('d.last_error'),
  },
  defaultSort: [['created_at', true]],
});

export const findDelivery = (db: Db, id: number) =>
  deliveryList.find<Delivery>(db, id, 'This event', {
    event_id: 'd.event_id',
    data: 'v.payload',
    answer: 'd.answer',
    next_try_at: 'd.next_try_at',
  });

/** Delivers an event once more, under the same event id, before all other waiting events about the same record. */
export async function sendAgain(db: Db, id: number, staff: Staff): Promise<object> {
  const { api_user_id, kind, subject } = await findDelivery(db, id);
  const waits = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', tries: 0, next_try_at: sql<string>`now()`, last_error: null })
    .where('id', '=', id)
    .where('state', '<>', 'waiting')
    .returning('endpoint_id')
    .executeTakeFirst();
  if (!waits) throw new Refused('It is waiting to go out already.');
  await refuseOff(db, waits.endpoint_id);
  const entry = { ...auditedCaller(staff), subject: 'partner', subject_id: api_user_id };
  await audit(db, { ...entry, action: 'sent an event again', after: { kind, of: subject } });
  return {};
}

async function refuseOff(db: Db, id: number): Promise<void> {
  const endpoint = db.selectFrom('webhook_endpoints').select('is_on').where('id', '=', id);
  const found = await endpoint.executeTakeFirst();
  if (!found) throw new NotFound('This webhook');
  if (!found.is_on) throw new Refused('This webhook is switched off. Switch it on first.');
}
