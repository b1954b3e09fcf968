import { beginStep, type StepProgress } from '../../scripts/progress.mjs';
import { CannotStart } from '../server/process/cannot-start.ts';
import { prepareDatabase } from '../server/database/prepare.ts';
import { dieAt } from '../server/process/fault-points.ts';
import { beginProcess } from '../server/process/start/begin.ts';
import { makePrivate } from '../server/process/start/private-files.ts';
import { reportStepsTo } from '../server/process/steps/progress.ts';
import type { Started } from './start.ts';

const LONGEST_STOP_MS = 60_000;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Shows one step after the other on standard output. */
function showSteps() {
  let current: { name: string; progress: StepProgress } | null = null;
  reportStepsTo(({ name, done, total }) => {
    if (current?.name !== name) current = { name, progress: beginStep(name, total) };
    current.progress.advance(done);
    if (done < total) return;
    current.progress.end();
    current = null;
  });
}

/** The database opens in its own thread while this one reads the rest of the program: that is half of a start. */
async function start(): Promise<Started> {
  const settings = beginProcess();
  dieAt(settings.faultPoint);
  const corrected = makePrivate(settings.dataDir);
  if (corrected > 0)
    say(`Corrected the rights of ${corrected} files in ${settings.dataDir}: they are their owner's alone.`);
  showSteps();
  const prepared = prepareDatabase(settings);
  prepared.catch(() => undefined);
  const { startDesk } = await import('./start.ts');
  return startDesk(settings, prepared, say);
}

function stopOnSignal(started: Promise<Started>) {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
    started
      .then((desk) => desk.stop())
      .then(() => process.exit(0))
      .catch(() => process.exit(1));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function announce({ address, signIns }: Started) {
  say(`RIC answers at ${address}`);
  for (const { email, password } of signIns) say(`  sign in as ${email} with ${password}`);
  if (signIns.length > 0)
    say('  (the demonstration company; a real one needs DEMO=off and another DATA_DIR or DATABASE_URL)');
}

/** One sentence: what is not a CannotStart is a bug, whose stack a debug log level shows. */
function sentenceOf(error: unknown): string {
  if (error instanceof CannotStart) return error.message;
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) return error.stack ?? error.message;
  return `RIC could not start: ${error instanceof Error ? error.message : String(error)}`;
}

/** The start, for whoever loads this program (cached-main.ts). */
export const started = start();
stopOnSignal(started);
started.then(announce).catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
});
