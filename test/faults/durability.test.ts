import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/server/database/open.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { attemptsPerFault, faultTable } from '../support/tried.ts';

const tried = faultTable('durability');
const ROUNDS = attemptsPerFault(20, 4);
const folder = mkdtempSync(join(tmpdir(), 'ric-durability-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a process that writes rows and kills it after this many acknowledged rows; returns the last acknowledged row. */
async function writeUntilKilled(from: number, rows: number): Promise<number> {
  const script = join(projectRoot, 'test', 'faults', 'insert-until-killed.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder, String(from)], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let last = from - 1;
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line);
    if (last === from + rows) child.kill('SIGKILL');
  }
  const [, signal] = await ended;
  expect(signal).toBe('SIGKILL');
  return last;
}

test('kill -9 loses no acknowledged row of the embedded database', { timeout: ROUNDS * 30_000 }, async () => {
  let next = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const acknowledged = await writeUntilKilled(next, 40 * ((round % 8) + 1));
    const { db, close } = await openDatabase({ dataDir: folder });
    const { rows } = await sql<{ count: number; last: number }>`
      select count(*)::int as count, max(number) as last from written`.execute(db);
    await close();
    const { count, last } = rows[0] ?? { count: 0, last: 0 };
    expect(last).toBeGreaterThanOrEqual(acknowledged);
    expect(count).toBe(last + 1);
    next = last + 1;
  }
  tried({ fault: 'embedded database killed while rows are written', times: ROUNDS, lost: 0, doubled: 0 });
});

test('a sync of the embedded database reaches the disk', async () => {
  const { pool, close } = await openDatabase({ dataDir: folder });
  const { rows } = await pool.query(`select current_setting('fsync') as fsync,
    current_setting('wal_sync_method') as method, current_setting('synchronous_commit') as waits`);
  await close();
  expect(rows).toEqual([{ fsync: 'on', method: 'fsync', waits: 'on' }]);
});

test(
  'a database that fails rejects what is under way and recovers by itself',
  { timeout: 60_000 },
  async () => {
    const { db, close } = await openDatabase({ dataDir: folder });
    const log = join(folder, 'database', 'pg_wal');
    await sql`create table kept (number integer)`.execute(db);
    await sql`insert into kept values (1)`.execute(db);
    renameSync(log, `${log}.away`);
    const tooMuch = sql`insert into kept select generate_series(1, 600000)`.execute(db);
    await expect(tooMuch).rejects.toThrow();
    await expect(sql`select 1`.execute(db)).rejects.toThrow('The database cannot be reached');
    renameSync(`${log}.away`, log);
    const { rows } = await sql`select number from kept`.execute(db);
    expect(rows).toEqual([{ number: 1 }]);
    await close();
  },
);

test('a second process is refused the folder with a sentence, and the lock ends with its process', async () => {
  const first = await openDatabase({ dataDir: folder });
  await expect(openDatabase({ dataDir: folder })).rejects.toThrow(
    `The data folder ${folder} is in use by another RIC process; two at once would destroy the database`,
  );
  await first.close();
  const second = await openDatabase({ dataDir: folder });
  await second.close();
  await expect(sql`select 1`.execute(second.db)).rejects.toThrow();
});
