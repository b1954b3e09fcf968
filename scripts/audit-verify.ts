import { parseSeal, verifyAudit } from '../src/areas/audit/sealing/verify.steps.ts';
import { openBackupSource } from '../src/server/database/backup/back-up.ts';
import { CHANGEABLE_AUDIT_WARNING, canChangeAudit } from '../src/server/database/owner/owner.ts';
import { beginProcess } from '../src/server/process/start/begin.ts';
import { runCommand, WrongUsage } from './command.ts';

const USAGE = 'Usage: npm run audit:verify -- 1234:HASH ...  (seals that you kept elsewhere; none is needed)';

await runCommand({ usage: USAGE, options: {}, words: [0, Infinity] }, async (_, words) => {
  const known = words.map((word) => {
    const seal = parseSeal(word);
    if (!seal) throw new WrongUsage(`${word} is no seal.`);
    return seal;
  });
  const settings = beginProcess();
  const source = await openBackupSource(settings);
  try {
    const { isWhole, lines } = await verifyAudit(source.database.db, known);
    source.check();
    for (const line of lines) console.log(line);
    // If the tables have a separate owner, the audit is read as that owner, so the rights of RIC's own role are not
    // checked.
    const isAsRic = source.database.kind === 'server' && settings.databaseOwnerUrl === undefined;
    if (isAsRic && (await canChangeAudit(source.database.db))) console.log(CHANGEABLE_AUDIT_WARNING);
    if (!isWhole) process.exitCode = 1;
  } finally {
    await source.close();
  }
});
