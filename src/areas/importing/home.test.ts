import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { aCourse, aCustomer } from '../../../test/support/factories.ts';
import { runTransaction } from '../../server/database/transact.ts';
import { salesSumsSql, salesProblems, sumNewestChangedDays } from '../sales/sales-days.queries.ts';
import { importFile } from './import.steps.ts';
import { teeTimeImport } from './kinds/tee-times.queries.ts';

const app = testApp();
const folder = mkdtempSync(join(tmpdir(), 'ric-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROUNDS = 2_000;
const NOW = new Date('2026-03-02T20:00:00Z');

test(
  'home after a large import of rounds agrees with what is counted again, before its days are summed and afterwards',
  { timeout: 120_000 },
  async () => {
    await aCourse(app.db, { course_name: 'Torrey Pines' });
    await aCustomer(app.db, { last_name: 'Lee', email: 'ann@example.com' });
    const zone = app.context.settings.businessTimeZone;
    // Each row is at another minute, spread over 500 days, so that no row is a duplicate and every day has many.
    const rows = Array.from({ length: ROUNDS }, (_, at) => {
      const day = new Date(Date.UTC(2024, 8, 1 + (at % 500))).toISOString().slice(0, 10);
      const time = `${String(6 + Math.floor(at / 500)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
      return `Torrey Pines,${day},${time},${1 + (at % 4)},ann@example.com,${100 + (at % 7)},50`;
    });
    const file = join(folder, 'rounds.csv');
    writeFileSync(
      file,
      `course,play_date,play_time,players,customer_email,charge,cost\n${rows.join('\n')}\n`,
    );
    const imported = await importFile(app.database, {
      name: 'tee_times',
      kind: teeTimeImport,
      file,
      write: true,
      map: [],
      ignore: false,
      zone,
      now: NOW,
      say: () => undefined,
    });
    expect(imported?.counts).toEqual({ good: ROUNDS, doubles: 0, refused: 0 });
    const all = { from: '2024-01-01', to: '2026-12-31', zone };
    const players = rows.reduce((sum, row) => sum + Number(row.split(',')[3]), 0);
    const charged = rows.reduce((sum, row) => sum + 100 * Number(row.split(',')[5]), 0);
    const sums = async () => {
      const { rows: found } =
        await sql<object>`select sum(bookings)::int as bookings, sum(rounds)::int as rounds,
        sum(raw_on_account)::int as on_account, sum(raw_paid)::int as paid from ${salesSumsSql(all, 'source')} s`.execute(
          app.db,
        );
      return found[0];
    };
    const expected = { bookings: ROUNDS, rounds: players, on_account: charged, paid: 0 };
    expect(await sums()).toEqual(expected);
    // Sums the sales days as the job does, some at a time, until none is left.
    for (
      let round = 0;
      round < 100 && (await runTransaction(app.db, (db) => sumNewestChangedDays(db, zone))) > 0;
      round += 1
    );
    expect((await sql`table sales_changes`.execute(app.db)).rows).toEqual([]);
    expect(await sums()).toEqual(expected);
    expect(await salesProblems(app.db, all)).toEqual([]);
    // Home then reads one row per day and course, however many tee times were imported.
    const { rows: kept } = await sql<{
      n: number;
    }>`select count(*)::int as n from sales_days where summed_by = 'source'`.execute(app.db);
    expect(kept[0]?.n).toBe(500);
    await app.expectSoundBooks();
  },
);
