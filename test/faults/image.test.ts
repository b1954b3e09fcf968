import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { projectRoot } from '../../src/server/process/root.ts';
import { buildImage, dockerIgnoreTest, pathInStage, copyByHardLinks, type ImageStage } from './dockerfile.ts';
import { createServerDatabase } from './killable-app.ts';

// The container image is tested without a container engine: the steps of its Dockerfile run in a folder that represents the
// image's file system.
const SERVER = process.env.TEST_DATABASE_URL;
const LIMIT_MS = 300_000;
const scratch = mkdtempSync(join(tmpdir(), 'ric-image-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const isIgnored = dockerIgnoreTest(join(projectRoot, '.dockerignore'));
let image: ImageStage;

beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  image = buildImage(readFileSync(join(projectRoot, 'deploy', 'Dockerfile'), 'utf8'), {
    context: projectRoot,
    isIgnored,
    scratch,
    runInstead: (command, folder) => {
      if (command !== 'npm ci') return false;
      // The image installs this project's lock file and builds this project's sources, so both are reused; the image build
      // checks both itself.
      const lock = (at: string) => readFileSync(join(at, 'package-lock.json'), 'utf8');
      expect(lock(folder)).toBe(lock(projectRoot));
      copyByHardLinks(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
      copyByHardLinks(join(projectRoot, 'dist'), join(folder, 'dist'));
      ownCopy(join(folder, 'node_modules', '.package-lock.json'));
      return true;
    },
  });
}, LIMIT_MS);

/** Copies a file that npm writes in place, because writing through a hard link would change the project's own file. */
function ownCopy(file: string) {
  const text = readFileSync(file);
  rmSync(file);
  writeFileSync(file, text);
}

const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  RIC_PASSWORD: 'long enough now 1',
  ...image.env,
  DATA_DIR: pathInStage(image, image.env['DATA_DIR'] ?? ''),
  DEMO: 'off',
  ...more,
});

/** Runs a documented npm command as `docker exec` or `docker run` would. */
function npm(command: string, words: string[] = [], more: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', command, '--', ...words], {
    cwd: pathInStage(image, '.'),
    env: environment(more),
    encoding: 'utf8' as const,
  });
  return { status, output: stdout + stderr };
}

describe('what is sent to a container engine', () => {
  test.each([
    '.env',
    '.env.production',
    'data/database/base',
    'ric-2026-11-28T140000.backup',
    '.git/HEAD',
    'node_modules/pg/package.json',
    'scripts/mutation/node_modules/x.js',
    'dist/server/main.js',
    '.cache/results/embedded.json',
    'coverage/index.html',
    'test-results/0/x.png',
    'npm-debug.log',
    'playwright-report/index.html',
  ])('leaves out %s', (path) => {
    expect(isIgnored(path)).toBe(true);
  });

  test.each([
    'package.json',
    'src/app/main.ts',
    'src/areas/importing/data.ts',
    'db/migrations/0001_desk.sql',
  ])('has %s', (path) => {
    expect(isIgnored(path)).toBe(false);
  });
});

describe('the image', { timeout: LIMIT_MS }, () => {
  test('has what runs, and nothing that only builds or tests it', () => {
    expect(existsSync(pathInStage(image, 'src'))).toBe(false);
    expect(existsSync(pathInStage(image, 'node_modules/vitest'))).toBe(false);
    expect(existsSync(pathInStage(image, 'node_modules/@electric-sql/pglite'))).toBe(true);
  });

  test('runs the commands of the documents, and a backup of one company restores to another', () => {
    const ana = ['--email', 'ana@example.com', '--name', 'Ana Ruiz', '--level', 'admin'];
    expect(npm('user:create', ana)).toMatchObject({ status: 0 });
    expect(npm('partner:create', ['--name', 'Golf Away Travel'])).toMatchObject({ status: 0 });
    const customers = pathInStage(image, '/data/customers.csv');
    writeFileSync(customers, 'first_name,last_name,email\nBo,Lee,bo@example.com\n');
    expect(npm('import', ['customers', customers, '--write'])).toMatchObject({ status: 0 });
    expect(npm('audit:verify').output).toMatch(/seals were checked/);
    const backup = pathInStage(image, '/data/ric.backup');
    expect(npm('backup', [backup])).toMatchObject({ status: 0 });
    expect(existsSync(pathInStage(image, '/data/last-backup'))).toBe(true);
    const other = { DATA_DIR: pathInStage(image, '/data/other') };
    expect(npm('restore', [backup], other)).toMatchObject({ status: 0 });
    expect(npm('move').output).toContain('Usage: npm run move');
  });

  test.skipIf(!SERVER)('moves up to a server', async () => {
    const { url, drop } = await createServerDatabase(SERVER ?? '');
    onTestFinished(drop);
    const bo = ['--email', 'bo@example.com', '--name', 'Bo Lee', '--level', 'admin'];
    const small = { DATA_DIR: pathInStage(image, '/data/small') };
    expect(npm('user:create', bo, small)).toMatchObject({ status: 0 });
    expect(npm('move', [url], small)).toMatchObject({ status: 0 });
    expect(npm('user:create', bo, { DATABASE_URL: url }).output).toContain('already a user');
  });

  test.each(['the command of the image', 'npm start'])('serves by %s', async (by) => {
    const [program = '', ...words] = by === 'npm start' ? ['npm', 'start'] : image.command;
    const port = String(await freePort());
    const more = { PORT: port, HOST: '127.0.0.1', GATHER: 'off', STOP_NOTICE_MS: '0' };
    const child = spawn(program, words, {
      cwd: pathInStage(image, '.'),
      env: environment(more),
      stdio: 'ignore',
      detached: true,
    });
    onTestFinished(() => void (child.exitCode === null && child.pid && process.kill(-child.pid, 'SIGKILL')));
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
    while (child.exitCode === null && !(await get('/api/health'))?.ok) await pause(50);
    expect(await (await get('/'))?.text()).toContain('<div id="root">');
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(child.exitCode).toBe(0);
  });
});
