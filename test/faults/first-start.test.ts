import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';
import { startRic } from './started.ts';

const FILLING = 'Filling the empty database with the demonstration company';
const folder = mkdtempSync(join(tmpdir(), 'ric-first-'));
const start = join(projectRoot, 'scripts', 'start.mjs');
beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Begins the first start in a data folder and waits until it fills the database. */
async function untilItFills(program: string, words: string[]) {
  const { PATH, HOME } = process.env;
  const child = spawn(program, words, {
    env: { PATH, HOME, PORT: '0', DATA_DIR: folder, TERM: 'xterm' },
    stdio: 'pipe',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  const ended = once(child, 'close');
  await new Promise<void>((fills) => {
    child.stdout.on('data', (text) => {
      printed += String(text);
      if (printed.includes(FILLING.slice(0, 10))) fills();
    });
    void ended.then(() => fills());
  });
  return { child, ended, printed: () => printed };
}

const ESCAPE = '\x1b[';
/** Returns the successive contents of a terminal's lines. */
const drawings = (printed: string) =>
  printed
    // The pattern removes the terminal's echo of Ctrl-C, which may come anywhere.
    .replaceAll(/\r?\^C/g, '')
    .replaceAll(`\r${ESCAPE}K`, '\n')
    .replaceAll(`\r${ESCAPE}J`, '\n')
    .split(/\r?\n/)
    .map((line) => line.replaceAll('\r', ''));

test(
  'Ctrl-C at a narrow terminal ends a first start at once, below the lines that it has drawn',
  { timeout: 240_000 },
  async () => {
    const terminal = `stty cols 40 && exec "${process.execPath}" "${start}"`;
    const { child, ended, printed } = await untilItFills('script', ['-qec', terminal, '/dev/null']);
    child.stdin.write('\x03');
    await ended;
    expect(child.exitCode).toBe(0);
    const lines = drawings(printed());
    expect(lines).toContainEqual(
      expect.stringMatching(/^Migrating the datab\w* \.\.\. \d+ of \d+, \d+\.\d s$/),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^Filling the empty \w* \.\.\. 0 of 5, \d+\.\d s$/));
    expect(lines.filter((line) => !line.includes(ESCAPE) && line.length >= 40)).toEqual([]);
    expect(printed()).toMatch(/s\r\n$/);
    expect(existsSync(join(folder, 'database'))).toBe(false);
  },
);

test('SIGTERM ends a first start at once', { timeout: 240_000 }, async () => {
  const { child, ended } = await untilItFills(process.execPath, [start]);
  child.kill('SIGTERM');
  await ended;
  expect(child.exitCode).toBe(0);
  expect(existsSync(join(folder, 'database'))).toBe(false);
});

test(
  'the next start makes all of it, and says so in a line for each step',
  { timeout: 240_000 },
  async () => {
    const { lines, stop } = await startRic({ DATA_DIR: folder });
    expect(lines.slice(0, 2)).toEqual(['Migrating the database ...', `${FILLING} ...`]);
    expect(lines[2]).toMatch(/^RIC answers at /);
    expect(await stop()).toBe(0);
    expect(existsSync(join(folder, 'database.unfinished'))).toBe(false);
    const again = await startRic({ DATA_DIR: folder });
    expect(again.lines[0]).toMatch(/^RIC answers at /);
    expect(await again.stop()).toBe(0);
  },
);
