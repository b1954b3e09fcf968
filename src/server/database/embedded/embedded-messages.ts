export type WorkerSetup = {
  /** Null keeps everything in memory. */
  folder: string | null;
  /** A database dump to start from. */
  template: Uint8Array<ArrayBuffer> | null;
  /** True for a folder that is being made and would be discarded after a crash, so nothing in it is synced. */
  isUnfinished?: boolean;
};

/** Connections are numbered; bytes for an ended one are dropped. */
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
  /** How long the database was paused for it, or the error. */
  | { kind: 'copied'; ms: number; problem: string | null }
  | { kind: 'failed'; reason: string }
  | { kind: 'closed' };
