import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { sql } from 'kysely';
import { openDatabase } from '../../src/server/database/open.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { attemptsPerFault, faultTable } from '../support/tried.ts';
import { runCommand, type CommandSettings } from './commands.ts';
import { killableApp, createServerDatabase, UNHURRIED_INTERVALS } from './killable-app.ts';

const tried = faultTable('importing');
const KILLS = attemptsPerFault(5, 1);
const ROWS = 12_000;
const serverUrl = process.env.TEST_DATABASE_URL;
const folder = mkdtempSync(join(tmpdir(), 'ric-importing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => {
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
}, 300_000);

const run = (words: string[], where: CommandSettings, killAt?: string) =>
  runCommand('import', words, where, (line) => killAt !== undefined && line.startsWith(killAt));

async function newPlace(kind: 'embedded' | 'server'): Promise<CommandSettings> {
  const DATA_DIR = mkdtempSync(join(folder, 'data-'));
  if (kind === 'embedded') return { DATA_DIR };
  const { url, drop } = await createServerDatabase(serverUrl ?? '');
  onTestFinished(drop);
  return { DATA_DIR, DATABASE_URL: url };
}

type ImportedCounts = { made: number; people: number; entries: number; staged: number };
async function foundAt({ DATA_DIR, DATABASE_URL }: CommandSettings): Promise<ImportedCounts> {
  const database = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR });
  const { rows } = await sql<ImportedCounts>`
    select count(*)::int as made, count(distinct c.first_name)::int as people,
      (select count(*)::int from audit_entries where made_by = 'Import' and subject = 'customer'
        and subject_id in (select id from customers)) as entries,
      (select count(*)::int from import_rows) as staged
    from customers c where c.last_name = 'Moved'`
    .execute(database.db)
    .finally(() => database.close());
  return rows[0] ?? { made: 0, people: 0, entries: 0, staged: 0 };
}

const NOBODY = { made: 0, people: 0, entries: 0 };
const EVERYBODY = { made: ROWS, people: ROWS, entries: ROWS, staged: 0 };

for (const kind of ['embedded', 'server'] as const)
  test.skipIf(kind === 'server' && !serverUrl)(
    `${kind}: kill -9 of an import: nobody is in, and the next run goes on where it was; nobody is lost or doubled`,
    { timeout: 400_000 },
    async () => {
      const file = join(folder, `${kind}.csv`);
      // The rows have no e-mail or phone, so only the file itself shows that they were imported.
      const rows = Array.from({ length: ROWS }, (_, at) => `Person ${at},Moved`);
      writeFileSync(file, `first_name,last_name\n${rows.join('\n')}\n`);
      const words = ['customers', file, '--write'];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const place = await newPlace(kind);
        expect(await run(words, place, '5,000 rows read')).toMatchObject({ signal: 'SIGKILL' });
        const { staged, ...found } = await foundAt(place);
        expect(found).toEqual(NOBODY);
        expect(staged).toBeGreaterThanOrEqual(5_000);
        expect(staged % 1_000).toBe(0);
        const again = await run(words, place, 'Putting them in');
        expect(again).toMatchObject({ signal: 'SIGKILL' });
        expect(again.said.join()).toMatch(/Going on behind line \d+,\d+/);
        // The kill may come after the decision to import, so the file's records exist either completely or not at all.
        const { made } = await foundAt(place);
        expect([0, ROWS]).toContain(made);
        expect(await run(words, place)).toMatchObject({ code: 0 });
        expect(await foundAt(place)).toEqual(EVERYBODY);
        const report = readFileSync(join(folder, `${kind}.report.csv`), 'utf8')
          .trim()
          .split('\n');
        expect(report.filter((line) => line.includes(',made,'))).toHaveLength(ROWS);
        const last = await run(words, place);
        expect(last).toMatchObject({ code: 0 });
        expect(last.said.join()).toContain('Nothing was changed.');
        expect(await foundAt(place)).toEqual(EVERYBODY);
      }
      tried({ fault: `import killed, ${kind}`, times: 2 * KILLS, lost: 0, doubled: 0 });
    },
  );

test('the embedded database is not opened beside the RIC that runs on it', { timeout: 200_000 }, async () => {
  const app = await killableApp({
    databaseUrl: null,
    certificates: 0,
    retryMs: 100,
    intervals: UNHURRIED_INTERVALS,
  });
  onTestFinished(app.close);
  await app.start();
  const file = join(folder, 'beside.csv');
  writeFileSync(file, 'first_name,last_name\nAda,Moved\n');
  const refused = await run(['customers', file, '--write'], { DATA_DIR: join(app.mailbox, '..') });
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.said.join('')).toMatch(/^Stop RIC first: it runs on the embedded database in /);
  expect(await app.read('/api/health')).toMatchObject({ status: 200 });
});
