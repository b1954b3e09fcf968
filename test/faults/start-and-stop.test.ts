import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { projectRoot } from '../../src/server/process/root.ts';
import { IS_FULL_RUN, faultTable } from '../support/tried.ts';
import { createServerDatabase } from './killable-app.ts';
import { startedOnce, stop } from './started-once.ts';

const tried = faultTable('start-and-stop');
const serverUrl = process.env.TEST_DATABASE_URL;
const { folder, port, start, untilHealthy } = startedOnce();

test('a later start says where it answers, and SIGTERM ends it with 0', async () => {
  const begun = Date.now();
  const { child, said } = start();
  await untilHealthy(child);
  const tookMs = Date.now() - begun;
  expect(await stop(child)).toBe(0);
  expect(said()).toContain(`RIC answers at http://127.0.0.1:${port()}\n`);
  expect(said()).not.toContain('sign in as');
  tried({ fault: 'a later start', times: 1, lost: 0, doubled: 0, note: `answered after ${tookMs} ms` });
  if (IS_FULL_RUN) expect(tookMs).toBeLessThan(2_500);
});

// On Node.js 20 a function from V8's cache cannot import: every second start failed for pictures and passwords.
test('the program that is cached imports nothing', () => {
  const folder = join(projectRoot, 'dist', 'server');
  const programs = readdirSync(folder).filter((name) => /^program-.*\.cjs$/.test(name));
  expect(programs).toHaveLength(1);
  for (const name of programs) expect(readFileSync(join(folder, name), 'utf8')).not.toMatch(/\bimport\(/);
});

// npm starts a shell: if that did not replace itself by our process, it would die of the signal and leave RIC running.
test('SIGTERM to npm start ends RIC with 0', async () => {
  const { child } = start({}, ['npm', 'start']);
  await untilHealthy(child);
  expect(await stop(child)).toBe(0);
  await expect(fetch(`http://127.0.0.1:${port()}/api/health`)).rejects.toThrow();
});

test('a second process on the same folder prints one sentence and ends with 1, and the first goes on', async () => {
  const first = start();
  await untilHealthy(first.child);
  const second = start({ PORT: String(await freePort()) });
  await once(second.child, 'exit');
  expect(second.child.exitCode).toBe(1);
  expect(second.complaint()).toMatch(/^The data folder \S+ is in use by another RIC process; [^\n]+\.\n$/);
  await untilHealthy(first.child);
  expect(await stop(first.child)).toBe(0);
});

test('a process that was killed leaves no lock behind', async () => {
  const first = start();
  await untilHealthy(first.child);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const second = start();
  await untilHealthy(second.child);
  expect(await stop(second.child)).toBe(0);
});

test('a first start that was cut short leaves no half database', { timeout: 90_000 }, async () => {
  const cut = mkdtempSync(join(tmpdir(), 'ric-cut-'));
  cpSync(join(folder, 'database', 'base'), join(cut, 'database.unfinished', 'base'), { recursive: true });
  const { child } = start({ DATA_DIR: cut });
  await untilHealthy(child);
  expect(await stop(child)).toBe(0);
  rmSync(cut, { recursive: true });
});

test.each([
  [{ PORT: 'abc' }, "PORT must be a whole number from 0 to 65535; it is 'abc'.\n"],
  [
    { DATABASE_URL: 'postgres://ric:secret@127.0.0.1:1/ric' },
    'The database 127.0.0.1:1/ric of DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:1.\n',
  ],
])('%j stops the start with one sentence and 1', async (env, sentence) => {
  const { child, complaint } = start(env);
  await once(child, 'exit');
  expect(child.exitCode).toBe(1);
  expect(complaint()).toBe(sentence);
});

test.skipIf(!serverUrl)(
  'a server that may lose what it acknowledged is refused with one sentence',
  async () => {
    const made = await createServerDatabase(serverUrl ?? '');
    onTestFinished(made.drop);
    const client = new pg.Client({ connectionString: made.url });
    await client.connect();
    const name = client.escapeIdentifier(client.database ?? '');
    await client.query(`alter database ${name} set synchronous_commit = off`);
    await client.query(`alter database ${name} set ric.may_forget = off`);
    await client.end();
    const own = mkdtempSync(join(tmpdir(), 'ric-forgets-'));
    onTestFinished(() => rmSync(own, { recursive: true, force: true }));
    const { child, complaint } = start({ DATABASE_URL: made.url, DATA_DIR: own });
    await once(child, 'exit');
    expect(child.exitCode).toBe(1);
    expect(complaint()).toMatch(
      /^The database .* of DATABASE_URL may lose what it has acknowledged: it runs with (.*, )?synchronous_commit=off\. Switch it on.*\n$/,
    );
  },
);

test('a port that is taken stops the start with one sentence and 1', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const taken = typeof address === 'object' && address ? address.port : 0;
  const { child, complaint } = start({ PORT: String(taken) });
  await once(child, 'exit');
  server.close();
  expect(child.exitCode).toBe(1);
  expect(complaint()).toBe(
    `PORT ${taken} on 127.0.0.1 is in use by another program; stop that one or set another PORT.\n`,
  );
});

// Each of them finds an empty database and would fill it. Three demonstration companies at once take long: in full runs
// only.
test.skipIf(!serverUrl || process.env.FAULTS !== 'full')(
  'three processes on one empty database fill it once',
  { timeout: 240_000 },
  async () => {
    const made = await createServerDatabase(serverUrl ?? '');
    onTestFinished(made.drop);
    const folders = [1, 2, 3].map(() => mkdtempSync(join(tmpdir(), 'ric-three-')));
    onTestFinished(() => folders.forEach((one) => rmSync(one, { recursive: true, force: true })));
    const ports = await Promise.all(folders.map(() => freePort()));
    const running = folders.map((one, at) =>
      start({ DATABASE_URL: made.url, DATA_DIR: one, PORT: String(ports[at]), DEMO: 'on', GATHER: 'off' }),
    );
    const answering = running.map(({ child, complaint }, at) =>
      untilHealthy(child, ports[at]).catch((cause: unknown) => {
        throw new Error(complaint(), { cause });
      }),
    );
    await Promise.all(answering);
    for (const { child, complaint } of running) {
      expect(await stop(child)).toBe(0);
      expect(complaint()).toBe('');
    }
    expect(running.filter(({ said }) => said().includes('Filling the empty database'))).toHaveLength(1);
    const client = new pg.Client({ connectionString: made.url });
    await client.connect();
    const { rows } = await client.query<{ courses: number; names: number }>(
      'select count(*)::int as courses, count(distinct course_name)::int as names from courses',
    );
    await client.end();
    expect(rows[0]?.courses).toBeGreaterThan(10);
    expect(rows[0]?.names).toBe(rows[0]?.courses);
  },
);
