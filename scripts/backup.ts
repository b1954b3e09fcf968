import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { companyOut, openSource } from '../src/server/database/backup/back-up.ts';
import { writeWhole } from '../src/server/database/backup/files.ts';
import { projectRoot } from '../src/server/process/root.ts';
import { readSettings } from '../src/server/process/settings.ts';

const MEGABYTE = 1_000_000;

async function backup() {
  const env = join(projectRoot, '.env');
  if (existsSync(env)) process.loadEnvFile(env);
  const settings = readSettings(process.env);
  const now = new Date();
  const file = resolve(process.argv[2] ?? `ric-${now.toISOString().slice(0, 19).replaceAll(':', '')}.backup`);
  const source = await openSource(settings);
  try {
    console.log('Writing ...');
    await writeWhole(file, companyOut(source, settings.dataDir, now));
  } finally {
    await source.close();
  }
  const still = source.stillMs === null ? '' : `; the desk stood still for ${Math.ceil(source.stillMs)} ms`;
  const seconds = ((Date.now() - now.getTime()) / 1000).toFixed(1);
  console.log(`${file}: ${(statSync(file).size / MEGABYTE).toFixed(1)} MB in ${seconds} s${still}.`);
  if (settings.s3Endpoint) console.log('The pictures are in the bucket of S3_ENDPOINT and not in this file.');
}

try {
  await backup();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
