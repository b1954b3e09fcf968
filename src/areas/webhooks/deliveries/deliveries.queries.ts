import { sql } from 'kysely';
import type { Db, Staff } from '../../../server/process/context.ts';
import { NotFound, RejectedByRule } from '../../../server/http/errors.ts';
import { listColumn } from '../../../server/lists/list-columns.ts';
import {
  exactNumberFilter,
  textSort,
  valueSort,
  conditionFilter,
} from '../../../server/lists/list-filters.ts';
import { defineList } from '../../../server/lists/lists.ts';
import { audit, auditCaller } from '../../audit/audit.queries.ts';
import type { WebhookDelivery, webhooks } from './deliveries.contract.ts';

const isExactly = (name: string) =>
  conditionFilter((typed) => sql<boolean>`${sql.raw(name)} = ${typed}`, [name.charAt(0)]);

export const deliveryList = defineList<typeof webhooks.index>({
  table: 'webhook_deliveries',
  as: 'd',
  joins: {
    v: 'join webhook_events v on v.id = d.event_id',
    e: 'join webhook_endpoints e on e.id = d.endpoint_id',
    u: 'join webhook_events w on w.id = d.event_id join api_users u on u.id = w.api_user_id',
  },
  columns: {
    id: listColumn.shown('d.id'),
    // Sorted by the delivery's id, so that events of the same instant stay in order.
    created_at: { select: 'v.created_at', sort: valueSort('d.id') },
    api_user_id: { select: 'u.id', filter: exactNumberFilter('u.id') },
    api_user_name: listColumn.text('u.api_user_name'),
    kind: { select: 'v.kind', filter: isExactly('v.kind'), sort: textSort('v.kind') },
    subject: listColumn.text('d.subject'),
    url: listColumn.text('e.url'),
    state: { select: 'd.state', filter: isExactly('d.state'), sort: textSort('d.state') },
    tries: { select: 'd.tries', sort: valueSort('d.tries') },
    tried_at: { select: 'd.tried_at', sort: valueSort('d.tried_at', { nullable: true }) },
    status: listColumn.shown('d.status'),
    last_error: listColumn.shown('d.last_error'),
  },
  defaultSort: [['created_at', true]],
});

export const findDelivery = (db: Db, id: number) =>
  deliveryList.find<WebhookDelivery>(db, id, 'This event', {
    event_id: 'd.event_id',
    data: 'v.payload',
    answer: 'd.answer',
    next_try_at: 'd.next_try_at',
  });

/** Delivers an event once more, under the same event id, before all other waiting events about the same record. */
export async function resendDelivery(db: Db, id: number, staff: Staff): Promise<object> {
  const { api_user_id, kind, subject } = await findDelivery(db, id);
  const waits = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', tries: 0, next_try_at: sql<string>`now()`, last_error: null })
    .where('id', '=', id)
    .where('state', '<>', 'waiting')
    .returning('endpoint_id')
    .executeTakeFirst();
  if (!waits) throw new RejectedByRule('It is waiting to go out already.');
  await refuseOff(db, waits.endpoint_id);
  const entry = { ...auditCaller(staff), subject: 'partner', subject_id: api_user_id };
  await audit(db, { ...entry, action: 'sent an event again', after: { kind, of: subject } });
  return {};
}

async function refuseOff(db: Db, id: number): Promise<void> {
  const endpoint = db.selectFrom('webhook_endpoints').select('is_on').where('id', '=', id);
  const found = await endpoint.executeTakeFirst();
  if (!found) throw new NotFound('This webhook');
  if (!found.is_on) throw new RejectedByRule('This webhook is switched off. Switch it on first.');
}
