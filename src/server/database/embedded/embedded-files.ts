import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type OpenFile = { nfd?: number; node: unknown };
type Attributes = { mode?: number };
/** The part of Emscripten's file system for Node.js that PGlite uses without syncing files and without a mode mask. */
type NodeFiles = {
  realPath(node: unknown): string;
  stream_ops: { fsync?: (file: OpenFile) => number };
  doSetAttr(path: string | number, node: unknown, attributes: Attributes, ...how: unknown[]): void;
};

/** PGlite's file system on a real folder, with two changes: a sync writes to the disk, and only the owner can read a file. */
export class PrivateNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pg, options);
    const adapt = ({ NODEFS: files }: { NODEFS: NodeFiles }) => {
      files.stream_ops.fsync = (file) => sync(files, file);
      keepPrivate(files);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), adapt] } };
  }
}

/**
 * Makes Emscripten create files that only their owner can read; on its own it sets mode 666 on most files of a new
 * database, in spite of the umask.
 */
function keepPrivate(files: NodeFiles) {
  const setAttributes = files.doSetAttr.bind(files);
  files.doSetAttr = (path, node, attributes, ...how) => {
    const { mode } = attributes;
    const own = mode === undefined ? attributes : { ...attributes, mode: mode & ~0o077 };
    setAttributes(path, node, own, ...how);
  };
}

function sync(files: NodeFiles, file: OpenFile): number {
  if (file.nfd !== undefined) {
    fdatasyncSync(file.nfd);
    return 0;
  }
  const folder = openSync(files.realPath(file.node), 'r');
  fsyncSync(folder);
  closeSync(folder);
  return 0;
}

/** PGlite's start parameter that turns all syncs off. */
const UNSYNCED = '-F';

const SMALL = [
  // No replica follows the embedded database, so an index built in its own transaction is synced and not also written to the log.
  '-c',
  'wal_level=minimal',
  '-c',
  'max_wal_senders=0',
  // A checkpoint keeps at most four log segments for reuse, not as many as the largest transaction needed.
  '-c',
  'min_wal_size=32MB',
  '-c',
  'max_wal_size=64MB',
];

/**
 * The start parameters of a database whose commits survive a crash. PGlite's fdatasync does nothing, so
 * wal_sync_method must be fsync.
 */
export const DURABLE_START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== UNSYNCED),
  '-c',
  'wal_sync_method=fsync',
  // The default of 128 MB would occupy the process's memory from the start, even while unused.
  '-c',
  'shared_buffers=24MB',
  ...SMALL,
];

/** The start parameters for a folder that is discarded after a crash, in a process that ends soon: no syncs, and ample memory. */
export const THROWAWAY_START_PARAMETERS = [
  ...PGlite.defaultStartParams,
  '-c',
  'full_page_writes=off',
  '-c',
  'shared_buffers=160MB',
  ...SMALL,
];
