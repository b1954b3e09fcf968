import DataLoader from 'dataloader';
import { sql } from 'kysely';
import type { StaffLevel } from '../../contract/wire.ts';
import { Deadline } from '../database/driver/deadline.ts';
import type { Database } from '../database/open.ts';
import { PREPARED } from '../database/prepared.ts';
import type { Settings } from '../process/settings.ts';

/** A sign-in that has not ended, with its staff user as they are now. */
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

/** Sessions by their `client`. Nothing is kept: each call asks the database who makes it. */
export type Sessions = DataLoader<string, Session | undefined>;

/**
 * The sessions of calls that come in one turn of the event loop are looked up by one statement. It begins after the last of
 * those calls came, so that none is let in by a session that had ended before.
 */
export const sessionsOf = (dbWithin: Database['dbWithin'], settings: Settings): Sessions =>
  new DataLoader(
    async (clients) => {
      const { rows } = await sql<Session>`${PREPARED}
        select s.client, u.id, u.name, u.email, u.level, u.has_given_password, s.token_hash, s.last_input_at, s.expires_at,
          ${hasSecondFactor(settings)} as has_second_factor
        from sign_ins s join staff_users u on u.id = s.staff_user_id
        where s.client = any(${clients}) and s.ended_at is null and u.removed_at is null`.execute(
        dbWithin(new Deadline(settings.databaseWaitMs)),
      );
      const byClient = new Map(rows.map((row) => [row.client, row]));
      return clients.map((client) => byClient.get(client));
    },
    { cache: false, batchScheduleFn: (lookUp) => setImmediate(lookUp) },
  );

/** Asked for where it is required of everybody; elsewhere nobody lacks it. */
const hasSecondFactor = (settings: Settings) =>
  settings.secondFactor === 'required'
    ? sql`exists (select from second_factors f where f.staff_user_id = u.id and f.set_up_at is not null)`
    : sql`true`;
