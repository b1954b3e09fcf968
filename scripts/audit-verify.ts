import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { knownSeal, verifyAudit } from '../src/areas/audit/sealing/verify.steps.ts';
import { openSource } from '../src/server/database/backup/back-up.ts';
import { OWNS_AUDIT, ownsAudit } from '../src/server/database/owner/owner.ts';
import { CannotStart } from '../src/server/process/cannot-start.ts';
import { projectRoot } from '../src/server/process/root.ts';
import { readSettings } from '../src/server/process/settings.ts';

const readKnown = () =>
  process.argv.slice(2).map((text) => {
    const seal = knownSeal(text);
    if (!seal) throw new CannotStart(`Usage: npm run audit:verify -- 1234:HASH ...; ${text} is no seal.`);
    return seal;
  });

async function verify() {
  const env = join(projectRoot, '.env');
  if (existsSync(env)) process.loadEnvFile(env);
  const known = readKnown();
  const settings = readSettings(process.env);
  const source = await openSource(settings);
  try {
    const { isWhole, told } = await verifyAudit(source.database.db, known);
    source.check();
    for (const line of told) console.log(line);
    // With an owner of its own it is read as that one, which says nothing of whom RIC runs as.
    const isAsRic = source.database.kind === 'server' && settings.databaseOwnerUrl === undefined;
    if (isAsRic && (await ownsAudit(source.database.db))) console.log(OWNS_AUDIT);
    if (!isWhole) process.exitCode = 1;
  } finally {
    await source.close();
  }
}

try {
  await verify();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
