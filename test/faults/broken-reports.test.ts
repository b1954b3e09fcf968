import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FLEETING, scratchPostgres } from '../../scripts/test-postgres.mjs';
import { REPORT_CALLS, reports } from '../../src/areas/reports/reports.contract.ts';
import { openSession } from '../../src/areas/session/session.queries.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import { openDatabase, type Database } from '../../src/server/database/open.ts';
import { prepareDatabase } from '../../src/server/database/prepare.ts';
import { retryWhileDatabaseUnavailable } from '../../src/server/database/driver/retry.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { readSettings } from '../../src/server/process/settings.ts';
import { callUrl, type HeaderFields } from '../support/app.ts';
import { aCourse, aCustomer, aStaffUser } from '../support/factories.ts';
import { attemptsPerFault, faultTable } from '../support/tried.ts';
import { filesInWorkbook } from '../support/workbooks.ts';
import { startCutProxy, type ConnectionCut, type CutProxy } from './cut-proxy.ts';
import { sendToProcess } from './database-app.ts';
import { startOffice, type OfficeProcess } from './office-process.ts';

const tried = faultTable('broken-reports');
const SERVER = [...FLEETING, 'max_connections=60'];
/** The report has so many rows that they are read in several batches. */
const ROWS = 5_000;
const QUERY = { start_date: '2030-06-01', end_date: '2030-06-30', date_type: 'Played' } as const;
/** The application name of the database connections that read reports. */
const READS = 'ric reports';
const SOON = { timeout: 20_000, interval: 5 };
const ENDS_A_WORKBOOK = Buffer.from([0x50, 0x4b, 5, 6]);

const folder = mkdtempSync(join(tmpdir(), 'ric-broken-reports-'));
let server: Awaited<ReturnType<typeof scratchPostgres>>;
let proxy: CutProxy;
let database: Database;
let headers: HeaderFields;
let office: OfficeProcess;

async function fill(url: string): Promise<void> {
  await (await prepareDatabase(readSettings({ DATABASE_URL: url, DATA_DIR: folder, DEMO: 'off' }))).close();
  database = await openDatabase({ databaseUrl: url, dataDir: null });
  const { db } = database;
  const course = await aCourse(db);
  const customer = await aCustomer(db);
  await sql`insert into tee_times (course_id, customer_id, state, source, agent, play_date, play_time, players, players_booked,
      confirmation, raw_charge, raw_total)
    select ${course.id}, ${customer.id}, 'booked', 'internal', 'Agent', date '2030-06-01' + n % 30, '08:00', 2, 2, 'F' || n, 0, 0
    from generate_series(1, ${ROWS}::integer) n`.execute(db);
  const staff = await aStaffUser(db, { level: 'admin' });
  const { token, client } = await openSession(db, staff.id, { now: new Date(), hours: 12 });
  headers = { 'access-token': token, uid: staff.email, client };
}

beforeAll(async () => {
  if (!process.env.TEST_DATABASE_URL) return;
  spawnSync(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  server = await scratchPostgres({ settings: SERVER });
  await fill(server?.url ?? '');
  proxy = await startCutProxy(server?.url ?? '');
  office = startOffice({ folder, databaseUrl: proxy.url });
  await office.address;
}, 240_000);
afterEach(() => {
  proxy.watch();
  proxy.open();
});
afterAll(async () => {
  await office?.end('SIGKILL');
  await proxy?.close();
  await database?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/**
 * The outcome of a report request: the status and text of its answer, the rows of its workbook, and true if the answer
 * ended early.
 */
type Came = { status: number; says: string; rows: number; isBroken: boolean };

/** Requests a report by a link, as a browser's new tab does. Status 0 means that no answer came at all. */
async function read(): Promise<Came> {
  const none = { says: '', rows: 0, isBroken: false };
  const address = await office.address;
  const asked = { report: 'tee-time', query: QUERY };
  const { status, body } = await sendToProcess(address, reports.ticket, { body: asked }, headers);
  const { data } = reports.ticket.answer.safeParse(body);
  if (!data) return { ...none, status, says: JSON.stringify(body) };
  const link = { ...QUERY, access_token: data.ticket, uid: headers['uid'], client: headers['client'] };
  const response = await fetch(address + callUrl(REPORT_CALLS['tee-time'].file, { query: link })).catch(
    () => null,
  );
  if (!response) return { ...none, status: 0 };
  const chunks: Uint8Array[] = [];
  try {
    const body: AsyncIterable<Uint8Array> | [] = response.body ?? [];
    for await (const chunk of body) chunks.push(chunk);
  } catch {
    // An answer that ended early must not open as a workbook.
    expect(Buffer.concat(chunks).includes(ENDS_A_WORKBOOK)).toBe(false);
    return { ...none, status: response.status, isBroken: true };
  }
  const bytes = Buffer.concat(chunks);
  if (response.status !== 200) return { ...none, status: response.status, says: bytes.toString() };
  return { ...none, status: 200, rows: rowsIn(bytes) };
}

const rowsIn = (bytes: Buffer): number =>
  (filesInWorkbook(bytes).get('xl/worksheets/sheet1.xml') ?? '').split('<row ').length - 1;

/** Returns the number of database sessions that are reading a report. */
async function reading(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where application_name = ${READS} and state <> 'idle'`.execute(database.db);
  return rows.length;
}

/** Makes an undisturbed report; returns its SQL statements and the number of rows in its workbook. */
async function undisturbed() {
  await expect.poll(reading, SOON).toBe(0);
  proxy.watch(undefined, READS);
  const whole = await read();
  expect(whole).toMatchObject({ status: 200, isBroken: false });
  expect(whole.rows).toBeGreaterThan(ROWS);
  // The client can have all rows of the report before its transaction ends.
  await expect.poll(() => proxy.statements().at(-1), SOON).toBe('commit');
  return { rows: whole.rows, statements: proxy.statements() };
}

/** Requests a report and holds it at one of its SQL statements. */
async function readUntil(at: number): Promise<{ came: Promise<Came> }> {
  proxy.watch({ at, when: 'held' }, READS);
  const came = read();
  await expect.poll(() => proxy.hasCut(), SOON).toBe(true);
  return { came };
}

/**
 * Expects that nothing remains of a report: no database session in a transaction, no link ticket, no place in the queue, no
 * file.
 */
async function expectNothingLeft(files: string[]): Promise<void> {
  await expect.poll(reading, SOON).toBe(0);
  expect((await sql`select from report_tickets`.execute(database.db)).rows).toEqual([]);
  const { body } = await sendToProcess(await office.address, reports.running, {}, headers);
  expect(body).toEqual([]);
  expect(office.files()).toEqual(files);
}

/**
 * Describes a wrong outcome of a disturbed report, or returns null. The report may end early, fail with an error, or be
 * complete.
 */
function misread({ status, says, rows, isBroken }: Came, wholeRows: number): string | null {
  if (isBroken || status === 0) return null;
  if (status === 503 && says.includes('"message":"')) return null;
  return status === 200 && rows === wholeRows ? null : `${status} ${says} with ${rows} rows`;
}

const placesOf = (statements: string[]): number[] => {
  const all = statements.map((_, index) => index + 1);
  // The report is disturbed at its first statement, one in the middle of the rows, and the last; in the full run at every
  // statement.
  const fetches = all.filter((at) => statements[at - 1]?.startsWith('fetch'));
  return process.env['FAULTS'] === 'full' ? all : [1, fetches[1] ?? 1, all.length];
};

describe.skipIf(!process.env.TEST_DATABASE_URL)('a report', { timeout: 600_000 }, () => {
  const WAYS: [string, Omit<ConnectionCut, 'at'>][] = [
    ['cut before', { when: 'before' }],
    ['cut after', { when: 'after' }],
    ['cut after, the database away then', { when: 'after', thenAway: true }],
  ];
  test.each(WAYS)('%s a statement', async (fault, way) => {
    const { rows, statements } = await undisturbed();
    const files = office.files();
    const places = placesOf(statements);
    const wrong: string[] = [];
    for (const at of places) {
      proxy.watch({ at, ...way }, READS);
      const came = await read();
      await expect.poll(() => proxy.hasCut(), SOON).toBe(true);
      proxy.watch();
      proxy.open();
      const misdone = misread(came, rows);
      if (misdone) wrong.push(`${fault} statement ${at} (${statements[at - 1]}): ${misdone}`);
      await expectNothingLeft(files);
    }
    // Both permits for reports are free again, and so is the person's own permit.
    const next = await Promise.all([read(), read(), read()]);
    expect(next.map((came) => [came.status, came.rows])).toEqual(Array(3).fill([200, rows]));
    tried({ fault, times: places.length, lost: wrong.length, doubled: 0, note: `of ${statements.length}` });
    expect(wrong).toEqual([]);
  });

  test('in the midst of which the server of the database ends, and comes back', async () => {
    const { rows, statements } = await undisturbed();
    const files = office.files();
    const at = statements.findIndex((text) => text.startsWith('fetch')) + 2;
    const TIMES = attemptsPerFault(10, 2);
    for (let time = 0; time < TIMES; time += 1) {
      const { came } = await readUntil(at);
      await server?.halt(time % 2 === 0 ? 'SIGQUIT' : 'SIGINT');
      expect(await came).toMatchObject({ status: 200, isBroken: true });
      // No request waits for a missing database: the server rejects this report at once, and the next one too.
      const address = await office.address;
      const told = await sendToProcess(address, teeTimes.index, {}, headers);
      expect([told.status, (await read()).status]).toEqual([503, 503]);
      await server?.start();
      await retryWhileDatabaseUnavailable(() => sql`select 1`.execute(database.db));
      const index = async () => (await sendToProcess(address, teeTimes.index, {}, headers)).status;
      await expect.poll(index, SOON).toBe(200);
      proxy.watch();
      expect(await read()).toMatchObject({ status: 200, rows });
      await expectNothingLeft(files);
    }
    tried({ fault: 'server stopped in the midst, started again', times: TIMES, lost: 0, doubled: 0 });
  });

  test('whose process is killed', async () => {
    const { rows, statements } = await undisturbed();
    const places = placesOf(statements);
    for (const at of places) {
      const files = office.files();
      const { came } = await readUntil(at);
      await office.end('SIGKILL');
      expect(misread(await came, rows), `killed at ${statements[at - 1]}`).toBe(null);
      // A dead process leaves the files in its folders.
      expect(office.files()).toEqual(files);
      proxy.watch();
      office = startOffice({ folder, databaseUrl: proxy.url });
      await office.address;
      const afresh = office.files();
      expect(await read()).toMatchObject({ status: 200, rows });
      await expectNothingLeft(afresh);
    }
    tried({ fault: 'process killed at a statement', times: places.length, lost: 0, doubled: 0 });
  });
});
