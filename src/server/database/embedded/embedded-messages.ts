export type DatabaseWorkerSetup = {
  /** The database's folder; null keeps the database in memory. */
  folder: string | null;
  /** A dump of a database to start from. */
  template: Uint8Array<ArrayBuffer> | null;
  /** True for a database folder that is being created and would be discarded after a crash, so that its files are not synced. */
  isUnfinished?: boolean;
};

/**
 * A message to the worker thread of the embedded database. Connections are numbered; bytes for a connection that has
 * ended are dropped.
 */
export type MessageToWorker =
  | { kind: 'bytes'; connection: number; bytes: Uint8Array }
  | { kind: 'end'; connection: number }
  | { kind: 'dump' }
  | { kind: 'copy'; to: string }
  | { kind: 'close' };

export type MessageFromWorker =
  | { kind: 'ready' }
  | { kind: 'bytes'; connection: number; bytes: Uint8Array }
  | { kind: 'dumped'; bytes: Uint8Array }
  /** The folder was copied: for how many milliseconds the database was paused, or the error. */
  | { kind: 'copied'; ms: number; problem: string | null }
  | { kind: 'failed'; reason: string }
  | { kind: 'closed' };
