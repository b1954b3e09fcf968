import { closeSync, fsyncSync, openSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Syncs a folder that was written without syncs, then renames it, so that a folder with the final name is complete
 * even after a power cut.
 */
export function renameDurably(unfinished: string, folder: string): void {
  syncTree(unfinished);
  renameSync(unfinished, folder);
  syncOne(dirname(folder));
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else syncOne(path);
  }
  syncOne(folder);
}

function syncOne(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
