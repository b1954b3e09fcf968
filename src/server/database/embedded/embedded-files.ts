import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type OpenFile = { nfd?: number; node: unknown };
type Attributes = { mode?: number };
/** The part of Emscripten's file system on Node that PGlite uses without a sync and without a mode mask. */
type NodeFiles = {
  realPath(node: unknown): string;
  stream_ops: { fsync?: (file: OpenFile) => number };
  doSetAttr(path: string | number, node: unknown, attributes: Attributes, ...how: unknown[]): void;
};

/** PGlite's file system on a real folder, with two changes: a sync reaches the disk, and a file belongs to its owner alone. */
export class OwnNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pg, options);
    const adapt = ({ NODEFS: files }: { NODEFS: NodeFiles }) => {
      files.stream_ops.fsync = (file) => sync(files, file);
      keepPrivate(files);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), adapt] } };
  }
}

/** Emscripten sets a new file's mode again, to 666 for most files of a new database, past the mask of the process. */
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

/** PGlite starts with -F, no sync at all. */
const UNSYNCED = '-F';

const SMALL = [
  // Nothing replicates it, so what a transaction builds itself, such as an index, is synced and not also written to the
  // log.
  '-c',
  'wal_level=minimal',
  '-c',
  'max_wal_senders=0',
  // A checkpoint keeps at most four segments of the log for reuse, not as many as the largest transaction took.
  '-c',
  'min_wal_size=32MB',
  '-c',
  'max_wal_size=64MB',
];

/** PGlite's fdatasync does nothing: only wal_sync_method=fsync reaches `sync`. */
export const DURABLE_SETTINGS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== UNSYNCED),
  '-c',
  'wal_sync_method=fsync',
  // The default of 128 MB would belong to the process from the start, however empty they are.
  '-c',
  'shared_buffers=24MB',
  ...SMALL,
];

/** For a folder that is discarded after a crash, in a process that ends soon: no syncs, and ample memory. */
export const THROWAWAY_SETTINGS = [
  ...PGlite.defaultStartParams,
  '-c',
  'full_page_writes=off',
  '-c',
  'shared_buffers=160MB',
  ...SMALL,
];
