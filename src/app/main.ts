import { join } from 'node:path';
import { makeDemonstration } from '../../scripts/demonstration.mjs';
import { abandonSteps, showReports } from '../../scripts/progress.mjs';
import { startFailureText } from '../server/process/cannot-start.ts';
import { prepareDatabase } from '../server/database/prepare.ts';
import { setFaultPoint } from '../server/process/fault-points.ts';
import { beginProcess } from '../server/process/start/begin.ts';
import { makeFilesPrivate } from '../server/process/start/private-files.ts';
import { projectRoot } from '../server/process/root.ts';
import type { Settings } from '../server/process/settings.ts';
import { showStartProgressBy } from '../server/process/steps/progress.ts';
import { lacksDemonstration } from './demonstration/apart.ts';
import type { StartedApp } from './start.ts';

const LONGEST_STOP_MS = 60_000;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** When RIC runs from its sources, it fills the database in its own process instead (`fillEmptyDatabase`). */
async function makeMissingDemonstration(settings: Settings): Promise<void> {
  if (import.meta.url.endsWith('.ts') || !lacksDemonstration(settings)) return;
  const ending = new AbortController();
  // Ending the child process loses nothing, because an unfinished database is made again.
  const end = () => {
    ending.abort();
    abandonSteps();
    process.exit(0);
  };
  process.on('SIGTERM', end).on('SIGINT', end);
  const program = join(projectRoot, 'dist', 'server', 'make-demonstration.js');
  // The child process has already printed its error.
  if (!(await makeDemonstration(program, ending.signal))) process.exit(1);
  process.off('SIGTERM', end).off('SIGINT', end);
}

/**
 * The database opens in its own thread while this thread loads the rest of the program, because loading takes half of a
 * start.
 */
async function start(): Promise<StartedApp> {
  const settings = beginProcess();
  setFaultPoint(settings.faultPoint);
  const corrected = makeFilesPrivate(settings.dataDir);
  if (corrected > 0)
    say(`Corrected the rights of ${corrected} files in ${settings.dataDir}: they are their owner's alone.`);
  showStartProgressBy(showReports());
  await makeMissingDemonstration(settings);
  const prepared = prepareDatabase(settings);
  prepared.catch(() => undefined);
  const { startApp } = await import('./start.ts');
  return startApp(settings, prepared, say);
}

function stopOnSignal(started: Promise<StartedApp>) {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
    started
      .then((app) => app.stop())
      .then(() => process.exit(0))
      .catch(() => process.exit(1));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function announce({ address, signIns }: StartedApp) {
  say(`RIC answers at ${address}`);
  for (const { email, password } of signIns) say(`  sign in as ${email} with ${password}`);
  if (signIns.length > 0)
    say('  (the demonstration company; a real one needs DEMO=off and another DATA_DIR or DATABASE_URL)');
}

/** The start under way, for the script that loads this program (cached-main.ts). */
export const started = start();
stopOnSignal(started);
started.then(announce).catch((error: unknown) => {
  process.stderr.write(`${startFailureText(error)}\n`);
  process.exit(1);
});
