import pg from 'pg';
import { FLEETING, scratchPostgres, type ScratchPostgres } from '../../scripts/test-postgres.mjs';

/**
 * The replica applies each commit before the commit is acknowledged, so either server alone has every acknowledged commit.
 */
const SETTINGS = [...FLEETING, 'synchronous_commit=remote_apply', 'max_wal_senders=4'];

export type Replicated = NonNullable<Awaited<ReturnType<typeof startReplicated>>>;

/** Runs an SQL statement on one server, over a separate connection. */
export async function queryServer<Row extends pg.QueryResultRow>(
  { url }: Pick<ScratchPostgres, 'url'>,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<Row>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/**
 * Starts a primary database server with a streaming replica that it waits for; returns null if PostgreSQL is not installed.
 */
export async function startReplicated() {
  const primary = await scratchPostgres({ settings: SETTINGS });
  if (!primary) return null;
  const replica = await scratchPostgres({ settings: SETTINGS, of: primary.url });
  if (!replica) throw new Error('PostgreSQL was here a moment ago');
  const waitFor = async (names: string) => {
    await queryServer(primary, `alter system set synchronous_standby_names = '${names}'`);
    await queryServer(primary, 'select pg_reload_conf()');
  };
  await waitFor('*');
  const both = [primary, replica].map(({ url }) => new URL(url).host).join(',');
  return {
    primary,
    replica,
    /** The address that names both servers, as a company with two servers sets it. */
    url: `postgres://ric@${both}/postgres`,
    waitFor,
    /** Delays the replica by this many milliseconds, so that reads from it must wait. */
    delay: async (milliseconds: number) => {
      await waitFor('');
      await queryServer(replica, `alter system set recovery_min_apply_delay = ${milliseconds}`);
      await queryServer(replica, 'select pg_reload_conf()');
    },
    stop: async () => {
      await replica.stop();
      await primary.stop();
    },
  };
}
