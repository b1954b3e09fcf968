import { writes, type Call } from '../../contract/call.ts';
import { Deadline } from '../database/driver/deadline.ts';
import { NotReady } from '../http/errors.ts';
import { urgencyOf } from '../load-shedding/urgency.ts';
import type { Db, Desk } from '../process/context.ts';

/**
 * Whether a call is answered by the replica where there is one: lists, counts and what sums up many rows. Records are not, nor
 * anything that money depends on: what the desk books, changes and gives back is read where it is written. Reports choose for
 * themselves (`reportsDb`).
 */
export const readsReplica = (called: Call): boolean =>
  !writes(called) &&
  (called.access === 'staff' || called.access === 'admin') &&
  (called.sums === true || urgencyOf(called, false) === 'list');

/** Answers from the replica where it has all that was committed before; else, and where it fails, from the primary. */
export async function readAside<T>(desk: Desk, read: (desk: Desk) => Promise<T>): Promise<T> {
  const { replica } = desk;
  if (!replica || !(await replica.hasAllOf(desk.db))) return read(desk);
  // The request's own time stays whole for the primary.
  const deadline = new Deadline(desk.settings.databaseWaitMs / 2);
  try {
    return await read({ ...desk, db: replica.dbWithin(deadline) });
  } catch (error) {
    if (!(error instanceof NotReady)) throw error;
    replica.failed();
    return read(desk);
  }
}

/** Where a report is read: a replica that has all that was committed before, else the primary's connections for reports. */
export const reportsDb = async ({
  replica,
  forReports,
}: Pick<Desk, 'replica' | 'forReports'>): Promise<Db> =>
  replica && (await replica.hasAllOf(forReports.db)) ? replica.reports : forReports.db;
