import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';
import { newDatabase } from './killable-desk.ts';
import { runBuilt, startRic } from './started.ts';

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

// Nobody listens at these addresses, so nothing leaves the machine.
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
    const { url, drop } = await newDatabase(serverUrl);
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

const ANA = ['--email', 'ana@example.com', '--name', 'Ana Ruiz', '--level', 'admin'];
const PASSWORD = { input: 'long enough now 1\n' };

test.skipIf(!serverUrl).each([
  ['SQL_ASCII', "encoding 'SQL_ASCII' template template0"],
  ['LATIN1', "encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0"],
])('a database of the encoding %s is refused with one sentence', async (encoding, options) => {
  const { url, drop } = await newDatabase(serverUrl, options);
  onTestFinished(drop);
  const name = `${new URL(url).host}${new URL(url).pathname}`;
  const sentence =
    `The database ${name} of DATABASE_URL has the encoding ${encoding}, which cannot keep every text: RIC needs UTF8. ` +
    'Make one by createdb --encoding UTF8 --template template0.\n';
  const env = { DATABASE_URL: url, DATA_DIR: newFolder() };
  await expect(startRic(env)).rejects.toThrow(new Error(sentence));
  expect(runBuilt('user-create', ANA, env, PASSWORD)).toMatchObject({ status: 1, stderr: sentence });
  expect(await query(url, 'select from pg_tables where schemaname = $$public$$')).toEqual([]);
});

// The scratch server's own locale is C.
test
  .skipIf(!serverUrl)
  .each([
    "encoding 'UTF8' locale 'C.UTF-8' template template0",
    "encoding 'UTF8' locale_provider icu icu_locale 'tr-TR' template template0",
  ])('a database made with %s is taken', async (options) => {
  const { url, drop } = await newDatabase(serverUrl, options);
  onTestFinished(drop);
  const env = { DATABASE_URL: url, DATA_DIR: newFolder() };
  expect(runBuilt('user-create', ANA, env, PASSWORD)).toMatchObject({ status: 0, stderr: '' });
  const { stop } = await startRic(env);
  expect(await stop()).toBe(0);
});
