import { folderWriteProblem } from '../../server/database/embedded/data-folder.ts';
import type { Settings } from '../../server/process/settings.ts';

const KEPT_MS = 1_000;
let last: { at: number; folder: string; found: Promise<string | null> } | undefined;

/** Returns the reason why the embedded database's folder cannot be written to, or null. Tries to write at most once a second. */
export async function dataFolderProblem({ databaseUrl, dataDir: folder }: Settings): Promise<string | null> {
  // With a database server, RIC does not write to the folder.
  if (databaseUrl) return null;
  if (last?.folder !== folder || performance.now() - last.at > KEPT_MS)
    last = { at: performance.now(), folder, found: folderWriteProblem(folder) };
  return last.found;
}
