import DataLoader from 'dataloader';
import { sql } from 'kysely';
import type { StaffLevel } from '../../contract/wire.ts';
import { DatabaseDeadline } from '../database/driver/deadline.ts';
import type { Database } from '../database/open.ts';
import { PREPARED_STATEMENT_MARK } from '../database/prepared.ts';
import type { Settings } from '../process/settings.ts';

/** An open session, with the current state of its staff user. */
export type Session = {
  client: string;
  token_hash: string;
  last_input_at: string;
  expires_at: string;
  id: number;
  name: string;
  email: string;
  level: StaffLevel;
  has_given_password: boolean;
  has_second_factor: boolean;
};

/** A loader of sessions by `client`. Nothing is cached: each call looks up its session in the database. */
export type SessionLoader = DataLoader<string, Session | undefined>;

/**
 * Creates a loader that looks up the sessions of all calls of one event-loop turn by one statement. The statement
 * begins after the last of those calls arrived, so that a session that has ended admits none of them.
 */
export const createSessionLoader = (dbWithin: Database['dbWithin'], settings: Settings): SessionLoader =>
  new DataLoader(
    async (clients) => {
      const { rows } = await sql<Session>`${PREPARED_STATEMENT_MARK}
        select s.client, u.id, u.name, u.email, u.level, u.has_given_password, s.token_hash, s.last_input_at, s.expires_at,
          ${hasSecondFactor(settings)} as has_second_factor
        from sign_ins s join staff_users u on u.id = s.staff_user_id
        where s.client = any(${clients}) and s.ended_at is null and u.removed_at is null`.execute(
        dbWithin(new DatabaseDeadline(settings.databaseWaitMs)),
      );
      const byClient = new Map(rows.map((row) => [row.client, row]));
      return clients.map((client) => byClient.get(client));
    },
    { cache: false, batchScheduleFn: (lookUp) => setImmediate(lookUp) },
  );

/**
 * SQL that is true for a staff user with a second factor. The table is read only if RIC requires a second factor;
 * otherwise nobody lacks one.
 */
const hasSecondFactor = (settings: Settings) =>
  settings.secondFactor === 'required'
    ? sql`exists (select from second_factors f where f.staff_user_id = u.id and f.set_up_at is not null)`
    : sql`true`;
