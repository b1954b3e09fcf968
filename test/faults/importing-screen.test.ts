import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { storeImportPiece } from '../../src/areas/importing/files/pieces.queries.ts';
import { startBuiltInGateway } from '../../src/integrations/payment/built-in-gateway.ts';
import { openDatabase, type Database } from '../../src/server/database/open.ts';
import { prepareDatabase } from '../../src/server/database/prepare.ts';
import type { FaultPoint } from '../../src/server/process/fault-points.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { readSettings } from '../../src/server/process/settings.ts';
import { aStaffUser } from '../support/factories.ts';
import { attemptsPerFault, faultTable } from '../support/tried.ts';
import { createServerDatabase } from './killable-app.ts';
import { startOffice, type OfficeProcess } from './office-process.ts';

const tried = faultTable('importing-screen');
const serverUrl = process.env.TEST_DATABASE_URL;
const ROWS = 3_000;
const ROUNDS = attemptsPerFault(5, 1);
const SOON = { timeout: 90_000, interval: 50 };
type Step = ['looking' | 'putting_in', FaultPoint];
/** The fault points on both sides of each commit, in the dry run and the import. */
const ALL: Step[] = [
  ['looking', 'import.begun'],
  ['looking', 'import.reading'],
  ['looking', 'import.read'],
  ['looking', 'import.decided'],
  ['putting_in', 'import.begun'],
  ['putting_in', 'import.read'],
  ['putting_in', 'import.decided'],
];
const isFull = attemptsPerFault(1, 0) === 1;
const STEPS = ALL.filter(([, step], at) => isFull || step === 'import.reading' || at === ALL.length - 1);

const folder = mkdtempSync(join(tmpdir(), 'ric-importing-screen-'));
let made: Awaited<ReturnType<typeof createServerDatabase>>;
let gateway: Awaited<ReturnType<typeof startBuiltInGateway>>;
let database: Database;
let staff_user_id = 0;
const running = new Set<OfficeProcess>();

beforeAll(async () => {
  if (!serverUrl) return;
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  gateway = await startBuiltInGateway({ file: join(folder, 'gateway.jsonl') });
  made = await createServerDatabase(serverUrl);
  const settings = readSettings({ DATABASE_URL: made.url, DATA_DIR: folder, DEMO: 'off' });
  await (await prepareDatabase(settings)).close();
  database = await openDatabase({ databaseUrl: made.url, dataDir: null });
  staff_user_id = (await aStaffUser(database.db, { level: 'admin' })).id;
}, 300_000);
afterEach(async () => {
  await Promise.all([...running].map((one) => one.end('SIGKILL')));
  running.clear();
});
afterAll(async () => {
  await database?.close();
  await gateway?.close();
  await made?.drop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

function start(dies?: FaultPoint): OfficeProcess {
  const one = startOffice({
    folder,
    databaseUrl: made.url,
    settings: { GATEWAY_URL: gateway.url },
    ...(dies && { dies }),
  });
  running.add(one);
  return one;
}

let files = 0;
/** Adds an uploaded import file with named columns. */
async function aFile(): Promise<{ id: number; name: string }> {
  files += 1;
  const name = `Moved ${files}`;
  const columns = ['first_name', 'last_name'];
  const { id } = await database.db
    .insertInto('import_files')
    .values({
      kind: 'customers',
      file_name: `${files}.csv`,
      digest: String(files),
      headings: columns,
      columns,
      row_count: ROWS,
      state: 'looking',
      staff_user_id,
      made_by: 'Ann Lee',
      address: '127.0.0.1',
      kept_until: sql<string>`now() + interval '7 days'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let from = 0; from < ROWS; from += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, at) => ({
      line: from + at + 2,
      cells: [`P${from + at}`, name],
    }));
    await storeImportPiece(database.db, id, rows);
  }
  return { id, name };
}

const stateOf = async (id: number) => {
  const { state } = await database.db
    .selectFrom('import_files')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return state;
};
const putIn = (id: number) =>
  sql`update import_files set state = 'putting_in' where id = ${id}`.execute(database.db);
/** Expires the half-minute lease that a dead process holds on an import file. */
const leaseEnds = () =>
  sql`update import_files set leased_until = now() - interval '1 second' where lease is not null`.execute(
    database.db,
  );

/** Counts the records that a file says it made, the records that exist, and the file's audit entries. */
async function madeOf({ id, name }: { id: number; name: string }) {
  const { rows } = await sql<object>`select count(*)::int as made, count(distinct first_name)::int as people,
      (select count(*)::int from audit_entries e where subject = 'customer' and action = 'created' and made_by = 'Ann Lee'
        and subject_id in (select id from customers where last_name = ${name})) as entries,
      (select count(*)::int from audit_entries where subject = 'import' and subject_id = ${id}) as told
    from customers where last_name = ${name}`.execute(database.db);
  return rows[0];
}
const NOBODY = { made: 0, people: 0, entries: 0, told: 0 };
const EVERYBODY = { made: ROWS, people: ROWS, entries: ROWS, told: 1 };

describe.skipIf(!serverUrl)('a file on the screen', { timeout: 900_000 }, () => {
  test.each(STEPS)(
    'whose process is killed while it is %s, at %s, is gone on with by another',
    async (state, step) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const file = await aFile();
        if (state === 'putting_in') {
          const first = start();
          await expect.poll(() => stateOf(file.id), SOON).toBe('looked');
          await first.end('SIGTERM');
          expect(await madeOf(file)).toEqual(NOBODY);
          await putIn(file.id);
        }
        expect(await start(step).ended).toBe('SIGKILL');
        expect(await stateOf(file.id)).toBe(state);
        const isIn = step === 'import.decided' && state === 'putting_in';
        expect(await madeOf(file)).toEqual(isIn ? { ...EVERYBODY, told: 0 } : NOBODY);
        await leaseEnds();
        const two = [start(), start()];
        if (state === 'looking') {
          await expect.poll(() => stateOf(file.id), SOON).toBe('looked');
          expect(await madeOf(file)).toEqual(NOBODY);
          await putIn(file.id);
        }
        await expect.poll(() => stateOf(file.id), SOON).toBe('in');
        expect(await madeOf(file)).toEqual(EVERYBODY);
        expect(await Promise.all(two.map((one) => one.end('SIGTERM')))).toEqual([0, 0]);
      }
      tried({ fault: `screen's import killed, ${state}, ${step}`, times: ROUNDS, lost: 0, doubled: 0 });
    },
  );

  const KILLS = attemptsPerFault(30, 1);
  test('of two processes, one of which is killed at any moment', async () => {
    let inTheMidst = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const [dies, stays] = [start(), start()];
      await Promise.all([dies.address, stays.address]);
      const file = await aFile();
      await expect.poll(() => stateOf(file.id), SOON).toBe('looked');
      await putIn(file.id);
      await pause(Math.random() * 2_000);
      await dies.end('SIGKILL');
      running.delete(dies);
      inTheMidst += Number((await stateOf(file.id)) === 'putting_in');
      await leaseEnds();
      await expect.poll(() => stateOf(file.id), SOON).toBe('in');
      expect(await madeOf(file)).toEqual(EVERYBODY);
      expect(await stays.end('SIGTERM')).toBe(0);
    }
    tried({
      fault: "screen's import, one of two processes killed at any moment",
      times: KILLS,
      lost: 0,
      doubled: 0,
      note: `${inTheMidst} while it was put in`,
    });
  });
});
