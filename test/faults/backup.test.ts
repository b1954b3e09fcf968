import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { scratchPostgres } from '../../scripts/test-postgres.mjs';
import { sealOnce } from '../../src/areas/audit/sealing/seals.queries.ts';
import { ledgerProblems } from '../../src/areas/reconciling/ledger-check.queries.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { rounds, triedIn } from '../support/tried.ts';
import { runCommand, type Where } from './commands.ts';
import { killableApp, newDatabase, UNHURRIED, type KillableApp } from './killable-app.ts';
import { hasMiddlemen, startPooler } from './middlemen.ts';
import { ask } from './replicated.ts';
import { load } from './under-load.ts';

const tried = triedIn('backup');
const KILLS = rounds(10, 2);
const SECONDS = rounds(60, 5);
const BOOKINGS_A_SECOND = 20;
const serverUrl = process.env.TEST_DATABASE_URL;
const folder = mkdtempSync(join(tmpdir(), 'ric-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 300_000);

/** Runs a command; `killAt` is the number of printed lines after which it is killed. */
const run = (name: string, words: string[], where: Where, killAt = Infinity) =>
  runCommand(name, words, where, (_, said) => said.length === killAt);

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const newFolder = () => mkdtempSync(join(folder, 'data-'));

/** The content of a backup, independent of the order of its rows and the time it was made. */
function contentOf(file: string): string[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
  return lines.filter((line) => !/^\{"(ric_backup|end)"/.test(line)).toSorted();
}

async function contentAt(where: Where): Promise<string[]> {
  const file = join(folder, 'looked-at.backup');
  expect(await run('backup', [file], where)).toMatchObject({ code: 0 });
  return contentOf(file);
}

async function newServerDatabase(): Promise<string> {
  const { url, drop } = await newDatabase(serverUrl ?? '');
  onTestFinished(drop);
  return url;
}

const where = (app: KillableApp, databaseUrl: string | null): Where => ({
  DATA_DIR: dirname(app.mailbox),
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

const Listed = z.array(z.object({ confirmation: z.string(), status: z.string() }));

/** The confirmations of the tee times in that state; asks again if the server is too busy. */
async function listed(app: KillableApp, state: 'booked' | 'pending'): Promise<string[]> {
  const { headers } = app.stock;
  const answer = await fetch(`${app.url}/api/tee_times/index?per_page=500`, { headers });
  if (answer.status === 503) return pause(100).then(() => listed(app, state));
  const rows = Listed.parse(await answer.json());
  return rows.filter(({ status }) => status === state).map(({ confirmation }) => confirmation);
}

/** The first test's backup of the embedded database, for later tests. */
const taken = join(folder, 'taken.backup');

/** Seals the audit, so that a backup has a seal even if a busy machine's timer is late. */
async function sealed(app: KillableApp): Promise<void> {
  await app.signal('SIGTERM');
  const { db, close } = await app.database();
  await sealOnce(db).finally(close);
  await app.start();
}

async function backedUpUnderLoad(kind: 'embedded' | 'server', file: string) {
  const databaseUrl = kind === 'server' ? await newServerDatabase() : null;
  const app = await killableApp({ databaseUrl, certificates: 2, retryMs: 100, intervals: UNHURRIED });
  onTestFinished(app.close);
  await app.start();
  const kinds = ['book by card', 'book'];
  await load(app, { rate: BOOKINGS_A_SECOND, seconds: 1, kinds });
  await sealed(app);
  const loading = load(app, { rate: BOOKINGS_A_SECOND, seconds: SECONDS, kinds });
  await pause((SECONDS * 1000) / 3);
  // On a busy machine, nothing may be booked yet at this point.
  await expect.poll(() => listed(app, 'booked'), { timeout: 20_000 }).not.toEqual([]);
  const booked = await listed(app, 'booked');
  const backup = await run('backup', [file], where(app, databaseUrl));
  const told = await loading;
  expect(backup).toMatchObject({ code: 0 });
  expect(told.all.others).toEqual({});
  await app.signal('SIGTERM');
  const after = await contentAt(where(app, databaseUrl));
  return { app, booked, told, said: backup.said.at(-1) ?? '', after };
}

/**
 * Checks a restored company as an operator does: the audit's chain is intact, bookings from before the backup exist,
 * and payments under way are settled to books that agree. Returns how many were under way.
 */
async function lookedAt(app: KillableApp, place: Where, booked: string[]): Promise<number> {
  const verified = await run('audit-verify', [], place);
  expect(verified).toMatchObject({ code: 0 });
  expect(verified.said.join('\n')).toMatch(/^[1-9]\d* seals were checked/m);
  app.servesFrom(place);
  const restored = await app.database();
  // The process that held these leases is dead. They would expire within a minute; the test ends them at once.
  const { rows: open } = await sql`update payment_attempts set lease_until = null
    where state in ('created', 'unknown') returning id`
    .execute(restored.db)
    .finally(restored.close);
  await app.start();
  await expect.poll(() => listed(app, 'pending'), { timeout: 20_000 }).toEqual([]);
  expect(await listed(app, 'booked')).toEqual(expect.arrayContaining(booked));
  await app.signal('SIGTERM');
  const settled = await app.database();
  expect(await ledgerProblems(settled.db).finally(settled.close)).toEqual([]);
  return open.length;
}

const rowsOf = (content: string[]) => content.filter((line) => line.startsWith('[')).length;

for (const kind of ['embedded', 'server'] as const)
  test.skipIf(kind === 'server' && !serverUrl)(
    `${kind}: a backup under ${BOOKINGS_A_SECOND} bookings a second restores to books that agree, on either database`,
    { timeout: 300_000 },
    async () => {
      const file = kind === 'embedded' ? taken : join(folder, 'server.backup');
      const { app, booked, told, said, after } = await backedUpUnderLoad(kind, file);
      const inFile = contentOf(file);
      // The backup was taken in the middle: after the first booking and before the last.
      expect(booked.length).toBeGreaterThan(0);
      expect(rowsOf(inFile)).toBeLessThan(rowsOf(after));
      const onServer = async (): Promise<Where> => ({
        DATA_DIR: newFolder(),
        DATABASE_URL: await newServerDatabase(),
      });
      const isAcross = kind === 'embedded' && serverUrl !== undefined;
      const places: Where[] = [isAcross ? await onServer() : { DATA_DIR: newFolder() }];
      // The short run restores only to the other kind of database.
      if (serverUrl && rounds(1, 0) === 1)
        places.push(isAcross ? { DATA_DIR: newFolder() } : await onServer());
      let open = 0;
      for (const place of places) {
        const restored = await run('restore', [file], place);
        expect(restored).toMatchObject({ code: 0 });
        expect(restored.said.at(-1)).toBe('The ledger agrees.');
        expect(await contentAt(place)).toEqual(inFile);
        const again = await run('restore', [file], place);
        expect(again).toMatchObject({ code: 1 });
        expect(again.said.join('')).toContain('The database is not empty, so nothing was changed.');
        open = await lookedAt(app, place, booked);
      }
      const when = `${told.all.served} booked, ${booked.length} before it, ${open} on their way`;
      const note = `${when}, longest wait ${Math.round(told.all.servedMs.most)} ms; ${said.replace(/^.*: /, '')}`;
      tried({ fault: `backup under bookings, ${kind}`, times: 1, lost: 0, doubled: 0, note });
    },
  );

for (const kind of ['embedded', 'server'] as const)
  test.skipIf(kind === 'server' && !serverUrl)(
    `${kind}: kill -9 of a backup leaves the backup of before, and the desk at work`,
    { timeout: 200_000 },
    async () => {
      const databaseUrl = kind === 'server' ? await newServerDatabase() : null;
      const app = await killableApp({ databaseUrl, certificates: 0, retryMs: 100, intervals: UNHURRIED });
      onTestFinished(app.close);
      await app.start();
      const file = join(folder, `of-before-${kind}.backup`);
      writeFileSync(file, 'the backup of before');
      for (let kill = 0; kill < KILLS; kill += 1) {
        const ended = await run('backup', [file], where(app, databaseUrl), 1);
        expect(ended.signal).toBe('SIGKILL');
        expect(readFileSync(file, 'utf8')).toBe('the backup of before');
        await expect
          .poll(() => existsSync(join(dirname(app.mailbox), 'backup-copy')), { timeout: 10_000 })
          .toBe(false);
        expect(await app.read('/api/health')).toMatchObject({ status: 200 });
      }
      expect(await run('backup', [file], where(app, databaseUrl))).toMatchObject({ code: 0 });
      expect(contentOf(file).length).toBeGreaterThan(20);
      expect(modeOf(file)).toBe('600');
      tried({ fault: `backup killed, ${kind}`, times: KILLS, lost: 0, doubled: 0 });
    },
  );

/** The number of lines a restore or a move prints, so that it can be killed at each. */
const LINES = 60;
const momentOf = (kill: number) => 1 + Math.floor((kill * (LINES - 1)) / Math.max(1, KILLS - 1));

for (const kind of ['embedded', 'server'] as const)
  test.skipIf(kind === 'server' && !serverUrl)(
    `${kind}: kill -9 of a restore leaves what was there`,
    { timeout: 400_000 },
    async () => {
      const place: Where = {
        DATA_DIR: newFolder(),
        ...(kind === 'server' && { DATABASE_URL: await newServerDatabase() }),
      };
      expect(await run('restore', [taken], place)).toMatchObject({ code: 0 });
      mkdirSync(join(place.DATA_DIR, 'mailbox'), { recursive: true });
      writeFileSync(join(place.DATA_DIR, 'mailbox', 'one.eml'), 'a letter of before');
      const before = await contentAt(place);
      expect(before).not.toEqual(contentOf(taken));
      for (let kill = 0; kill < KILLS; kill += 1) {
        const ended = await run('restore', [taken, '--replace'], place, momentOf(kill));
        expect(ended.signal).toBe('SIGKILL');
        expect(await contentAt(place)).toEqual(before);
      }
      tried({ fault: `restore killed, ${kind}`, times: KILLS, lost: 0, doubled: 0 });
    },
  );

/** A position in a file of any size, as a fraction. */
const PLACES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.999];

/** Damaged variants of the backup: cut, with one flipped bit, and with a changed name, row or table name. */
function* spoiledOnes(whole: Buffer): Generator<Buffer> {
  yield whole.subarray(0, whole.length - 20);
  for (const place of PLACES) {
    const changed = Buffer.from(whole);
    const at = Math.floor(whole.length * place);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    yield changed;
  }
  const text = gunzipSync(whole).toString('utf8');
  for (const [said, instead] of [
    ['{"file":"mailbox/', `{"file":"mailbox/${'n'.repeat(300)}`],
    ['{"file":"mailbox/', '{"file":"elsewhere/'],
    ['{"table":"courses"', '{"table":"horses"'],
    ['\n[', '\n[7,'],
    ['{"ric_backup":1', '{"ric_backup":2'],
  ] as const) {
    expect(text).toContain(said);
    yield gzipSync(text.replace(said, instead));
  }
}

test(
  'a backup that is cut short or changed is refused before anything is made of it',
  { timeout: 200_000 },
  async () => {
    const place = { DATA_DIR: newFolder() };
    const whole = readFileSync(taken);
    const spoiled = join(folder, 'spoiled.backup');
    let times = 0;
    for (const bytes of spoiledOnes(whole)) {
      writeFileSync(spoiled, bytes);
      const ended = await run('restore', [spoiled], place);
      expect(ended).toMatchObject({ code: 1 });
      expect(ended.said.at(-1)).toContain('The backup is cut short or spoiled, so nothing was changed.');
      expect(readdirSync(place.DATA_DIR)).toEqual([]);
      times += 1;
    }
    expect(await run('restore', [taken], place)).toMatchObject({ code: 0 });
    tried({ fault: 'spoiled backup refused', times, lost: 0, doubled: 0 });
  },
);

test.skipIf(!serverUrl)(
  'kill -9 of a move leaves the embedded database as it was and the server empty, and a move brings all of it across',
  { timeout: 400_000 },
  async () => {
    const DATA_DIR = newFolder();
    expect(await run('restore', [taken], { DATA_DIR })).toMatchObject({ code: 0 });
    const before = await contentAt({ DATA_DIR });
    const DATABASE_URL = await newServerDatabase();
    for (let kill = 0; kill < KILLS; kill += 1)
      expect((await run('move', [DATABASE_URL], { DATA_DIR }, momentOf(kill))).signal).toBe('SIGKILL');
    expect(await contentAt({ DATA_DIR })).toEqual(before);
    // A server with any content would be rejected.
    const moved = await run('move', [DATABASE_URL], { DATA_DIR });
    expect(moved).toMatchObject({ code: 0 });
    expect(moved.said).toContain('The ledger agrees.');
    expect(await contentAt({ DATA_DIR, DATABASE_URL })).toEqual(before);
    tried({ fault: 'move killed', times: KILLS, lost: 0, doubled: 0 });
  },
);

test.skipIf(!serverUrl || !hasMiddlemen)(
  'behind a pooler, and as another role than the owner, a company is moved, backed up and restored past the one and as the other',
  { timeout: 400_000 },
  async () => {
    const DATA_DIR = newFolder();
    expect(await run('restore', [taken], { DATA_DIR })).toMatchObject({ code: 0 });
    const before = await contentAt({ DATA_DIR });
    const server = await scratchPostgres();
    if (!server) throw new Error('TEST_DATABASE_URL is set, so PostgreSQL must be installed');
    onTestFinished(server.stop);
    for (const statement of ['create role served login', 'create database restored'])
      await ask(server, statement);
    const pooler = await startPooler(Number(new URL(server.url).port), ['ric', 'served']);
    onTestFinished(pooler.stop);
    const at = (database: string, DATA_DIR: string): Where => {
      const as = (role: string, port: number | string) => `postgres://${role}@127.0.0.1:${port}/${database}`;
      const { port } = new URL(server.url);
      return {
        DATA_DIR,
        PREPARED: 'off',
        DATABASE_URL: as('served', pooler.port),
        DATABASE_DIRECT_URL: as('served', port),
        DATABASE_OWNER_URL: as('ric', port),
      };
    };
    const place = at('postgres', DATA_DIR);
    const moved = await run('move', [place.DATABASE_URL ?? ''], place);
    expect(moved).toMatchObject({ code: 0 });
    expect(moved.said).toContain('The ledger agrees.');
    expect(await run('audit-verify', [], place)).toMatchObject({ code: 0 });

    // A backup uses neither the pooler nor the serving role.
    await pooler.stop();
    await ask(server, 'alter role served nologin');
    expect(await contentAt(place)).toEqual(before);
    const file = join(folder, 'of-the-owner.backup');
    expect(await run('backup', [file], place)).toMatchObject({ code: 0 });

    await ask(server, 'alter role served login');
    const other = at('restored', newFolder());
    const restored = await run('restore', [file], other);
    expect(restored).toMatchObject({ code: 0 });
    expect(restored.said.at(-1)).toBe('The ledger agrees.');
    expect(await contentAt(other)).toEqual(before);
    tried({ fault: 'moved, backed up and restored beside PgBouncer', times: 3, lost: 0, doubled: 0 });
  },
);
