import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeFilesPrivate } from './private-files.ts';

const MADE = [
  'database/PG_VERSION',
  'database/base/5/1259_fsm',
  'database/pg_wal/000000010000000000000001',
  'images/aKsCogwUNfzjahPu76vWZqznrWIk5xDDdWPaiFWHLjo.jpg',
  'images/.half-written',
  'mailbox/round-1@ric.example-0123456789.eml',
  'outside/gateway.jsonl',
  'outside/public-site.key',
  'outside/course-samples/foreup-1234.txt',
  'restoring/images/a.jpg',
  'backup-copy/database/PG_VERSION',
];
/**
 * The number of folders beside the files: database with base, base/5 and pg_wal, images, mailbox, outside with its
 * samples, and the copies.
 */
const FOLDERS = 12;
const FOREIGN = [
  'notes.txt',
  'mailbox/notes.txt',
  'outside/keep/gateway.jsonl',
  'database/dump.sql',
  'old/gateway.jsonl',
];

let folder = '';
const modeOf = (path: string) => lstatSync(join(folder, path)).mode & 0o777;

function put(path: string) {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, '');
  chmodSync(full, 0o666);
  for (let up = dirname(full); up !== folder; up = dirname(up)) chmodSync(up, 0o777);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ric-private-'));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  chmodSync(folder, 0o777);
});

test("all that RIC made is its owner's alone, once", () => {
  MADE.forEach(put);
  expect(makeFilesPrivate(folder)).toBe(1 + FOLDERS + MADE.length);
  expect(MADE.map(modeOf)).toEqual(MADE.map(() => 0o600));
  expect(['', 'database', 'database/base', 'outside/course-samples', 'restoring/images'].map(modeOf)).toEqual(
    Array(5).fill(0o700),
  );
  expect(makeFilesPrivate(folder)).toBe(0);
});

test('what RIC did not make keeps its rights, and so does the folder that it is in', () => {
  [...MADE, ...FOREIGN].forEach(put);
  expect(makeFilesPrivate(folder)).toBe(FOLDERS + MADE.length);
  expect(FOREIGN.map(modeOf)).toEqual(FOREIGN.map(() => 0o666));
  expect(['', 'old', 'outside/keep'].map(modeOf)).toEqual([0o777, 0o777, 0o777]);
});

test('no link is followed, to a file or to a folder', () => {
  put('elsewhere/photo.jpg');
  put('elsewhere/gateway.jsonl');
  mkdirSync(join(folder, 'data', 'images'), { recursive: true, mode: 0o700 });
  chmodSync(join(folder, 'data'), 0o700);
  symlinkSync(join(folder, 'elsewhere', 'photo.jpg'), join(folder, 'data', 'images', 'photo.jpg'));
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'data', 'outside'));
  expect(makeFilesPrivate(join(folder, 'data'))).toBe(0);
  expect(['elsewhere/photo.jpg', 'elsewhere/gateway.jsonl', 'elsewhere'].map(modeOf)).toEqual([
    0o666, 0o666, 0o777,
  ]);
});

test.skipIf(process.getuid?.() !== 0)(
  "another user's file keeps its rights, though it has RIC's name",
  () => {
    put('mailbox/a.eml');
    put('mailbox/b.eml');
    chownSync(join(folder, 'mailbox', 'a.eml'), 12_345, 12_345);
    makeFilesPrivate(folder);
    expect(['mailbox/a.eml', 'mailbox/b.eml'].map(modeOf)).toEqual([0o666, 0o600]);
  },
);

test('a folder that is not there yet has nothing to correct', () => {
  expect(makeFilesPrivate(join(folder, 'none'))).toBe(0);
});
