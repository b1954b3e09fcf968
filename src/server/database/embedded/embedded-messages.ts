/** What the worker is started with. `folder` null keeps everything in memory; `template` is a dumped database to begin from. */
export type WorkerSetup = { folder: string | null; template: Uint8Array<ArrayBuffer> | null };

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
