// Benchmarks D1 to D3: the demonstration as a newcomer starts it, by `npm start` in a new clone: the first start, the next
// start, and the running server without visitors.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../scripts/free-port.mjs';
import { projectFolder } from '../scripts/freshness.mjs';
import { isServerAnswering, processMemoryMb } from './servers.mjs';

const LONGEST_START_MS = 300_000;
const SETTLED_AFTER_MS = 300_000;
const IDLE_MS = 60_000;
// Linux counts processor time in hundredths of a second, for programs on any machine.
const TICKS_PER_SECOND = 100;

/** Returns the processor time of a process and of its children that have ended, in seconds. */
function processorSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/** Starts the demonstration in a clone and waits for its first answer. */
async function start(clone) {
  const { PATH, HOME } = process.env;
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: clone,
    env: { PATH, HOME, HOST: '127.0.0.1', PORT: String(port) },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  while (!(await isServerAnswering(`http://127.0.0.1:${port}/api/health`))) {
    if (child.exitCode !== null || performance.now() - begun > LONGEST_START_MS)
      throw new Error('The demonstration did not start.');
    await pause(20);
  }
  const startMs = performance.now() - begun;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { pid: child.pid, startMs, processorS: processorSeconds(child.pid), stop };
}

const load = () => `load average ${loadavg()[0].toFixed(1)}`;

let clone;
/** Clones the project and starts the demonstration there once; the packages come from npm's cache if it has them. */
async function firstStart() {
  clone = mkdtempSync(join(tmpdir(), 'ric-clone-'));
  process.on('exit', () => rmSync(clone, { recursive: true, force: true }));
  execFileSync('git', ['clone', '--quiet', projectFolder, clone]);
  const { startMs, processorS, stop } = await start(clone);
  await stop();
  return { ric: startMs / 1000, note: `${processorS.toFixed(0)} s of processor time; ${load()}` };
}

async function again() {
  if (!clone) await firstStart();
  const { startMs, processorS, stop } = await start(clone);
  await stop();
  const note = `${processorS.toFixed(2)} s of processor time (<= 2); ${load()}`;
  return { ric: startMs / 1000, note, holds: startMs <= 2_500 && processorS <= 2 };
}

async function idle() {
  if (!clone) await firstStart();
  const { pid, stop } = await start(clone);
  await pause(SETTLED_AFTER_MS);
  const before = processorSeconds(pid);
  await pause(IDLE_MS);
  const share = ((processorSeconds(pid) - before) / (IDLE_MS / 1000)) * 100;
  const megabytes = processMemoryMb(pid);
  await stop();
  const note = `${share.toFixed(1)} % of a core (<= 1); ${load()}`;
  return { ric: megabytes, note, holds: share <= 1 && megabytes <= 250 };
}

export const DEMONSTRATION_ROWS = [
  {
    id: 'D1',
    work: 'demonstration in a fresh clone, to the first answer',
    unit: 's',
    targets: { most: 20 },
    run: firstStart,
  },
  { id: 'D2', work: 'the same, started again', unit: 's', targets: { most: 2.5 }, run: again },
  {
    id: 'D3',
    work: 'its memory, five minutes after the start',
    unit: 'MB',
    targets: { most: 250 },
    run: idle,
  },
].map((row) => ({ ...row, isAlone: true }));
