import { sql } from 'kysely';
import type { Db } from '../../../server/process/context.ts';
import type { ApiKeyRequestCount } from '../../../server/partners/key-requests.ts';

/**
 * Adds the requests by API keys since the last flush to the hourly counts, and stores the time of last use; deletes counts older
 * than two days.
 */
export async function storeKeyRequests(db: Db, counted: ApiKeyRequestCount[], now: Date): Promise<void> {
  if (counted.length === 0) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  const counts = sql`jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as x (key_id bigint, requests int, refused int)`;
  await sql`
    with used as (
      update api_keys k set last_used_at = ${at} from ${counts}
      where k.id = x.key_id and (k.last_used_at is null or k.last_used_at < ${at} - interval '1 minute')),
    old as (delete from api_key_requests where hour < ${at} - interval '2 days')
    insert into api_key_requests as r (api_key_id, hour, requests, refused)
    select x.key_id, date_trunc('hour', ${at}), x.requests, x.refused from ${counts} join api_keys k on k.id = x.key_id
    on conflict (api_key_id, hour) do update
      set requests = r.requests + excluded.requests, refused = r.refused + excluded.refused`.execute(db);
}
