import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../freshness.mjs';

/** Returns a hash of all migrations, so that no test database's template is older than the program. */
export function migrationsFingerprint() {
  const folder = join(projectFolder, 'db', 'migrations');
  const hash = createHash('sha256');
  for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}
