// node bench/import.mjs [ROWS]: imports 100,000 customers (or as many as given) on a separate, durable PostgreSQL server,
// then as many more of which every second one exists already. Prints the time of each import, the peak memory and the load
// of the machine; docs/performance.md keeps the figures.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { beginBuild } from '../scripts/build.mjs';
import { projectFolder } from '../scripts/freshness.mjs';
import { scratchPostgres } from '../scripts/test-postgres.mjs';

const ROWS = Number(process.argv[2] ?? 100_000);
const LOOK_EVERY_MS = 100;

process.chdir(projectFolder);
await beginBuild().finished;
const server = await scratchPostgres({ settings: ['max_connections=100'] });
if (!server) throw new Error('PostgreSQL is not installed.');
const folder = mkdtempSync(join(tmpdir(), 'ric-import-bench-'));

function* lines(from) {
  yield 'First name,Last name,Email,Primary phone,Address,City,Subdivision,Postcode,Country alpha2\n';
  for (let at = from; at < from + ROWS; at += 1) {
    const phone = `(619) ${String(at).padStart(7, '0').replace(/(...)/, '$1-')}`;
    yield `First${at % 997},Last${at % 7919},person${at}@moved.example,${phone},${at} Fairway Drive,San Diego,CA,92101,US\n`;
  }
}

/** Returns the peak memory of a process so far, in MB. */
function peakOf(pid) {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function measure(name, file, ...more) {
  const begun = performance.now();
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: server.url };
  const child = spawn(process.execPath, ['dist/server/import.js', 'customers', file, ...more], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let peak = 0;
  const looking = setInterval(() => (peak = Math.max(peak, peakOf(child.pid))), LOOK_EVERY_MS);
  const ended = once(child, 'exit');
  let decidedAt = begun;
  for await (const line of createInterface({ input: child.stdout })) {
    if (/^(Putting|Looking)/.test(line)) decidedAt = performance.now();
    if (/refused:/.test(line)) console.log(line);
  }
  const [code] = await ended;
  clearInterval(looking);
  const seconds = (from) => ((performance.now() - from) / 1000).toFixed(1);
  const busy = loadavg()[0].toFixed(1);
  console.log(
    `${name}: ${seconds(begun)} s, of them deciding ${seconds(decidedAt)} s, ${peak.toFixed(0)} MB, code ${code}, load ${busy}`,
  );
}

try {
  const files = [0, ROWS / 2].map((from) => ({ from, file: join(folder, `${from}.csv`) }));
  for (const { from, file } of files) await pipeline(Readable.from(lines(from)), createWriteStream(file));
  // The first run also migrates the database.
  await measure('migrations and a dry run', files[0].file);
  await measure('then put in', files[0].file, '--write');
  await measure('half of them doubles, read and put in', files[1].file, '--write');
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
