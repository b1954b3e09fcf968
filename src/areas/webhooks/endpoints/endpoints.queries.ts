import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { UncheckedForm } from '../../../contract/forms/form.ts';
import type { Db, Staff } from '../../../server/process/context.ts';
import { NotFound, rejectField, RejectedByRule } from '../../../server/http/errors.ts';
import { validateForm } from '../../../server/records/forms.ts';
import { lockUnchanged } from '../../../server/records/optimistic-lock.ts';
import { audit, auditCaller } from '../../audit/audit.queries.ts';
import type { EventKind } from '../events.contract.ts';
import {
  MAX_WEBHOOK_ENDPOINTS,
  type WebhookEndpoint,
  type WebhookEndpointForm,
} from './endpoints.contract.ts';

const kindsOf = sql<EventKind[]>`kinds`;
const deliveriesIn = (state: 'waiting' | 'failed') =>
  sql<number>`(select count(*) from webhook_deliveries d
    where d.endpoint_id = webhook_endpoints.id and d.state = ${sql.lit(state)})`;

export const findPartnerEndpoints = (db: Db, api_user_id: number): Promise<WebhookEndpoint[]> =>
  db
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', kindsOf.as('kinds'), 'is_on'])
    .select([deliveriesIn('waiting').as('waiting'), deliveriesIn('failed').as('failed')])
    .where('api_user_id', '=', api_user_id)
    .orderBy('id')
    .execute();

/** Returns why a webhook's address is not allowed, in words that follow the field's name; null if it is allowed. */
export type WebhookUrlCheck = (url: string) => string | null;
type Sent = { sent: UncheckedForm<WebhookEndpointForm>; staff: Staff; refusalOf: WebhookUrlCheck };

const formOf = ({ sent, refusalOf }: Sent) =>
  validateForm(sent, ({ url }) => [
    () => {
      const why = url === undefined ? null : refusalOf(url);
      if (why !== null) rejectField('url', why);
    },
  ]);

const newSecret = (): string => randomBytes(32).toString('base64url');

/** Creates a webhook and returns its secret, only this once. */
export async function makeEndpoint(db: Db, api_user_id: number, making: Sent) {
  const { url, kinds, is_on } = await formOf(making);
  await lockUnchanged(db, 'api_users', api_user_id, null);
  const others = await findPartnerEndpoints(db, api_user_id);
  if (others.length >= MAX_WEBHOOK_ENDPOINTS)
    throw new RejectedByRule(`There are ${MAX_WEBHOOK_ENDPOINTS} webhooks already. Remove one first.`);
  const secret = newSecret();
  const { id } = await db
    .insertInto('webhook_endpoints')
    .values({ api_user_id, url, kinds: [...new Set(kinds)], is_on, secret })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(db, {
    ...entryOf(api_user_id, making.staff),
    action: 'made a webhook',
    after: { url, kinds, is_on },
  });
  return { id, secret };
}

export async function changeEndpoint(db: Db, id: number, changing: Sent) {
  const { url, kinds, is_on } = await formOf(changing);
  const { api_user_id, ...before } = await lockEndpoint(db, id);
  await db
    .updateTable('webhook_endpoints')
    .set({ url, kinds: [...new Set(kinds)], is_on, changed_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  await audit(db, {
    ...entryOf(api_user_id, changing.staff),
    action: 'changed a webhook',
    before,
    after: { url, kinds, is_on },
  });
  return { id };
}

/** Replaces a webhook's secret. The new secret signs all deliveries from now on, including those that already wait. */
export async function replaceSecret(db: Db, id: number, staff: Staff) {
  const { api_user_id, url } = await lockEndpoint(db, id);
  const secret = newSecret();
  await db
    .updateTable('webhook_endpoints')
    .set({ secret, changed_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  await audit(db, { ...entryOf(api_user_id, staff), action: "replaced a webhook's secret", after: { url } });
  return { id, secret };
}

/** Deletes a webhook together with its waiting deliveries. */
export async function removeEndpoint(db: Db, id: number, staff: Staff): Promise<object> {
  const { api_user_id, ...before } = await lockEndpoint(db, id);
  await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
  await audit(db, { ...entryOf(api_user_id, staff), action: 'removed a webhook', before });
  return {};
}

async function lockEndpoint(db: Db, id: number) {
  const found = await db
    .selectFrom('webhook_endpoints')
    .select(['api_user_id', 'url', kindsOf.as('kinds'), 'is_on'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound('This webhook');
  return found;
}

const entryOf = (subject_id: number, staff: Staff) => ({
  ...auditCaller(staff),
  subject: 'partner',
  subject_id,
});
