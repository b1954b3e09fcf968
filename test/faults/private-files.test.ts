import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';
import { aPicture } from '../support/pictures.ts';
import { runBuiltCommand, startRic } from './started.ts';

const folder = mkdtempSync(join(tmpdir(), 'ric-rights-'));
beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lists a folder and everything inside. */
const walk = (at: string): string[] => [
  at,
  ...readdirSync(at, { recursive: true, encoding: 'utf8' }).map((name) => join(at, name)),
];
const isOpenToOthers = (path: string) => (lstatSync(path).mode & 0o077) !== 0;

const ADMIN = { email: 'ana@example.com', password: 'long enough now 1' };

/** Makes RIC write a picture of a course and an e-mail, as an admin does on the screens. */
async function writePictureAndLetter(address: string): Promise<void> {
  const session: Record<string, string> = {};
  const post = async (path: string, body: unknown) => {
    const sent = body instanceof FormData ? body : JSON.stringify(body);
    const headers = { ...session, ...(typeof sent === 'string' && { 'content-type': 'application/json' }) };
    const answer = await fetch(address + path, { method: 'POST', headers, body: sent });
    expect([path, answer.status, answer.ok || (await answer.text())]).toEqual([path, 200, true]);
    return answer;
  };
  const signedIn = await post('/api/auth/sign_in', ADMIN);
  for (const name of ['access-token', 'uid', 'client']) session[name] = signedIn.headers.get(name) ?? '';
  await post('/api/courses', { course: { course_name: 'The Dunes', fore_up_course: { fore_up_id: '1' } } });
  const image = new FormData();
  image.append('image[course_id]', '1');
  image.append(
    'image[file]',
    new Blob([new Uint8Array(await aPicture('png'))], { type: 'image/png' }),
    'a.png',
  );
  await post('/api/images', image);
  const letter = { template: 'receipt', content: 'Subject: Hello\n\nHello', record_id: null };
  await post('/api/templates/send_me', letter);
}

/** Gives every file and folder the modes that an older version of RIC used under umask 000. */
const openAll = (folder: string) => {
  for (const path of walk(folder)) chmodSync(path, lstatSync(path).isDirectory() ? 0o777 : 0o666);
};

test("under umask 000 all that RIC writes is its owner's alone", { timeout: 240_000 }, async () => {
  const DATA_DIR = join(folder, 'company');
  const backup = join(folder, 'ric.backup');
  const env = { DATA_DIR, OUTBOX_EVERY_MS: '50' };
  const isDone = { status: 0, stderr: '' };
  const ana = ['--email', ADMIN.email, '--name', 'Ana Ruiz', '--level', 'admin'];
  expect(runBuiltCommand('user-create', ana, env, { umask: '000', input: ADMIN.password })).toMatchObject(
    isDone,
  );
  const { address, stop } = await startRic(env, '000');
  await writePictureAndLetter(address);
  const mailbox = join(DATA_DIR, 'mailbox');
  await expect.poll(() => existsSync(mailbox) && readdirSync(mailbox), { timeout: 20_000 }).toHaveLength(1);
  expect(runBuiltCommand('backup', [backup], env, { umask: '000' })).toMatchObject(isDone);
  expect([backup, join(DATA_DIR, 'backup.sock')].filter(isOpenToOthers)).toEqual([]);
  await expect.poll(() => existsSync(join(DATA_DIR, 'backup-copy')), { timeout: 20_000 }).toBe(false);
  expect(await stop()).toBe(0);
  const parts = ['database', 'images', 'mailbox', 'outside'];
  expect(readdirSync(DATA_DIR)).toEqual([...parts, 'last-backup'].toSorted());
  expect(walk(DATA_DIR).length).toBeGreaterThan(1_000);
  expect(walk(DATA_DIR).filter(isOpenToOthers)).toEqual([]);

  const restored = join(folder, 'restored');
  expect(runBuiltCommand('restore', [backup], { DATA_DIR: restored }, { umask: '000' })).toMatchObject(
    isDone,
  );
  expect(readdirSync(restored)).toEqual(parts);
  expect(walk(restored).filter(isOpenToOthers)).toEqual([]);
});

test(
  'a start corrects what a version of before left open, and says so in one line',
  { timeout: 120_000 },
  async () => {
    const DATA_DIR = join(folder, 'restored');
    openAll(DATA_DIR);
    const foreign = join(DATA_DIR, 'notes.txt');
    writeFileSync(foreign, '');
    chmodSync(foreign, 0o644);
    const first = await startRic({ DATA_DIR }, '000');
    expect(await first.stop()).toBe(0);
    const told = /^Corrected the rights of \d{4} files in \S+: they are their owner's alone\.$/;
    expect(first.lines.filter((line) => told.test(line))).toHaveLength(1);
    expect(walk(DATA_DIR).filter(isOpenToOthers)).toEqual([DATA_DIR, foreign]);
    const second = await startRic({ DATA_DIR }, '000');
    expect(await second.stop()).toBe(0);
    expect(second.lines).toEqual([expect.stringContaining('RIC answers at')]);
  },
);

test("a report of an import is its owner's alone", { timeout: 60_000 }, () => {
  const files = join(folder, 'files');
  mkdirSync(files);
  writeFileSync(join(files, 'customers.csv'), 'first_name,last_name,email\nAna,Ruiz,ana@example.com\n');
  const env = { DATA_DIR: join(folder, 'importing') };
  const run = runBuiltCommand('import', ['customers', join(files, 'customers.csv')], env, { umask: '000' });
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(lstatSync(join(files, 'customers.report.csv')).mode & 0o777).toBe(0o600);
  expect(walk(env.DATA_DIR).filter(isOpenToOthers)).toEqual([]);
});
