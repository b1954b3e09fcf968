import { sql } from 'kysely';
import type { Desk } from '../../server/process/context.ts';
import { whyNotWritable } from '../../server/process/data-folder.ts';

const KEPT_MS = 1_000;
let last: { at: number; folder: string; found: Promise<string | null> } | undefined;

/** Why nothing can be saved now, in a sentence; null where it can. The folder is tried once a second at most. */
export async function whyNotSaving({ db, settings }: Desk): Promise<string | null> {
  if (settings.databaseUrl) {
    const { rows } = await sql<{ is_read_only: boolean }>`
      select current_setting('transaction_read_only')::boolean as is_read_only`.execute(db);
    return rows[0]?.is_read_only ? 'The database can only be read, so nothing can be saved.' : null;
  }
  const { dataDir: folder } = settings;
  if (last?.folder !== folder || performance.now() - last.at > KEPT_MS)
    last = { at: performance.now(), folder, found: whyNotWritable(folder) };
  return last.found;
}
