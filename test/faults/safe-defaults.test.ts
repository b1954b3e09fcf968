import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';
import { createServerDatabase } from './killable-app.ts';
import { runBuiltCommand, startRic } from './started.ts';

const serverUrl = process.env.TEST_DATABASE_URL ?? '';
const folder = mkdtempSync(join(tmpdir(), 'ric-safe-'));
const newFolder = () => mkdtempSync(join(folder, 'data-'));
beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(text).finally(() => client.end());
  return rows;
}

// No server listens at these addresses, so nothing leaves the machine.
const LIVE = {
  STRIPE_SECRET_KEY: 'sk_live_none',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_none',
  STRIPE_API_URL: 'http://127.0.0.1:1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'desk@office.example',
};

test.skipIf(!serverUrl)(
  "a real company's new database gets no demonstration company, and nobody's published password",
  { timeout: 120_000 },
  async () => {
    const { url, drop } = await createServerDatabase(serverUrl);
    onTestFinished(drop);
    const { lines, stop } = await startRic({ ...LIVE, DATABASE_URL: url, DATA_DIR: newFolder() });
    expect(await stop()).toBe(0);
    expect(lines.join('\n')).not.toMatch(/demonstration|sign in as/);
    const counted =
      'select (select count(*)::int from staff_users) + (select count(*)::int from courses) as n';
    expect(await query(url, counted)).toEqual([{ n: 0 }]);
  },
);

test.each([
  [
    { DEMO: 'on', ...LIVE },
    "DEMO=on makes up a company whose passwords are published, so it does not go with STRIPE_SECRET_KEY, which is a real one's. Remove one of the two.\n",
  ],
  [
    { DATABSE_URL: 'postgres://ric:secret@127.0.0.1/ric' },
    'DATABSE_URL is not a setting of RIC. Did you mean DATABASE_URL? If it belongs to another program, start RIC without it.\n',
  ],
])('%j stops the start with one sentence', async (env, sentence) => {
  await expect(startRic({ ...env, DATA_DIR: newFolder() })).rejects.toThrow(new Error(sentence));
});

test(
  "a demonstration company's data folder does not start beside a live account, and still starts without it",
  { timeout: 240_000 },
  async () => {
    const DATA_DIR = newFolder();
    const filled = await startRic({ DATA_DIR, DEMO: 'on', GATHER: 'off' });
    expect(await filled.stop()).toBe(0);
    const sentence =
      `The database in DATA_DIR ${DATA_DIR} has the demonstration company, whose passwords are published, so RIC does not start on ` +
      "it with STRIPE_SECRET_KEY, which is a real one's. Set another DATA_DIR, or remove STRIPE_SECRET_KEY.\n";
    await expect(startRic({ ...LIVE, DATA_DIR })).rejects.toThrow(new Error(sentence));
    const test = { STRIPE_SECRET_KEY: 'sk_test_none', STRIPE_PUBLISHABLE_KEY: 'pk_test_none' };
    const again = await startRic({ ...test, STRIPE_API_URL: LIVE.STRIPE_API_URL, DATA_DIR });
    expect(await again.stop()).toBe(0);
  },
);

const ANA = ['--email', 'ana@example.com', '--name', 'Ana Ruiz', '--level', 'admin'];
const PASSWORD = { input: 'long enough now 1\n' };

test.skipIf(!serverUrl).each([
  ['SQL_ASCII', "encoding 'SQL_ASCII' template template0"],
  ['LATIN1', "encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0"],
])('a database of the encoding %s is refused with one sentence', async (encoding, options) => {
  const { url, drop } = await createServerDatabase(serverUrl, options);
  onTestFinished(drop);
  const name = `${new URL(url).host}${new URL(url).pathname}`;
  const sentence =
    `The database ${name} of DATABASE_URL has the encoding ${encoding}, which cannot keep every text: RIC needs UTF8. ` +
    'Make one by createdb --encoding UTF8 --template template0.\n';
  const env = { DATABASE_URL: url, DATA_DIR: newFolder() };
  await expect(startRic(env)).rejects.toThrow(new Error(sentence));
  expect(runBuiltCommand('user-create', ANA, env, PASSWORD)).toMatchObject({ status: 1, stderr: sentence });
  expect(await query(url, 'select from pg_tables where schemaname = $$public$$')).toEqual([]);
});

// The locale of the scratch server itself is C.
test
  .skipIf(!serverUrl)
  .each([
    "encoding 'UTF8' locale 'C.UTF-8' template template0",
    "encoding 'UTF8' locale_provider icu icu_locale 'tr-TR' template template0",
  ])('a database made with %s is taken', async (options) => {
  const { url, drop } = await createServerDatabase(serverUrl, options);
  onTestFinished(drop);
  const env = { DATABASE_URL: url, DATA_DIR: newFolder() };
  expect(runBuiltCommand('user-create', ANA, env, PASSWORD)).toMatchObject({ status: 0, stderr: '' });
  const { stop } = await startRic(env);
  expect(await stop()).toBe(0);
});

/** A password, which must never appear in a message. */
const SECRET = 'se-cret';
const AWAY = `postgres://ric:${SECRET}@127.0.0.1:1/ric`;

const HELP = ['backup', 'restore', 'move', 'import', 'audit-verify', 'user-create', 'partner-create'];
test('npm run db:reset erases nothing when it is asked how it is called, or called wrongly', () => {
  const DATA_DIR = newFolder();
  mkdirSync(join(DATA_DIR, 'database'));
  const reset = (...words: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', join(projectRoot, 'scripts', 'db-reset.ts'), ...words], {
      cwd: projectRoot,
      env: { PATH: process.env.PATH, DATA_DIR },
      encoding: 'utf8' as const,
    });
  expect(reset('--help')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Usage: npm run db:reset'),
  });
  expect(reset('production').stderr).toMatch(/^Expected 0 arguments, got 1\. Usage: npm run db:reset/);
  expect(existsSync(join(DATA_DIR, 'database'))).toBe(true);
  expect(reset()).toMatchObject({ status: 0 });
  expect(existsSync(join(DATA_DIR, 'database'))).toBe(false);
});

test.each(HELP)('%s --help prints how it is called, and does nothing', (name) => {
  const dataDir = join(newFolder(), 'none');
  const { status, stdout, stderr } = runBuiltCommand(name, ['--help'], { DATA_DIR: dataDir });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: npm run [a-z:]+/);
  for (const [option] of stdout.matchAll(/--(?!help)[a-z-]+/g))
    expect(runBuiltCommand(name, [option], { DATA_DIR: dataDir }).stderr).not.toContain('Unknown option');
  expect(existsSync(dataDir)).toBe(false);
});

test.each([
  ['backup', ['--hlep'], /^Unknown option '--hlep'\. Usage: npm run backup/],
  ['backup', ['a.backup', 'b.backup'], /^Expected 1 argument, got 2\. Usage: npm run backup/],
  ['backup', ['.'], /^\/\S+ is a folder: name the file to write in it\.\n$/],
  ['backup', ['/none/ric.backup'], /^There is no folder \/none\.\n$/],
  ['backup', ['/dev/null'], /^\/dev\/null is no file\.\n$/],
  ['restore', [], /^Expected 1 argument, got 0\. Usage: npm run restore/],
  ['restore', ['.'], /^\. is a folder\.\n$/],
  ['restore', ['/none/ric.backup'], /^There is no file \/none\/ric\.backup\.\n$/],
  ['import', ['customers', '.'], /^\. is a folder\.\n$/],
  ['import', ['constructor', '.'], /^There is no kind 'constructor'\. Usage: /],
  ['import', ['customers', 'a.csv', '--map'], /^Option '--map <value>' argument missing\. Usage: /],
  ['audit-verify', ['7:none'], /^7:none is no seal\. Usage: npm run audit:verify/],
  ['move', [AWAY, AWAY], /^Expected 1 argument, got 2\. Usage: npm run move/],
  ['move', ['127.0.0.1/ric'], /^That is no address of a PostgreSQL server\. Usage: npm run move/],
  ['user-create', [...ANA, 'more'], /^Expected 0 arguments, got 1\. Usage: npm run user:create/],
  ['user-create', ANA.with(-1, 'boss'), /^--level must be admin, sdgr, psgr or hotels\. Usage: /],
  ['partner-create', ['--name', ' '], /^--name is missing\. Usage: npm run partner:create/],
] as const)('%s %j says in a sentence what is wrong', (name, words, sentence) => {
  const { status, stdout, stderr } = runBuiltCommand(name, [...words], { DATA_DIR: newFolder() }, PASSWORD);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toContain(SECRET);
});

test.each(['backup', 'audit-verify', 'user-create', 'partner-create'])(
  '%s names a database that is away, and never its password',
  (name) => {
    const words = { 'user-create': ANA, 'partner-create': ['--name', 'Golf Away'], backup: ['/tmp/none'] }[
      name
    ];
    const env = { DATABASE_URL: AWAY, DATA_DIR: newFolder() };
    const { status, stderr } = runBuiltCommand(name, words ?? [], env, PASSWORD);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^The database 127\.0\.0\.1:1\/ric (of DATABASE_URL )?cannot be reached: connect ECONNREFUSED [^\n]+\.\n$/,
    );
    expect(stderr).not.toContain(SECRET);
  },
);
