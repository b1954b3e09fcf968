import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Staff } from '../../../server/process/context.ts';
import { NotFound, RejectedByRule } from '../../../server/http/errors.ts';
import { lockUnchanged } from '../../../server/records/optimistic-lock.ts';
import { audit, auditCaller } from '../../audit/audit.queries.ts';
import { MAX_PARTNER_KEYS, type PartnerKey, type NewPartnerKey } from './keys.contract.ts';

/**
 * Returns a new API key of 256 random bits, and the values to store. A fast hash is enough, because nobody can try so many keys.
 */
export function generateApiKey() {
  const key = randomBytes(32).toString('base64url');
  return { key, kept: { key_hash: createHash('sha256').update(key).digest('hex'), key_end: key.slice(-4) } };
}

const lastDay = (count: 'requests' | 'refused') =>
  sql<number>`coalesce((select sum(${sql.ref(`r.${count}`)}) from api_key_requests r
    where r.api_key_id = api_keys.id and r.hour > now() - interval '1 day'), 0)::int`;

/** Returns the API keys of a partner, newest first, valid keys before withdrawn ones. */
export const findPartnerKeys = (db: Db, api_user_id: number): Promise<PartnerKey[]> =>
  db
    .selectFrom('api_keys')
    .select(['id', 'key_end', 'made_by', 'created_at', 'last_used_at', 'withdrawn_at', 'withdrawn_by'])
    .select([lastDay('requests').as('requests'), lastDay('refused').as('refused')])
    .where('api_user_id', '=', api_user_id)
    .orderBy(sql`withdrawn_at is not null`)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();

/** Creates an API key and returns its text, only this once. Throws RejectedByRule if the partner has the most keys already. */
export async function createPartnerKey(db: Db, api_user_id: number, staff: Staff): Promise<NewPartnerKey> {
  // Two concurrent creations wait for each other here, so that the second one counts the first one's key.
  await lockUnchanged(db, 'api_users', api_user_id, null);
  const good = await db
    .selectFrom('api_keys')
    .select('id')
    .where('api_user_id', '=', api_user_id)
    .where('withdrawn_at', 'is', null)
    .execute();
  if (good.length >= MAX_PARTNER_KEYS)
    throw new RejectedByRule(
      `There are ${MAX_PARTNER_KEYS} keys already. Withdraw one before you make another.`,
    );
  const { key, kept } = generateApiKey();
  const { id } = await db
    .insertInto('api_keys')
    .values({ api_user_id, ...kept, made_by: staff.name })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { key_end } = kept;
  await audit(db, { ...entryOf(api_user_id, staff), action: 'made a key', after: { key_end } });
  return { id, key, key_end };
}

/** Withdraws an API key, which is rejected from now on. A key that is withdrawn already keeps the first author. */
export async function withdrawPartnerKey(db: Db, id: number, staff: Staff): Promise<object> {
  const withdrawn = await db
    .updateTable('api_keys')
    .set({ withdrawn_at: sql<string>`clock_timestamp()`, withdrawn_by: staff.name })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning(['api_user_id', 'key_end'])
    .executeTakeFirst();
  if (!withdrawn) return requireKey(db, id);
  const { api_user_id, key_end } = withdrawn;
  await audit(db, { ...entryOf(api_user_id, staff), action: 'withdrew a key', before: { key_end } });
  return {};
}

async function requireKey(db: Db, id: number): Promise<object> {
  const known = await db.selectFrom('api_keys').select('id').where('id', '=', id).executeTakeFirst();
  if (!known) throw new NotFound('This key');
  return {};
}

const entryOf = (subject_id: number, staff: Staff) => ({
  ...auditCaller(staff),
  subject: 'partner',
  subject_id,
});
