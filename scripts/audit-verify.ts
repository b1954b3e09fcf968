import { knownSeal, verifyAudit } from '../src/areas/audit/sealing/verify.steps.ts';
import { openSource } from '../src/server/database/backup/back-up.ts';
import { OWNS_AUDIT, ownsAudit } from '../src/server/database/owner/owner.ts';
import { beginProcess } from '../src/server/process/start/begin.ts';
import { runCommand, WrongUsage } from './command.ts';

const USAGE = 'Usage: npm run audit:verify -- 1234:HASH ...  (seals that you kept elsewhere; none is needed)';

await runCommand({ usage: USAGE, options: {}, words: [0, Infinity] }, async (_, words) => {
  const known = words.map((word) => {
    const seal = knownSeal(word);
    if (!seal) throw new WrongUsage(`${word} is no seal.`);
    return seal;
  });
  const settings = beginProcess();
  const source = await openSource(settings);
  try {
    const { isWhole, lines } = await verifyAudit(source.database.db, known);
    source.check();
    for (const line of lines) console.log(line);
    // If the tables have a separate owner, the audit is read as that owner, so the rights of RIC's own role are not
    // checked.
    const isAsRic = source.database.kind === 'server' && settings.databaseOwnerUrl === undefined;
    if (isAsRic && (await ownsAudit(source.database.db))) console.log(OWNS_AUDIT);
    if (!isWhole) process.exitCode = 1;
  } finally {
    await source.close();
  }
});
