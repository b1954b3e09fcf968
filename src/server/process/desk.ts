import { LoadShedder } from '../load-shedding/load-shedder.ts';
import { Rejections } from '../access/rejections.ts';
import { sessionsOf } from '../access/sessions.ts';
import type { Database } from '../database/open.ts';
import { Pulse, SILENT_MS } from '../database/driver/pulse.ts';
import { withDeadline } from '../database/driver/retry.ts';
import { KeyRequests } from '../partners/key-requests.ts';
import type { Desk } from './context.ts';

type Rest = Pick<Desk, 'settings' | 'outside' | 'live' | 'now'> & Partial<Pick<Desk, 'stopping'>>;

/** How long a check of the database may take: a silent server is noticed, however long requests may wait for it. */
const lookMs = ({ kind }: Database, { settings }: Rest): number =>
  kind === 'server' ? Math.min(settings.databaseWaitMs, SILENT_MS) : settings.databaseWaitMs;

/** Builds the shared parts of the process from its database and the rest. */
export const deskOf = (database: Database, rest: Rest): Desk => ({
  db: database.db,
  dbWithin: database.dbWithin,
  forReports: database.forReports,
  forSettling: database.forSettling,
  replica: database.replica,
  commits: database.commits,
  sessions: sessionsOf(database.dbWithin, rest.settings),
  loadShedder: new LoadShedder(rest.settings.callsAtOnce),
  keyRequests: new KeyRequests(rest.settings.partnerRequestsPerMinute),
  refusals: new Rejections(),
  pulse: new Pulse(database, lookMs(database, rest)),
  stopping: new AbortController().signal,
  ...rest,
});

/**
 * The `Desk` for settling claimed operations. It has its own connections, so that new calls cannot get ahead of it, and
 * in a request it starts with a full deadline again.
 */
export function forSettling(desk: Desk): Desk {
  const whole = desk.limit?.unlimited ?? desk;
  const apart = { ...whole, ...whole.forSettling };
  return desk.limit ? { ...withDeadline(apart), ...(desk.permit && { permit: desk.permit }) } : apart;
}
