// Starts the servers to measure, each in its own process: RIC as it is shipped, the bare reference, and the peer product
// AdminJS.
import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../scripts/free-port.mjs';
import { projectFolder } from '../scripts/freshness.mjs';

const peer = join(projectFolder, '.cache', 'bench', 'adminjs');
const PEER = ['adminjs@7.8.17', '@adminjs/express@6.1.1', '@adminjs/sql@2.2.6', 'express@4.22.1'];
const PEER_NEEDS = ['express-session@1.19.0', 'express-formidable@1.2.0', 'tslib@2.9.1'];

// AdminJS's editor depends on a version range of these packages, whose newest versions no longer fit its other packages.
const TIPTAP = [
  'blockquote',
  'bold',
  'bullet-list',
  'code-block',
  'dropcursor',
  'gapcursor',
  'hard-break',
  'history',
].concat(['horizontal-rule', 'italic', 'list-item', 'ordered-list', 'paragraph', 'strike']);
const PEER_OVERRIDES = Object.fromEntries(TIPTAP.map((name) => [`@tiptap/extension-${name}`, '2.1.13']));

const PROGRAMS = {
  ric: { file: join(projectFolder, 'dist', 'server', 'main.js'), cwd: projectFolder, first: '/api/health' },
  reference: {
    file: join(projectFolder, 'bench', 'reference.mjs'),
    cwd: projectFolder,
    first: '/api/health',
  },
  adminjs: { file: join(peer, 'adminjs.mjs'), cwd: peer, first: '/admin/login' },
};

/**
 * Installs the peer product in a folder that only the benchmark uses; returns false if the package registry cannot be
 * reached.
 */
export function installPeer() {
  mkdirSync(peer, { recursive: true });
  const manifest = { private: true, type: 'module', overrides: PEER_OVERRIDES };
  writeFileSync(join(peer, 'package.json'), JSON.stringify(manifest));
  copyFileSync(join(projectFolder, 'bench', 'adminjs.mjs'), join(peer, 'adminjs.mjs'));
  if (existsSync(join(peer, 'node_modules', '@adminjs', 'sql', 'package.json'))) return true;
  console.log('Installing AdminJS ...');
  const quietly = ['install', '--no-audit', '--no-fund', '--no-save', '--legacy-peer-deps'];
  const { status } = spawnSync('npm', [...quietly, ...PEER, ...PEER_NEEDS], { cwd: peer, stdio: 'ignore' });
  return status === 0;
}

/** Starts a server with its own settings and waits for its first answer; `startMs` is how long that took. */
export async function startServer(name, databaseUrl, also = {}) {
  const { file, cwd, first } = PROGRAMS[name];
  const data = mkdtempSync(join(tmpdir(), 'ric-bench-'));
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    DATA_DIR: data,
    HOST: '127.0.0.1',
    PORT: String(port),
    DEMO: 'off',
    // The ledger check is off, because checking a million tee times takes long, on the processor cores that are measured.
    LEDGER_CHECK_EVERY_MS: '86400000',
    GATHER: 'off',
    ...also,
  };
  const begun = performance.now();
  const child = spawn(process.execPath, [file], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const address = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  const end = Date.now() + 180_000;
  while (!(await isServerAnswering(address + first))) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`${name} did not start.\n${said}`);
    await pause(5);
  }
  const startMs = performance.now() - begun;
  return { name, address, pid: child.pid, startMs, stop, memoryMB: () => processMemoryMb(child.pid) };
}

export const isServerAnswering = (url) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

/** Returns the memory that a process holds, in MB. */
export function processMemoryMb(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kilobytes) / 1024;
}
