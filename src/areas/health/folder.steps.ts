import { whyNotWritable } from '../../server/database/embedded/data-folder.ts';
import type { Settings } from '../../server/process/settings.ts';

const KEPT_MS = 1_000;
let last: { at: number; folder: string; found: Promise<string | null> } | undefined;

/** Returns a sentence that says why the embedded database cannot be written to, or null. Tries it once a second at most. */
export async function folderTrouble({ databaseUrl, dataDir: folder }: Settings): Promise<string | null> {
  // With a database server, RIC does not depend on this folder.
  if (databaseUrl) return null;
  if (last?.folder !== folder || performance.now() - last.at > KEPT_MS)
    last = { at: performance.now(), folder, found: whyNotWritable(folder) };
  return last.found;
}
