export type WorkerSetup = {
  /** Null keeps everything in memory. */
  folder: string | null;
  /** A dumped database to begin from. */
  template: Uint8Array<ArrayBuffer> | null;
  /** The folder is made now and discarded after a crash, so nothing in it is synced. */
  isUnfinished?: boolean;
};

/** A connection is a number: what an ended one still receives is dropped. */
export type ToWorker =
  | { kind: 'bytes'; connection: number; bytes: Uint8Array }
  | { kind: 'end'; connection: number }
  | { kind: 'dump' }
  | { kind: 'copy'; to: string }
  | { kind: 'close' };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'bytes'; connection: number; bytes: Uint8Array }
  | { kind: 'dumped'; bytes: Uint8Array }
  /** How long nothing else was done for it, or why there is none. */
  | { kind: 'copied'; ms: number; problem: string | null }
  | { kind: 'failed'; reason: string }
  | { kind: 'closed' };
