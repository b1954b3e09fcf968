import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../root.ts';
import { readSettings, type Settings } from '../settings.ts';

/**
 * The umask by which only the owner can read the files that this process creates: they hold a company's customers,
 * mail and keys.
 */
const OTHERS_HAVE_NO_RIGHTS = 0o077;

/**
 * Prepares RIC or one of its commands for its start: sets the umask for new files, and returns the settings from the
 * environment and `.env`.
 */
export function beginProcess(): Settings {
  process.umask(OTHERS_HAVE_NO_RIGHTS);
  const file = join(projectRoot, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return readSettings(process.env);
}
