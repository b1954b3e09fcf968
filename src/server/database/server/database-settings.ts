import { z } from 'zod';
import { splitDatabaseHosts } from './hosts.ts';
import { choiceSetting, TIMING, wholeNumberSetting } from '../../process/settings-kinds.ts';

/**
 * The schema of a database address. The address may list several servers, one of which takes writes:
 * `postgres://ric:secret@db1,db2:5433/ric`.
 */
export const databaseAddressSetting = z
  .string()
  .refine(
    (text) => splitDatabaseHosts(text) !== null,
    'must be an address like postgres://ric:secret@db.example:5432/ric',
  );

export const databaseSettings = {
  DATABASE_URL: databaseAddressSetting
    .optional()
    .describe('a PostgreSQL server (15 or later); without it the embedded database is used'),
  DATABASE_DIRECT_URL: databaseAddressSetting
    .optional()
    .describe('the same server past its pooler, for listening, migrations and restoring'),
  DATABASE_READ_URL: databaseAddressSetting
    .refine((text) => splitDatabaseHosts(text)?.length === 1, 'must name one server')
    .optional()
    .describe('a replica of the server, for lists, counts, sums and reports'),
  PREPARED: choiceSetting('on', 'off')
    .default('on')
    .describe('off: nothing is kept in a session, as a pooler in transaction mode needs it'),
  DATABASE_POOL: wholeNumberSetting(2, 200).default(10).describe('most connections to a PostgreSQL server'),
  DATABASE_WAIT_MS: wholeNumberSetting(100, 600_000)
    .optional()
    .meta(TIMING)
    .describe('longest that a request waits for the database in all; 2000, or 20000 for the embedded one'),
  CALLS_AT_ONCE: wholeNumberSetting(1, 1000)
    .optional()
    .describe(
      'most calls at work at once, others wait or are refused; DATABASE_POOL, or 4 on the embedded one',
    ),
};

/** The settings whose addresses contain a password. */
export const DATABASE_SECRETS = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'];

type Env = { PREPARED: string } & {
  [Name in `DATABASE${'' | '_DIRECT' | '_READ'}_URL`]?: string | undefined;
};

/** Returns a sentence about database settings that contradict each other, or null. */
export function databaseSettingsProblem({ PREPARED, ...urls }: Env): string | null {
  if (urls.DATABASE_URL) return null;
  if (urls.DATABASE_READ_URL) return 'DATABASE_READ_URL needs DATABASE_URL beside it.';
  if (urls.DATABASE_DIRECT_URL) return 'DATABASE_DIRECT_URL needs DATABASE_URL beside it.';
  return PREPARED === 'off' ? 'PREPARED=off needs DATABASE_URL beside it.' : null;
}
