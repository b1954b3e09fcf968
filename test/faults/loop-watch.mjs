// Writes to a file how long the server's event loop was blocked at most since the last SIGUSR2; loaded into the server by
// soak.test.ts. Only the process's own processor time counts, because on a busy machine an event loop also stops while
// other processes run.
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
