import { changesData, type HttpCall } from '../../contract/call.ts';
import { DatabaseDeadline } from '../database/driver/deadline.ts';
import { ServiceUnavailable } from '../http/errors.ts';
import { callUrgency } from '../load-shedding/urgency.ts';
import type { Db, AppContext } from '../process/context.ts';

/**
 * Returns true if the read replica may answer an HTTP call: lists, counts and sums over many rows. Single records,
 * and everything that money depends on, are read from the primary, where bookings, changes and refunds write. Reports
 * choose for themselves (`chooseReportDb`).
 */
export const mayReadReplica = (called: HttpCall): boolean =>
  !changesData(called) &&
  (called.access === 'staff' || called.access === 'admin') &&
  (called.sums === true || callUrgency(called, false) === 'list');

/** Reads from the replica if it has everything committed so far; otherwise, or if the replica fails, reads from the primary. */
export async function readFromReplica<T>(app: AppContext, read: (app: AppContext) => Promise<T>): Promise<T> {
  const { replica } = app;
  if (!replica || !(await replica.hasAllOf(app.db))) return read(app);
  // The replica gets half of the request's time, so that the other half is left for the primary.
  const deadline = new DatabaseDeadline(app.settings.databaseWaitMs / 2);
  try {
    return await read({ ...app, db: replica.dbWithin(deadline) });
  } catch (error) {
    if (!(error instanceof ServiceUnavailable)) throw error;
    replica.failed();
    return read(app);
  }
}

/**
 * Returns the database that a report reads from: a replica that has everything committed so far, else the primary's
 * connections for reports.
 */
export const chooseReportDb = async ({
  replica,
  forReports,
}: Pick<AppContext, 'replica' | 'forReports'>): Promise<Db> =>
  replica && (await replica.hasAllOf(forReports.db)) ? replica.reports : forReports.db;
