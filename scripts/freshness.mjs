import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, which every script uses, whatever the current folder is. */
export const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));

const SOURCES = [
  'src',
  'db',
  'demo',
  'scripts/audit-verify.ts',
  'scripts/backup.ts',
  'scripts/bare-contracts.ts',
  'scripts/build.mjs',
  'scripts/command-files.ts',
  'scripts/command.ts',
  'scripts/demonstration.mjs',
  'scripts/import.ts',
  'scripts/move.ts',
  'scripts/opening-script.ts',
  'scripts/partner-create.ts',
  'scripts/progress.mjs',
  'scripts/restore.ts',
  'scripts/user-create.ts',
  'package-lock.json',
  'vite.config.ts',
];

/** Returns a hash of every source file's name and contents; a checkout or a copy changes file times, but not this hash. */
export function hashSources() {
  const hash = createHash('sha256').update(process.version);
  const visit = (path) => {
    const full = join(projectFolder, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) visit(join(path, name));
    } else if (!/\.test\.tsx?$/.test(path)) {
      hash.update(path).update(readFileSync(full));
    }
  };
  SOURCES.forEach(visit);
  return hash.digest('hex');
}

/** Returns a hash of the lock file, which decides the contents of node_modules. */
export function hashLockFile() {
  return createHash('sha256')
    .update(readFileSync(join(projectFolder, 'package-lock.json')))
    .digest('hex');
}

const stampFiles = { packages: 'node_modules/.ric-packages', sources: 'dist/.ric-sources' };

/** Returns true if the stored stamp equals the current hash, so that nothing has to be done. */
export function isStampFresh(kind, now) {
  const file = join(projectFolder, stampFiles[kind]);
  return existsSync(file) && readFileSync(file, 'utf8') === now;
}

/** Writes a stamp beside its final place and renames it, so that another start never reads an incomplete stamp. */
export function writeStamp(kind, now) {
  const file = join(projectFolder, stampFiles[kind]);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, now);
  renameSync(`${file}.${process.pid}`, file);
}
