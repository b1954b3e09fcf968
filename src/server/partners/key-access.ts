import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { hashToken } from '../access/access.ts';
import { clientAddress } from '../access/device.ts';
import { PREPARED_STATEMENT_MARK } from '../database/prepared.ts';
import { SignedOut } from '../http/errors.ts';
import type { AppContext, Partner } from '../process/context.ts';

const A_KEY = /^Bearer ([\w-]{20,200})$/i;
const SEND_A_KEY = 'Send your key in the header Authorization: Bearer KEY.';
const NOT_GOOD = 'This key is not known, or was withdrawn.';

/** Returns the hash, as the database stores it, of the API key in a request's headers; throws SignedOut if there is no key. */
export function requestKeyHash({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const [, key] = A_KEY.exec(headers.authorization ?? '') ?? [];
  if (key === undefined) throw new SignedOut(SEND_A_KEY);
  return hashToken(key);
}

/**
 * Returns the partner that an API key belongs to, with the actions that its course groups grant; throws SignedOut for
 * an unknown or withdrawn key.
 */
export async function authenticatePartner(
  app: AppContext,
  key_hash: string,
  request: Pick<FastifyRequest, 'ip' | 'socket'>,
): Promise<Partner> {
  const { rows } = await sql<Omit<Partner, 'address'>>`${PREPARED_STATEMENT_MARK}
    select u.id, u.api_user_name as name, u.is_public_site, k.id as key_id,
      array(select distinct a.api_action_id::int from course_group_users x join course_group_actions a using (course_group_id)
        where x.api_user_id = u.id) as actions
    from api_keys k join api_users u on u.id = k.api_user_id
    where k.key_hash = ${key_hash} and k.withdrawn_at is null`.execute(app.db);
  const [found] = rows;
  if (!found) throw new SignedOut(NOT_GOOD);
  app.keyRequests.isGood(key_hash, { key_id: found.key_id, name: found.name });
  return { ...found, address: clientAddress(request) };
}
