import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import pg from 'pg';
import { z } from 'zod';
import { startEmbeddedDatabase } from '../../src/server/database/embedded/embedded.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { unusedLocalAddress } from '../support/nobody.ts';
import { faultTable } from '../support/tried.ts';

const tried = faultTable('disk');

/** Mounts a small disk; returns null if this user may not mount. */
function disk(options: string): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'ric-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  if (status !== 0) {
    rmdirSync(folder);
    return null;
  }
  onTestFinished(() => {
    spawnSync('umount', ['--lazy', folder]);
    rmdirSync(folder);
  });
  return folder;
}

function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'ric-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]);
  if (status === 0) spawnSync('umount', [folder]);
  rmdirSync(folder);
  return status === 0;
}

async function start(folder: string) {
  const { port } = new URL(await unusedLocalAddress());
  const child = spawn(process.execPath, [join(projectRoot, 'dist', 'server', 'main.js')], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      DEMO: 'off',
      GATHER: 'off',
      PORT: port,
      STOP_NOTICE_MS: '0',
    },
    stdio: 'pipe',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let complaint = '';
  child.stdout.resume();
  child.stderr.on('data', (text) => (complaint += String(text)));
  return { child, url: `http://127.0.0.1:${port}`, complaint: () => complaint };
}

const HealthAnswer = z.object({ status: z.string().optional(), message: z.string().optional() });

async function healthOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/health`).catch(() => null);
  if (!answer) return 'closed';
  const { status, message } = HealthAnswer.parse(await answer.json());
  return `${answer.status} ${message ?? status}`;
}

async function until(child: ChildProcess, url: string, wanted: string): Promise<void> {
  await expect
    .poll(() => (child.exitCode === null ? healthOf(url) : `ended with ${child.exitCode}`), {
      timeout: 60_000,
    })
    .toBe(wanted);
}

/** Writes a file until the disk is full. */
function fillUp(file: string): void {
  const filling = openSync(file, 'w');
  let isFull = false;
  for (let bytes = 1024 * 1024; !isFull; bytes = Math.max(1, bytes >> 1)) {
    try {
      for (;;) writeSync(filling, Buffer.alloc(bytes));
    } catch {
      isFull = bytes === 1;
    }
  }
  closeSync(filling);
}

describe.skipIf(!mayMount())('a disk', { timeout: 180_000 }, () => {
  beforeAll(() => {
    spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  }, 180_000);

  test('that can only be read stops the start with one sentence', async () => {
    const folder = disk('ro');
    if (folder === null) throw new Error('not mounted');
    const { child, complaint } = await start(folder);
    await once(child, 'exit');
    expect(child.exitCode).toBe(1);
    expect(complaint()).toBe(
      `DATA_DIR ${folder} cannot be written: it is on a disk that can only be read.\n`,
    );
    tried({ fault: 'data folder read-only at the start', times: 1, lost: 0, doubled: 0, note: 'named' });
  });

  test('that is full is named by the health call, and is forgotten once there is room', async () => {
    const folder = disk('size=200m');
    if (folder === null) throw new Error('not mounted');
    const running = await start(folder);
    await until(running.child, running.url, '200 ok');
    const full = join(folder, 'full');
    fillUp(full);
    const sentence = `DATA_DIR ${folder} cannot be written: the disk is full.`;
    await until(running.child, running.url, `503 ${sentence}`);
    rmSync(full);
    await until(running.child, running.url, '200 ok');

    // Starting RIC on the full disk gives the same message.
    running.child.kill('SIGKILL');
    await once(running.child, 'exit');
    fillUp(full);
    const refused = await start(folder);
    await once(refused.child, 'exit');
    expect(refused.child.exitCode).toBe(1);
    expect(refused.complaint()).toBe(`${sentence}\n`);
    tried({
      fault: 'disk of the data folder full',
      times: 2,
      lost: 0,
      doubled: 0,
      note: 'named, and ok with room',
    });
  });

  test('that is full when the embedded database has failed is named at once, and recovers with room', async () => {
    const folder = disk('size=200m');
    if (folder === null) throw new Error('not mounted');
    const embedded = await startEmbeddedDatabase({ folder: join(folder, 'database'), template: null });
    const ask = async (statement: string) => {
      const client = new pg.Client({
        stream: () => embedded.stream(),
        user: 'postgres',
        database: 'postgres',
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return (await client.query(statement)).rowCount;
      } finally {
        await client.end().catch(() => undefined);
      }
    };
    const full = join(folder, 'full');
    fillUp(full);
    // The database server ends when its log cannot grow.
    const logsOn = async () => {
      for (let segment = 0; segment < 20; segment += 1) await ask('select txid_current(), pg_switch_wal()');
    };
    await expect(logsOn()).rejects.toThrow();
    // After a shutdown for lack of space no recovery begins, because it would fail after seconds.
    const said = () => ask('select 1').then(String, (error: Error) => error.message);
    await expect.poll(said).toBe(`DATA_DIR ${folder} cannot be written: the disk is full.`);
    rmSync(full);
    expect(await ask('select 1')).toBe(1);
    await embedded.close();
  });
});
