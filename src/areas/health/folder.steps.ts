import { whyNotWritable } from '../../server/database/embedded/data-folder.ts';
import type { Settings } from '../../server/process/settings.ts';

const KEPT_MS = 1_000;
let last: { at: number; folder: string; found: Promise<string | null> } | undefined;

/** Why the embedded database can not be written to, in a sentence; null where it can. Tried once a second at most. */
export async function folderTrouble({ databaseUrl, dataDir: folder }: Settings): Promise<string | null> {
  // What is kept in the folder beside a server is not what the desk lives from.
  if (databaseUrl) return null;
  if (last?.folder !== folder || performance.now() - last.at > KEPT_MS)
    last = { at: performance.now(), folder, found: whyNotWritable(folder) };
  return last.found;
}
