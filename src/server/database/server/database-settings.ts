import { z } from 'zod';
import { hostsOf } from './hosts.ts';
import { oneOf, TIMING, wholeNumber } from '../../process/settings-kinds.ts';

/**
 * The schema of a database address. The address may list several servers, one of which takes writes:
 * `postgres://ric:secret@db1,db2:5433/ric`.
 */
export const databaseAddress = z
  .string()
  .refine(
    (text) => hostsOf(text) !== null,
    'must be an address like postgres://ric:secret@db.example:5432/ric',
  );

export const databaseSettings = {
  DATABASE_URL: databaseAddress
    .optional()
    .describe('a PostgreSQL server (15 or later); without it the embedded database is used'),
  DATABASE_DIRECT_URL: databaseAddress
    .optional()
    .describe('the same server past its pooler, for listening, migrations and restoring'),
  DATABASE_READ_URL: databaseAddress
    .refine((text) => hostsOf(text)?.length === 1, 'must name one server')
    .optional()
    .describe('a replica of the server, for lists, counts, sums and reports'),
  PREPARED: oneOf('on', 'off')
    .default('on')
    .describe('off: nothing is kept in a session, as a pooler in transaction mode needs it'),
  DATABASE_POOL: wholeNumber(2, 200).default(10).describe('most connections to a PostgreSQL server'),
  DATABASE_WAIT_MS: wholeNumber(100, 600_000)
    .optional()
    .meta(TIMING)
    .describe('longest that a request waits for the database in all; 2000, or 20000 for the embedded one'),
  CALLS_AT_ONCE: wholeNumber(1, 1000)
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
export function databaseTogether({ PREPARED, ...urls }: Env): string | null {
  if (urls.DATABASE_URL) return null;
  if (urls.DATABASE_READ_URL) return 'DATABASE_READ_URL needs DATABASE_URL beside it.';
  if (urls.DATABASE_DIRECT_URL) return 'DATABASE_DIRECT_URL needs DATABASE_URL beside it.';
  return PREPARED === 'off' ? 'PREPARED=off needs DATABASE_URL beside it.' : null;
}
