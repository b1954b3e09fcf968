// Benchmarks R3 and R4: a workbook of 200,000 rows, and the speed of other calls while a list of 300,000 rows is exported.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { projectFolder } from '../scripts/freshness.mjs';
import { requestAddress } from './list-rows.mjs';
import { requestOk, quantile } from './measure.mjs';

const folder = join(projectFolder, '.cache', 'bench', 'workbook');
const EXCELJS = 'exceljs@4.4.0';

/** Builds RIC's workbook writer alone, as for the server. */
async function builtWriter() {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await build({
    absWorkingDir: projectFolder,
    entryPoints: ['src/server/workbook/workbook.ts', 'src/server/workbook/workbook-worker.ts'],
    outdir: folder,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
  return join(folder, 'workbook.js');
}

/**
 * Installs the package exceljs in a folder that only the benchmark uses; returns null if the package registry cannot be
 * reached.
 */
function installedExceljs() {
  const place = join(projectFolder, '.cache', 'bench', 'exceljs');
  const module = join(place, 'node_modules', 'exceljs', 'excel.js');
  if (existsSync(module)) return module;
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true }));
  spawnSync('npm', ['install', '--no-audit', '--no-fund', EXCELJS], { cwd: place, stdio: 'ignore' });
  return existsSync(module) ? module : null;
}

function written(name, module) {
  const program = join(projectFolder, 'bench', 'workbook-writers.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, name, module ?? ''], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${name}: ${stderr.slice(-300)}`);
  return JSON.parse(stdout);
}

async function writers({ rounds }) {
  const modules = { ours: await builtWriter(), bare: '', exceljs: installedExceljs() };
  const best = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, module] of Object.entries(modules)) {
      const found = module === null ? null : written(name, module);
      if (found && !(best[name]?.ms < found.ms)) best[name] = found;
    }
  }
  return compared(best);
}

function compared({ ours, bare, exceljs }) {
  const over = exceljs && exceljs.ms / ours.ms;
  const parts = [
    `${((200_000 / ours.ms) * 1000).toFixed(0)} rows/s, first byte ${ours.firstMs.toFixed(0)} ms (<= 300), peak ${ours.peakMB.toFixed(0)} MB (<= 150)`,
    `${(ours.bytes / 1e6).toFixed(1)} MB`,
    `processor time ${ours.cpuMs.toFixed(0)} ms to ${bare.cpuMs.toFixed(0)}`,
    exceljs &&
      `${over.toFixed(1)}x exceljs’s stream (>= 3), which takes ${exceljs.ms.toFixed(0)} ms and ${exceljs.peakMB.toFixed(0)} MB`,
  ];
  const holds = ours.firstMs <= 300 && ours.peakMB <= 150 && (over === undefined || over >= 3);
  return {
    ric: ours.ms,
    reference: bare.ms,
    note: parts.filter(Boolean).join('; '),
    ...(!holds && { holds }),
  };
}

/** Returns the 95th percentile of the time for the first page of tee times, measured until `until` holds. */
async function p95(work, until) {
  const times = [];
  while (!until(times.length)) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return quantile(times, 0.95);
}

async function requestsMeanwhile({ ric, headers, say }) {
  const page = ric.address + requestAddress('/api/tee_times/index', { per_page: 30 });
  const work = () => requestOk(page, { headers });
  // The server may have closed an old connection, so the first request is tried twice.
  await work().catch(work);
  await p95(work, (count) => count >= 200);
  const quiet = await p95(work, (count) => count >= 1000);
  let isOver = false;
  const shown = { title: 'Customers', noun: 'customer', said: 'All customers' };
  const columns = ['id', 'type', 'first_name', 'last_name', 'email', 'primary_phone'];
  const body = JSON.stringify({ ...shown, columns: columns.map((name) => ({ name, label: name })) });
  const sent = { ...headers, 'content-type': 'application/json' };
  const begun = performance.now();
  const exporting = fetch(`${ric.address}/api/customers/index.xlsx`, { method: 'POST', headers: sent, body })
    .then(async (response) => ({ status: response.status, bytes: (await response.arrayBuffer()).byteLength }))
    .finally(() => (isOver = true));
  const during = await p95(work, (count) => isOver || count >= 20_000);
  const { status, bytes } = await exporting;
  if (status !== 200) throw new Error(`The export was answered ${status}.`);
  const seconds = (performance.now() - begun) / 1000;
  say(`  p95 ${quiet.toFixed(1)} ms, during an export ${during.toFixed(1)} ms`);
  const note = `the reference is the same without it; 300,000 customers, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(0)} s`;
  return { ric: during, reference: quiet, note };
}

export const WORKBOOK_ROWS = [
  {
    id: 'R3',
    work: 'a workbook of 200,000 rows of 12',
    unit: 'ms',
    targets: { reference: 1.3 },
    run: writers,
  },
  {
    id: 'R4',
    work: 'L1’s page while a list is exported, p95',
    unit: 'ms',
    targets: { reference: 3 },
    run: requestsMeanwhile,
  },
];
