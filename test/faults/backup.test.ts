import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { scratchPostgres } from '../../scripts/test-postgres.mjs';
import { attemptsPerFault, faultTable } from '../support/tried.ts';
import {
  backupSetup,
  BOOKINGS_A_SECOND,
  contentOf,
  lookedAt,
  newServerDatabase,
  run,
  serverUrl,
  where,
} from './backups.ts';
import type { CommandSettings } from './commands.ts';
import { killableApp, UNHURRIED_INTERVALS } from './killable-app.ts';
import { hasProxyPrograms, startPooler } from './middlemen.ts';
import { queryServer } from './replicated.ts';

const tried = faultTable('backup');
const KILLS = attemptsPerFault(10, 2);
const { folder, newFolder, contentAt, backedUpUnderLoad } = backupSetup();

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** The first test's backup of the embedded database, for later tests. */
const taken = join(folder, 'taken.backup');

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
      const onServer = async (): Promise<CommandSettings> => ({
        DATA_DIR: newFolder(),
        DATABASE_URL: await newServerDatabase(),
      });
      const isAcross = kind === 'embedded' && serverUrl !== undefined;
      const places: CommandSettings[] = [isAcross ? await onServer() : { DATA_DIR: newFolder() }];
      // The short run restores only to the other kind of database.
      if (serverUrl && attemptsPerFault(1, 0) === 1)
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
      const app = await killableApp({
        databaseUrl,
        certificates: 0,
        retryMs: 100,
        intervals: UNHURRIED_INTERVALS,
      });
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
      const place: CommandSettings = {
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

test.skipIf(!serverUrl || !hasProxyPrograms)(
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
      await queryServer(server, statement);
    const pooler = await startPooler(Number(new URL(server.url).port), ['ric', 'served']);
    onTestFinished(pooler.stop);
    const at = (database: string, DATA_DIR: string): CommandSettings => {
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
    await queryServer(server, 'alter role served nologin');
    expect(await contentAt(place)).toEqual(before);
    const file = join(folder, 'of-the-owner.backup');
    expect(await run('backup', [file], place)).toMatchObject({ code: 0 });

    await queryServer(server, 'alter role served login');
    const other = at('restored', newFolder());
    const restored = await run('restore', [file], other);
    expect(restored).toMatchObject({ code: 0 });
    expect(restored.said.at(-1)).toBe('The ledger agrees.');
    expect(await contentAt(other)).toEqual(before);
    tried({ fault: 'moved, backed up and restored beside PgBouncer', times: 3, lost: 0, doubled: 0 });
  },
);
