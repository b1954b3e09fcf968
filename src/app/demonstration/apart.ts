import { existsSync } from 'node:fs';
import { databaseFolder } from '../../server/database/open.ts';
import type { Settings } from '../../server/process/settings.ts';

/** Returns true if the embedded database must still be made, with the demonstration company in it. */
export const lacksDemonstration = ({ demo, databaseUrl, dataDir }: Settings): boolean =>
  demo && !databaseUrl && !existsSync(databaseFolder(dataDir));
