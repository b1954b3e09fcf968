import pg from 'pg';
import { ServiceUnavailable } from '../../http/errors.ts';

/**
 * The database rolled this transaction back because it conflicted with another one (deadlock, serialization failure);
 * the work can be repeated.
 */
export class TransactionConflict extends ServiceUnavailable {}

/** The disk of the database is full: no retry helps until an operator makes room. */
export class DiskFull extends ServiceUnavailable {}

/** The database connection is lost, and its open transaction with it. */
export class ConnectionLost extends ServiceUnavailable {}

/** The connection was lost after COMMIT was sent: the transaction may or may not be committed. */
export class CommitUncertain extends ConnectionLost {}

const AWAY = 'The database cannot be reached. Please try again in a moment.';
const BUSY = 'RIC is busy and could not answer in time. Please try again in a moment.';
const COLLIDED = 'Somebody else was changing the same records. Nothing was saved; please try again.';
const OUTDATED = 'RIC is being updated. Nothing was saved; please try again.';
const FULL = 'The disk of the database is full, so nothing can be saved. Please tell whoever runs RIC.';
const READ_ONLY =
  'The database can only be read at the moment, so nothing can be saved. Please tell whoever runs RIC.';
const UNCERTAIN =
  'The database cannot be reached, and whether this was saved is not certain. Please look before you try again.';

export const connectionLost = (cause: unknown): ConnectionLost => new ConnectionLost(AWAY, { cause });
export const connectionSilent = (): ConnectionLost => new ConnectionLost(BUSY);
export const commitUncertain = (cause: unknown): CommitUncertain => new CommitUncertain(UNCERTAIN, { cause });
export const databaseBusy = (cause?: unknown): ServiceUnavailable => new ServiceUnavailable(BUSY, { cause });

// PostgreSQL's error codes; an error class is the first two characters of a code.
const COLLISIONS = new Set(['40001', '40P01']); // serialization failure, deadlock
const TOO_LONG = new Set(['57014', '55P03']); // statement time-out, lock time-out
const OUT_OF_SERVICE = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '25P03']);
const OUT_OF_SERVICE_CLASSES = new Set(['08', '53']); // connections, resources

/** Returns the error to report if PostgreSQL cannot serve now; null if it rejected the statement itself. */
export function databaseFailure(error: unknown): ServiceUnavailable | null {
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
  if (COLLISIONS.has(code)) return new TransactionConflict(COLLIDED, { cause: error });
  if (TOO_LONG.has(code)) return databaseBusy(error);
  if (code === '53100') return new DiskFull(FULL, { cause: error });
  if (code === '25006') return new ConnectionLost(READ_ONLY, { cause: error });
  if (isOutdated(error)) return new ConnectionLost(OUTDATED, { cause: error });
  return OUT_OF_SERVICE.has(code) || OUT_OF_SERVICE_CLASSES.has(code.slice(0, 2))
    ? connectionLost(error)
    : null;
}

// A prepared statement keeps the result columns of its first use on a connection, so it fails after a migration changed them.
const isOutdated = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.message.startsWith('cached plan ');

/** Returns true for a statement that failed only because an earlier one in the same transaction failed. */
export const isTransactionAborted = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '25P02';
