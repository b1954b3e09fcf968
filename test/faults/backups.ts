import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { sealNewEntries } from '../../src/areas/audit/sealing/seals.queries.ts';
import { ledgerProblems } from '../../src/areas/reconciling/ledger-check.queries.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { attemptsPerFault } from '../support/tried.ts';
import { runCommand, type CommandSettings } from './commands.ts';
import { killableApp, createServerDatabase, UNHURRIED_INTERVALS, type KillableApp } from './killable-app.ts';
import { putLoadOn } from './under-load.ts';

const SECONDS = attemptsPerFault(60, 5);
export const BOOKINGS_A_SECOND = 20;
export const serverUrl = process.env.TEST_DATABASE_URL;

/** Runs a command; `killAt` is the number of printed lines after which it is killed. */
export const run = (name: string, words: string[], where: CommandSettings, killAt = Infinity) =>
  runCommand(name, words, where, (_, said) => said.length === killAt);

/** The content of a backup, independent of the order of its rows and the time it was made. */
export function contentOf(file: string): string[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
  return lines.filter((line) => !/^\{"(ric_backup|end)"/.test(line)).toSorted();
}

export async function newServerDatabase(): Promise<string> {
  const { url, drop } = await createServerDatabase(serverUrl ?? '');
  onTestFinished(drop);
  return url;
}

export const where = (app: KillableApp, databaseUrl: string | null): CommandSettings => ({
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

/** Seals the audit, so that a backup has a seal even if a busy machine's timer is late. */
async function sealed(app: KillableApp): Promise<void> {
  await app.signal('SIGTERM');
  const { db, close } = await app.database();
  await sealNewEntries(db).finally(close);
  await app.start();
}

/**
 * Checks a restored company as an operator does: the audit's chain is intact, bookings from before the backup exist,
 * and payments under way are settled to books that agree. Returns how many were under way.
 */
export async function lookedAt(app: KillableApp, place: CommandSettings, booked: string[]): Promise<number> {
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

/** Builds the commands, and returns a folder for the tests of a file and what they do there. */
export function backupSetup() {
  const folder = mkdtempSync(join(tmpdir(), 'ric-backup-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeAll(() => {
    spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  }, 300_000);
  const newFolder = () => mkdtempSync(join(folder, 'data-'));

  async function contentAt(where: CommandSettings): Promise<string[]> {
    const file = join(folder, 'looked-at.backup');
    expect(await run('backup', [file], where)).toMatchObject({ code: 0 });
    return contentOf(file);
  }

  async function backedUpUnderLoad(kind: 'embedded' | 'server', file: string) {
    const databaseUrl = kind === 'server' ? await newServerDatabase() : null;
    const app = await killableApp({
      databaseUrl,
      certificates: 2,
      retryMs: 100,
      intervals: UNHURRIED_INTERVALS,
    });
    onTestFinished(app.close);
    await app.start();
    const kinds = ['book by card', 'book'];
    await putLoadOn(app, { rate: BOOKINGS_A_SECOND, seconds: 1, kinds });
    await sealed(app);
    const loading = putLoadOn(app, { rate: BOOKINGS_A_SECOND, seconds: SECONDS, kinds });
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

  return { folder, newFolder, contentAt, backedUpUnderLoad };
}
