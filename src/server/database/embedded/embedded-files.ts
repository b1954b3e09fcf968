import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type OpenFile = { nfd?: number; node: unknown };
/** The part of Emscripten's file system on Node that PGlite leaves without a sync. */
type NodeFiles = {
  realPath(node: unknown): string;
  stream_ops: { fsync?: (file: OpenFile) => number };
};

/** PGlite's file system on a real folder, except that a sync reaches the disk. */
export class SyncedNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pg, options);
    const syncForReal = (module: { NODEFS: NodeFiles }) => {
      module.NODEFS.stream_ops.fsync = (file) => sync(module.NODEFS, file);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), syncForReal] } };
  }
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

/** PGlite starts with -F (no sync at all), and its fdatasync does nothing: only wal_sync_method=fsync reaches `sync`. */
export const DURABLE = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
  // The 128 MB that are usual would be the process's from the first moment, whatever is in them.
  ...['-c', 'shared_buffers=24MB'],
];
