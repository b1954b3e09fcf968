// Loaded into the server by soak.test.ts: writes to a file how long its loop was blocked at most since the last
// SIGUSR2. Only the process's own processor time counts: on a busy machine a loop also stops while others have the
// processor.
import { writeFile } from 'node:fs/promises';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 10;
let mostMs = 0;
let at = performance.now();
let used = process.cpuUsage();

function look() {
  const now = performance.now();
  const { user, system } = process.cpuUsage(used);
  mostMs = Math.max(mostMs, Math.min(now - at - EVERY_MS, (user + system) / 1000));
  at = now;
  used = process.cpuUsage();
}

if (isMainThread) {
  setInterval(look, EVERY_MS).unref();
  setInterval(() => void writeFile(process.env.LOOP_WATCH ?? '', String(Math.round(mostMs))), 1_000).unref();
  process.on('SIGUSR2', () => (mostMs = 0));
}
