import { LoadShedder } from '../load-shedding/load-shedder.ts';
import { PendingRejections } from '../access/rejections.ts';
import { createSessionLoader } from '../access/sessions.ts';
import type { Database } from '../database/open.ts';
import { DatabaseHealth, SILENT_DATABASE_MS } from '../database/driver/pulse.ts';
import { withDatabaseDeadline } from '../database/driver/retry.ts';
import { ApiKeyRequestCounter } from '../partners/key-requests.ts';
import type { AppContext } from './context.ts';

type Rest = Pick<AppContext, 'settings' | 'integrations' | 'live' | 'now'> &
  Partial<Pick<AppContext, 'stopping'>>;

/** Returns the longest time for a check of the database: a silent server is noticed soon, however long requests may wait for it. */
const lookMs = ({ kind }: Database, { settings }: Rest): number =>
  kind === 'server' ? Math.min(settings.databaseWaitMs, SILENT_DATABASE_MS) : settings.databaseWaitMs;

/** Builds the `AppContext`, which the process shares, from its database and the other parts. */
export const createAppContext = (database: Database, rest: Rest): AppContext => ({
  db: database.db,
  dbWithin: database.dbWithin,
  forReports: database.forReports,
  forSettling: database.forSettling,
  replica: database.replica,
  commits: database.commits,
  sessions: createSessionLoader(database.dbWithin, rest.settings),
  loadShedder: new LoadShedder(rest.settings.callsAtOnce),
  keyRequests: new ApiKeyRequestCounter(rest.settings.partnerRequestsPerMinute),
  rejections: new PendingRejections(),
  pulse: new DatabaseHealth(database, lookMs(database, rest)),
  stopping: new AbortController().signal,
  ...rest,
});

/**
 * Returns the `AppContext` for settling claimed operations. It has database connections of its own, so that new HTTP
 * calls cannot get ahead of it; within a request its database deadline starts again.
 */
export function contextForSettling(app: AppContext): AppContext {
  const whole = app.limit?.unlimited ?? app;
  const apart = { ...whole, ...whole.forSettling };
  return app.limit ? { ...withDatabaseDeadline(apart), ...(app.permit && { permit: app.permit }) } : apart;
}
