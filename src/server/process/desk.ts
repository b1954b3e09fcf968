import { Admission } from '../admission/admission.ts';
import type { Database } from '../database/open.ts';
import { Pulse } from '../database/driver/pulse.ts';
import { withDeadline } from '../database/driver/retry.ts';
import type { Desk } from './context.ts';

type Rest = Pick<Desk, 'settings' | 'outside' | 'live' | 'now'>;

/** What the whole process shares, above its database. */
export const deskOf = (database: Database, rest: Rest): Desk => ({
  ...{ db: database.db, dbWithin: database.dbWithin },
  ...{ forReports: database.forReports, forSettling: database.forSettling },
  ...{
    admission: new Admission(rest.settings.callsAtOnce),
    pulse: new Pulse(database, rest.settings.databaseWaitMs),
  },
  ...rest,
});

/**
 * The desk for what is claimed already and must be settled: its connections are its own, so that no newcomer comes before it,
 * and in a request it has a whole deadline anew.
 */
export function forSettling(desk: Desk): Desk {
  const whole = desk.limit?.unlimited ?? desk;
  const apart = { ...whole, ...whole.forSettling };
  return desk.limit ? { ...withDeadline(apart), ...(desk.place && { place: desk.place }) } : apart;
}
