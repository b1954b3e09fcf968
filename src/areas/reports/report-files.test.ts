import type { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { callUrl, testApp, type HeaderFields } from '../../../test/support/app.ts';
import { sheetsBySheetJs } from '../../../test/support/workbooks.ts';
import * as worked from '../../../test/support/worked-company.ts';
import { runReport } from './running/run.steps.ts';
import { streamRows } from './running/snapshot.queries.ts';
import { teeTimes } from '../tee-times/tee-times.contract.ts';
import { REPORT_NAMES, REPORT_CALLS, reports, type ReportName } from './reports.contract.ts';

const app = testApp({ checkBooks: false });
let admin: HeaderFields;
let agent: HeaderFields;
let company: worked.WorkedCompany;
beforeAll(async () => {
  company = await worked.workedCompany(app.db);
  app.setClock(worked.WORKED_COMPANY_NOW);
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
});
afterEach(() => app.setClock(worked.WORKED_COMPANY_NOW));

const NOVEMBER = { start_date: '2026-11-01', end_date: '2026-11-30' };
const QUERIES: Record<ReportName, Record<string, string | number>> = {
  'rate-sheet': {},
  'old-rate-sheet': {},
  commission: NOVEMBER,
  'ap-monthly': { ...NOVEMBER, courses: '[1,2,3]' },
  sales_report: { month: 10, year: 2026 },
  new_sales_report: NOVEMBER,
  'revenue-comparison': { ...NOVEMBER, compare_start_date: '2026-10-01', compare_end_date: '2026-10-31' },
  weekly: NOVEMBER,
  'gift-certs': { startDate: '2026-11-01', endDate: '2026-11-30' },
  maintenance: {},
  'tee-time': NOVEMBER,
};

const open = (name: ReportName, query: object, headers: HeaderFields = {}) =>
  app.server.inject({ method: 'GET', url: callUrl(REPORT_CALLS[name].file, { query }), headers });
const linkOf = (headers: HeaderFields, token = headers['access-token']) => ({
  access_token: token,
  uid: headers['uid'],
  client: headers['client'],
});
const ticketFor = async (report: ReportName, headers: HeaderFields, query: object = QUERIES[report]) =>
  (await app.ok(reports.ticket, { body: { report, query: { ...query } } }, headers)).ticket;
const said = (response: { body: string }): unknown => JSON.parse(response.body);

describe('every report', () => {
  test.each(REPORT_NAMES)('%s opens as the workbook that its screen shows', async (name) => {
    const response = await open(name, QUERIES[name], admin);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'cache-control': 'no-store',
    });
    const shown = await app.ok(REPORT_CALLS[name].shown, { query: QUERIES[name] as never }, admin);
    expect(response.headers['content-disposition']).toBe(`attachment; filename="${shown.file}"`);
    const sheets = sheetsBySheetJs(response.rawPayload);
    expect(Object.keys(sheets)).toEqual(shown.sheets.map((sheet) => sheet.name));
    for (const sheet of shown.sheets) {
      const cells = sheets[sheet.name] ?? {};
      const about = [shown.title, sheet.period ?? shown.period, shown.run];
      expect([cells['A1']?.v, cells['A2']?.v, cells['A3']?.v]).toEqual(about);
      const [first] = sheet.rows.filter((row) => Array.isArray(row));
      const at = sheet.rows.findIndex((row) => Array.isArray(row)) + 5;
      if (first && typeof first[0] === 'string' && sheet.columns[0]?.kind === 'text')
        expect(cells[`A${at}`]?.v).toBe(first[0]);
    }
  });

  test('has its total as a formula with the value beside it', async () => {
    const { rawPayload } = await open('new_sales_report', NOVEMBER, admin);
    const sheet = sheetsBySheetJs(rawPayload)['Courses and agents'] ?? {};
    expect(sheet['A11']).toMatchObject({ v: 'Total' });
    expect(sheet['E11']).toMatchObject({ v: 2700, f: 'SUBTOTAL(9,E5:E10)' });
    expect(sheet['J11']?.v).toBe(137.14);
  });
});

describe('a link', () => {
  test('opens a report once by its ticket', async () => {
    const link = { ...NOVEMBER, ...linkOf(admin, await ticketFor('weekly', admin)) };
    expect((await open('weekly', link)).statusCode).toBe(200);
    const again = await open('weekly', link);
    expect([again.statusCode, again.headers['content-type']]).toEqual([
      401,
      'application/json; charset=utf-8',
    ]);
  });

  test('may name its parameters in another order, or leave out what is said anyhow', async () => {
    const ticket = await ticketFor('tee-time', admin, { ...NOVEMBER, date_type: 'Created' });
    const { start_date, end_date } = NOVEMBER;
    expect((await open('tee-time', { end_date, ...linkOf(admin, ticket), start_date })).statusCode).toBe(200);
  });

  test('is good for a minute', async () => {
    const ticket = await ticketFor('weekly', admin);
    app.setClock('2026-12-03T18:01:01Z');
    expect((await open('weekly', { ...NOVEMBER, ...linkOf(admin, ticket) })).statusCode).toBe(401);
  });

  test.each([
    ['another report', 'new_sales_report', NOVEMBER],
    ['other days', 'weekly', { ...NOVEMBER, end_date: '2026-12-31' }],
  ] as const)('is not good for %s, and is used up by trying', async (_, name, query) => {
    const ticket = await ticketFor('weekly', admin);
    expect((await open(name, { ...query, ...linkOf(admin, ticket) })).statusCode).toBe(401);
    expect((await open('weekly', { ...NOVEMBER, ...linkOf(admin, ticket) })).statusCode).toBe(401);
  });

  test('is not good for another person', async () => {
    const ticket = await ticketFor('weekly', admin);
    const response = await open('weekly', { ...NOVEMBER, ...linkOf(agent, ticket) });
    expect(response.statusCode).toBe(401);
  });

  test('ends with the session it was asked for in', async () => {
    const other = await app.signedIn('admin');
    const ticket = await ticketFor('weekly', other);
    await sql`update sign_ins set ended_at = now() where client = ${other['client']}`.execute(app.db);
    expect((await open('weekly', { ...NOVEMBER, ...linkOf(other, ticket) })).statusCode).toBe(401);
  });

  test("may carry a session's own token, on reports alone", async () => {
    expect((await open('weekly', { ...NOVEMBER, ...linkOf(admin) })).statusCode).toBe(200);
    const elsewhere = await app.server.inject({
      url: `/api/tee_times/index?${new URLSearchParams(linkOf(admin) as Record<string, string>).toString()}`,
    });
    expect(elsewhere.statusCode).toBe(401);
  });

  test('may not carry it where REPORT_LINKS says so', async () => {
    Object.assign(app.context.settings, { reportLinks: 'ticket' });
    expect((await open('weekly', { ...NOVEMBER, ...linkOf(admin) })).statusCode).toBe(401);
    const ticket = await ticketFor('weekly', admin);
    expect((await open('weekly', { ...NOVEMBER, ...linkOf(admin, ticket) })).statusCode).toBe(200);
    Object.assign(app.context.settings, { reportLinks: 'any' });
  });

  test('without any credentials asks to sign in', async () => {
    expect((await open('rate-sheet', {})).statusCode).toBe(401);
    expect((await open('rate-sheet', { access_token: 'x' })).statusCode).toBe(401);
    expect((await open('rate-sheet', linkOf(admin, 'x'))).statusCode).toBe(401);
  });

  test('of an agent opens what agents may read, and no ticket is made for the rest', async () => {
    const ticket = await ticketFor('rate-sheet', agent);
    expect((await open('rate-sheet', linkOf(agent, ticket))).statusCode).toBe(200);
    expect((await open('weekly', { ...NOVEMBER, ...linkOf(agent) })).statusCode).toBe(403);
    const asked = await app.call(reports.ticket, { body: { report: 'weekly', query: NOVEMBER } }, agent);
    expect(asked.status).toBe(403);
  });
});

describe('what cannot be reported', () => {
  test.each([
    [
      'weekly',
      { start_date: '2026-11-31', end_date: '2026-12-01' },
      { start_date: ['is not a day of the calendar'] },
    ],
    ['weekly', { start_date: '', end_date: '2026-12-01' }, { start_date: ['is required'] }],
    [
      'weekly',
      { start_date: '2026-12-02', end_date: '2026-12-01' },
      { end_date: ['must not be before the start'] },
    ],
    [
      'weekly',
      { start_date: '1950-01-01', end_date: '2099-12-01' },
      { end_date: ['must be within a hundred years of the start'] },
    ],
    ['sales_report', { month: 12, year: 2026 }, { month: ['must be 0 to 11'] }],
    ['sales_report', { month: 0, year: 2006 }, { year: ['must be 2007 or later'] }],
    ['ap-monthly', NOVEMBER, { courses: ['is required'] }],
    ['ap-monthly', { ...NOVEMBER, courses: '[]' }, { courses: ['tick at least one'] }],
    ['ap-monthly', { ...NOVEMBER, courses: '{' }, { courses: ['must be a JSON list of ids'] }],
    ['tee-time', { ...NOVEMBER, date_type: 'Paid' }, { date_type: ['must be Played or Created'] }],
    ['gift-certs', { startDate: '2026-11-01' }, { endDate: ['is required'] }],
  ] as const)('%s for %j is refused at its field', async (name, query, errors) => {
    const response = await open(name, query, admin);
    expect([response.statusCode, said(response)]).toEqual([422, { errors, request_id: expect.any(String) }]);
    const ticket = await app.call(reports.ticket, { body: { report: name, query } }, admin);
    expect([ticket.status, ticket.body]).toMatchObject([422, { errors }]);
  });

  test('a hundred years are reported, a row for every day', async () => {
    const query = { start_date: '1950-01-01', end_date: '2049-12-31' };
    const shown = await app.ok(REPORT_CALLS.new_sales_report.shown, { query }, admin);
    expect(shown.sheets[1]).toMatchObject({ name: 'Days', count: 36_525 });
    expect(shown.sheets[1]?.rows.length).toBe(200);
    expect(shown.sheets[1]?.totals?.[1]).toBe(8);
  });

  test.each(['tee-time', 'commission', 'ap-monthly'] as const)(
    '%s of more rows than a workbook holds is refused with a sentence, before any is read',
    async (name) => {
      const query = { ...NOVEMBER, date_type: 'Played', courses: [1, 2, 3], only_played: true } as const;
      const staff = { id: 1, name: 'Ruth', level: 'admin' } as const;
      const read = () => Promise.reject(new Error('It was read.'));
      const asked = runReport(app.context, { name, query, staff, mostRows: 3 }, read);
      await expect(asked).rejects.toThrow('A workbook holds at most 3 rows. Please ask for less');
    },
  );
});

describe('at once', () => {
  test('ten are all answered, two at a time and one of each person', async () => {
    const asked = Array.from({ length: 10 }, (_, at) => open('commission', NOVEMBER, at % 2 ? admin : agent));
    expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    // The last report's client gets its last byte before that report has left the queue.
    await expect.poll(() => app.ok(reports.running, {}, admin)).toEqual([]);
  });
});

test('leaves nothing at the connection that it was asked on', async () => {
  const sockets = new Set<Socket>();
  app.server.server.on('connection', (socket) => sockets.add(socket));
  const origin = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const listeners = async () => {
    const response = await fetch(
      `${origin}${REPORT_CALLS.weekly.file.path}?${new URLSearchParams(NOVEMBER).toString()}`,
      { headers: admin },
    );
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
    return Math.max(...[...sockets].map((socket) => socket.listenerCount('close')));
  };
  const first = await listeners();
  for (let again = 0; again < 4; again += 1) expect(await listeners()).toBe(first);
});

describe('what does not agree', () => {
  test('is said in the last line, and becomes a notice once', async () => {
    await sql`update tee_times set raw_paid = raw_paid + 1 where id = 3`.execute(app.db);
    for (let i = 0; i < 2; i += 1) {
      const shown = await app.ok(REPORT_CALLS.commission.shown, { query: NOVEMBER }, admin);
      expect(shown.sheets[0]?.last).toBe('Does not agree with the ledger: off by $0.01.');
    }
    const { rows } = await sql<{
      message: string;
    }>`select message from notices where kind = 'ledger'`.execute(app.db);
    expect(rows.map(({ message }) => message)).toEqual([
      'Commission, Nov 1 2026 to Nov 30 2026, by play date, does not agree with the ledger. Please escalate. Off by $0.01.',
    ]);
    await sql`update tee_times set raw_paid = raw_paid - 1 where id = 3`.execute(app.db);
  });
});

test('a course that there is not is refused at its field, on the screen, for a ticket and as a file', async () => {
  const query = { ...NOVEMBER, courses: '[1,424242]' };
  const refused = expect.objectContaining({ errors: { courses: ['names a course that does not exist'] } });
  const shown = await app.call(REPORT_CALLS['ap-monthly'].shown, { query }, admin);
  expect({ status: shown.status, body: shown.body }).toEqual({ status: 422, body: refused });
  const ticket = await app.call(reports.ticket, { body: { report: 'ap-monthly', query } }, admin);
  expect({ status: ticket.status, body: ticket.body }).toEqual({ status: 422, body: refused });
  const file = await open('ap-monthly', query, admin);
  expect({ status: file.statusCode, body: said(file) }).toEqual({ status: 422, body: refused });
});

describe('what a report reads', () => {
  const portions = () =>
    streamRows<{ n: number }>(app.context.forReports.db, sql`select n from generate_series(1, 5000) n`);

  test('is kept aside for it, of one moment', async () => {
    await sql`create table moments as select n from generate_series(1, 5000) n`.execute(app.db);
    const rows = streamRows<{ n: number }>(
      app.context.forReports.db,
      sql`select n from moments order by n desc`,
    );
    const first = await rows.next();
    await sql`update moments set n = -n`.execute(app.db);
    const read = first.value ? [...first.value] : [];
    for await (const portion of rows) read.push(...portion);
    expect([read.length, read.at(-1)]).toEqual([5000, { n: 1 }]);
    await sql`drop table moments`.execute(app.db);
  });

  test('is let go where somebody stops reading', async () => {
    const open = () => sql`select name from pg_cursors where is_holdable`.execute(app.db);
    for await (const portion of portions()) if (portion.length > 0) break;
    expect((await open()).rows).toEqual([]);
  });

  test('holds up nobody at the desk between two portions', async () => {
    const { id } = company.courses.aviara;
    await sql`insert into maintenances (course_id, start_date, end_date, description)
      select ${id}, '2026-01-01', '2026-01-02', 'Many' from generate_series(1, 20000)`.execute(app.db);
    let isRead = false;
    const read = app.ok(REPORT_CALLS.maintenance.shown, { query: {} }, admin);
    const report = read.finally(() => (isRead = true));
    await app.ok(teeTimes.index, { query: {} }, agent);
    // If the report of ten portions kept the only connection to itself, it would be complete before the tee times are.
    expect(isRead).toBe(false);
    expect((await report).sheets[0]?.count).toBeGreaterThan(20_000);
    await sql`delete from maintenances where description = 'Many'`.execute(app.db);
  });
});
