import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createServerDatabase } from './killable-app.ts';
import { script, startedOnce, stop } from './started-once.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
const { folder, environment, start, untilHealthy } = startedOnce();

test(
  'npm run user:create makes a user, refuses a second of that address, and waits for RIC to be stopped',
  { timeout: 60_000 },
  async () => {
    const create = (password: string) =>
      spawnSync(
        process.execPath,
        [
          script('run.mjs'),
          'user-create',
          '--email',
          'ana@example.com',
          '--name',
          'Ana Ruiz',
          '--level',
          'admin',
        ],
        { env: environment(), input: password, encoding: 'utf8' },
      );
    expect(create('short\n').stderr).toBe('The password must have at least 12 characters.\n');
    expect(create('ana@example2026\n').stderr).toMatch(
      /^The password must not be made of your e-mail address[^-]*\n$/,
    );
    expect(create('long enough now 1\n')).toMatchObject({
      status: 0,
      stdout: 'Ana Ruiz can now sign in as ana@example.com (admin).\n',
    });
    expect(create('long enough now 1\n')).toMatchObject({
      status: 1,
      stderr: 'There is already a user with the e-mail address ana@example.com.\n',
    });
    const { child } = start();
    await untilHealthy(child);
    expect(create('long enough now 1\n').stderr).toContain('is in use by another RIC process');
    expect(await stop(child)).toBe(0);
  },
);

test('npm run partner:create prints a key once and keeps it nowhere', () => {
  const create = (...args: string[]) =>
    spawnSync(process.execPath, [script('run.mjs'), 'partner-create', ...args], {
      env: environment(),
      encoding: 'utf8',
    });
  expect(create()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Usage: npm run partner:create'),
  });
  const { status, stdout } = create('--name', 'Golf Away Travel');
  expect(status).toBe(0);
  const [, key = ''] = /^Golf Away Travel is a partner now\..*: ([\w-]{43})\n$/.exec(stdout) ?? [];
  expect(key).toHaveLength(43);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const holding = (text: string) =>
    files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(text));
  expect(files.length).toBeGreaterThan(10);
  expect(holding('Golf Away Travel').length).toBeGreaterThan(0);
  expect(holding(key)).toEqual([]);
  expect(create('--name', 'golf away travel')).toMatchObject({
    status: 1,
    stderr: 'There is already a partner named golf away travel.\n',
  });
});

test.skipIf(!serverUrl)(
  'the first admin and a partner are made before the first start, on a database that another role owns',
  { timeout: 90_000 },
  async () => {
    const made = await createServerDatabase(serverUrl ?? '');
    const role = `ric_first_${process.pid}`;
    const ask = async (statement: string) => {
      const client = new pg.Client({ connectionString: serverUrl });
      await client.connect();
      await client.query(statement).finally(() => client.end());
    };
    await ask(`create role ${role} login password 'served'`);
    onTestFinished(() => made.drop().then(() => ask(`drop role ${role}`)));
    const served = new URL(made.url);
    served.username = role;
    served.password = 'served';
    const env = environment({ DATABASE_URL: served.href, DATABASE_OWNER_URL: made.url });
    const run = (name: string, ...words: string[]) =>
      spawnSync(process.execPath, [script('run.mjs'), name, ...words], {
        env,
        input: 'long enough now 1\n',
        encoding: 'utf8' as const,
      });
    const ana = ['--email', 'ana@example.com', '--name', 'Ana Ruiz', '--level', 'admin'];
    expect(run('user-create', ...ana)).toMatchObject({ status: 0, stderr: '' });
    expect(run('partner-create', '--name', 'Golf Away Travel')).toMatchObject({ status: 0, stderr: '' });
    const client = new pg.Client({ connectionString: made.url });
    await client.connect();
    const { rows } = await client.query(
      `select made_by, action, subject, subject_id::int, after from audit_entries order by id`,
    );
    await client.end();
    const after = { email: 'ana@example.com', name: 'Ana Ruiz', level: 'admin' };
    const partner = { made_by: 'partner:create', subject: 'partner', subject_id: 1 };
    expect(rows).toEqual([
      { made_by: 'user:create', action: 'created', subject: 'ric_user', subject_id: 1, after },
      { ...partner, action: 'created', after: { api_user_name: 'Golf Away Travel' } },
      { ...partner, action: 'made a key', after: { key_end: expect.stringMatching(/^[\w-]{4}$/) } },
    ]);
  },
);
