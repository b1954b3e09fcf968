import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { projectRoot } from '../../src/server/process/root.ts';

export const script = (name: string) => join(projectRoot, 'scripts', name);

export async function stop(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return child.exitCode;
}

/** Starts RIC once on a new data folder, and returns the functions that start it there again. */
export function startedOnce() {
  const folder = mkdtempSync(join(tmpdir(), 'ric-start-'));
  let port = 0;
  const children = new Set<ChildProcess>();
  afterEach(() => {
    for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
  });

  const environment = (more: Record<string, string> = {}) => ({
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: folder,
    DEMO: 'off',
    STOP_NOTICE_MS: '0',
    PORT: String(port),
    ...more,
  });

  function start(
    more: Record<string, string> = {},
    [program, ...words] = [process.execPath, script('start.mjs')],
  ) {
    const child = spawn(program, words, { cwd: projectRoot, env: environment(more), stdio: 'pipe' });
    children.add(child);
    let said = '';
    let complained = '';
    child.stdout.on('data', (text) => (said += String(text)));
    child.stderr.on('data', (text) => (complained += String(text)));
    return { child, said: () => said, complaint: () => complained };
  }

  async function untilHealthy(child: ChildProcess, at = port) {
    while (child.exitCode === null) {
      const answer = await fetch(`http://127.0.0.1:${at}/api/health`).catch(() => null);
      if (answer?.ok) return;
      await pause(20);
    }
    throw new Error(`RIC ended with ${child.exitCode} before it answered`);
  }

  beforeAll(async () => {
    spawnSync(process.execPath, [script('build.mjs')], { stdio: 'inherit' });
    port = await freePort();
    const { child } = start();
    await untilHealthy(child);
    expect(await stop(child)).toBe(0);
  }, 180_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  return { folder, port: () => port, environment, start, untilHealthy };
}
