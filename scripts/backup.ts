import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { companyBackupLines, openBackupSource } from '../src/server/database/backup/back-up.ts';
import { writeBackupFile } from '../src/server/database/backup/files.ts';
import { recordBackupTime } from '../src/server/database/backup/last-backup.ts';
import { diskErrorText } from '../src/server/database/embedded/data-folder.ts';
import { CannotStart } from '../src/server/process/cannot-start.ts';
import { beginProcess } from '../src/server/process/start/begin.ts';
import { checkWritable } from './command-files.ts';
import { runCommand } from './command.ts';

const MEGABYTE = 1_000_000;

const USAGE = `Usage: npm run backup -- FILE  (without FILE: ric-2026-11-23T140000.backup here, with the time of now)`;

await runCommand({ usage: USAGE, options: {}, words: [0, 1] }, async (_, [named]) => {
  const now = new Date();
  const file = resolve(named ?? `ric-${now.toISOString().slice(0, 19).replaceAll(':', '')}.backup`);
  checkWritable(file);
  const settings = beginProcess();
  const source = await openBackupSource(settings);
  try {
    console.log('Writing ...');
    await writeBackupFile(file, companyBackupLines(source, settings.dataDir, now)).catch((error: unknown) => {
      const reason = diskErrorText(error);
      throw reason === null ? error : new CannotStart(`${file} cannot be written: ${reason}.`);
    });
  } finally {
    await source.close();
  }
  await recordBackupTime(settings.dataDir, new Date());
  const still = source.stillMs === null ? '' : `; the desk stood still for ${Math.ceil(source.stillMs)} ms`;
  const seconds = ((Date.now() - now.getTime()) / 1000).toFixed(1);
  console.log(`${file}: ${(statSync(file).size / MEGABYTE).toFixed(1)} MB in ${seconds} s${still}.`);
  if (settings.s3Endpoint) console.log('The pictures are in the bucket of S3_ENDPOINT and not in this file.');
});
