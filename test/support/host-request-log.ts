import { sql } from 'kysely';
import type { Db } from '../../src/server/process/context.ts';

/**
 * Records the time of every request to a course system's host, by the database's clock; `read` returns the number of
 * requests and the shortest gap, and ends the recording.
 */
export async function hostRequestLog(db: Db) {
  await sql`create table host_requests (at timestamptz)`.execute(db);
  await sql`create function log_host_request() returns trigger language plpgsql as $$
    begin insert into host_requests values (new.asked_at); return null; end $$`.execute(db);
  await sql`create trigger log_host_request after update on course_hosts for each row
    when (old.asked_at is distinct from new.asked_at) execute function log_host_request()`.execute(db);
  return {
    async read() {
      const { rows } = await sql<{ at: string }>`select at from host_requests order by at`.execute(db);
      await sql`drop function log_host_request cascade`.execute(db);
      await sql`drop table host_requests`.execute(db);
      const instants = rows.map(({ at }) => Date.parse(at));
      const gaps = instants.slice(1).map((at, before) => at - (instants[before] ?? 0));
      return { requests: instants.length, leastGapMs: Math.min(...gaps) };
    },
  };
}
