import { once } from 'node:events';
import { request } from 'node:http';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fillDemonstration } from '../../db/seed/demonstration.ts';
import { customers } from '../../src/areas/customers/customers.contract.ts';
import { discounts } from '../../src/areas/discounts/discounts.contract.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import type { HttpCall } from '../../src/contract/call.ts';
import { listExportCall, MAX_AGENT_EXPORT_ROWS } from '../../src/contract/exports/exports.ts';
import { testApp, type HeaderFields } from '../support/app.ts';
import { scratchDatabase } from '../support/database.ts';
import { sheetsBySheetJs } from '../support/workbooks.ts';
import { everyCall } from './calls.ts';

const NOW = '2026-11-21T02:00:00Z';
/** Fills the database with the demonstration company, which has rows in most lists. */
async function filled() {
  const database = await scratchDatabase();
  const given = { now: new Date(NOW), timeZone: 'America/Los_Angeles', images: null };
  const hashPassword = () => Promise.resolve('hash');
  await database.db.transaction().execute((db) => fillDemonstration(db, { ...given, hashPassword }));
  return database;
}
const app = testApp({ database: filled, checkBooks: false });
let admin: HeaderFields;
let agent: HeaderFields;
beforeAll(async () => {
  app.setClock(NOW);
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
});

const lists = everyCall.filter(([, called]) => called.list);
const rowOf = ({ answer }: HttpCall) => {
  const row = answer instanceof z.ZodArray ? answer.element : null;
  return row instanceof z.ZodObject ? Object.keys(row.shape) : [];
};
const shownIn = (called: HttpCall, names = rowOf(called)) => ({
  title: 'The list',
  noun: 'row',
  said: 'All rows',
  columns: names.map((name) => ({ name, label: name })),
});

async function exported(index: HttpCall, body: object, headers: HeaderFields) {
  const { method, path } = listExportCall(index);
  const sent = { ...headers, 'content-type': 'application/json' };
  return app.server.inject({ method, url: path, headers: sent, payload: JSON.stringify(body) });
}
/** Returns the data rows of a workbook's only sheet, each cell as it is shown. */
function rowsOf(bytes: Uint8Array) {
  const [cells = {}] = Object.values(sheetsBySheetJs(bytes));
  const rows = new Map<number, Record<string, unknown>>();
  for (const [place, cell] of Object.entries(cells)) {
    const [, letter = '', row] = /^([A-Z]+)(\d+)$/.exec(place) ?? [];
    if (row) rows.set(Number(row), { ...rows.get(Number(row)), [letter]: cell?.v });
  }
  const last = Math.max(...rows.keys());
  const of = (first: number, end: number) =>
    Array.from({ length: Math.max(0, end - first) }, (_, at) => rows.get(first + at) ?? {});
  return { head: of(1, 5), data: of(5, last - 1), last: rows.get(last)?.['A'] };
}
const Rows = z.array(z.looseObject({ id: z.number() }));
const entries = () =>
  app.db.selectFrom('audit_entries').selectAll().where('action', '=', 'exported').orderBy('id').execute();

describe('every list', () => {
  test('has a call that exports it, for whoever may ask for it', () => {
    const found = everyCall
      .filter(([, called]) => called.file && called.ours)
      .map(([, { path, access }]) => `${path} ${access}`);
    expect(found).toEqual(lists.map(([, { path, access }]) => `${path}.xlsx ${access}`));
    expect(found.length).toBeGreaterThan(15);
  });

  test.each(lists)('%s: the workbook has its rows in its order', async (_, index) => {
    const rows = Rows.parse((await app.call(index, { query: { per_page: 500 } }, admin)).body);
    const { statusCode, headers, rawPayload } = await exported(index, shownIn(index, ['id']), admin);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'no-store',
    ]);
    expect(headers['content-disposition']).toBe('attachment; filename="the-list_2026-11-20.xlsx"');
    const { head, data, last } = rowsOf(rawPayload);
    expect(head.slice(0, 4)).toMatchObject([
      { A: 'The list' },
      { A: 'All rows' },
      { A: expect.stringMatching(/^Run by .*, Nov 20 2026 18:00$/) },
      { A: 'id' },
    ]);
    expect(data.slice(0, 500).map(({ A }) => A)).toEqual(rows.map(({ id }) => String(id)));
    expect(last).toBe(`${data.length.toLocaleString('en-US')} row${data.length === 1 ? '' : 's'}`);
    expect((await entries()).at(-1)).toMatchObject({
      subject: 'list',
      subject_id: null,
      after: { list: index.path, rows: data.length, is_whole: true },
    });
  });

  test.each(lists)('%s: its filters and sorts', async (_, index) => {
    const sort = index.list?.sorts.at(-1) ?? '';
    const [filter = ''] = index.list?.filters ?? [];
    const asked = { sort_fields: [sort], sort_desc: [true] };
    const rows = Rows.parse((await app.call(index, { query: { ...asked, per_page: 500 } }, admin)).body);
    const { data } = rowsOf(
      (await exported(index, { ...asked, ...shownIn(index, ['id']) }, admin)).rawPayload,
    );
    expect(data.slice(0, 500).map(({ A }) => A)).toEqual(rows.map(({ id }) => String(id)));
    const refused = { filters: { [filter]: 'x', nothing: 1 }, ...shownIn(index) };
    expect((await exported(index, refused, admin)).json()).toMatchObject({
      errors: { filters: [expect.stringContaining('nothing is not a filter')] },
    });
  });

  test.each(lists)('%s: every field of it may be a column', async (_, index) => {
    expect((await exported(index, shownIn(index), admin)).statusCode).toBe(200);
    expect((await exported(index, shownIn(index, ['password_hash']), admin)).json()).toMatchObject({
      errors: { columns: [expect.stringContaining('password_hash is no column of this list, which has id')] },
    });
  });
});

describe('who may', () => {
  test('an agent exports what agents may read only', async () => {
    const body = shownIn(discounts.index, ['id']);
    expect((await exported(discounts.index, body, agent)).statusCode).toBe(403);
    expect((await exported(customers.index, shownIn(customers.index), {})).statusCode).toBe(401);
    expect((await entries()).filter(({ made_by }) => made_by.includes('agent'))).toEqual([]);
  });

  test('an agent exports 1,000 rows and is told when there are more; an admin exports all', async () => {
    const { rows } = await sql<{ id: number }>`select id from customers order by id`.execute(app.db);
    expect(rows.length).toBeGreaterThan(MAX_AGENT_EXPORT_ROWS);
    const body = shownIn(customers.index, ['id']);
    expect((await exported(customers.index, body, agent)).json()).toMatchObject({
      message:
        'This list has more than the 1,000 rows that you may export. Please narrow it by its filters, or ask an admin.',
    });
    expect(rowsOf((await exported(customers.index, body, admin)).rawPayload).data).toHaveLength(rows.length);
    const narrowed = { ...body, filters: { last_name: 'son' } };
    const { rawPayload } = await exported(customers.index, narrowed, agent);
    const count = await app.ok(customers.count, { query: { filters: narrowed.filters } }, agent);
    expect(count).toBeGreaterThan(10);
    expect(rowsOf(rawPayload).data).toHaveLength(count);
  });
});

describe('cells', () => {
  test('are typed as the list shows them', async () => {
    const column = (name: string, kind: string, label = name) => ({ name, label, kind });
    const columns = [
      column('id', 'text'),
      column('created_at', 'instant'),
      column('play_date', 'day'),
      column('play_time', 'time'),
      column('players', 'number'),
      column('paid', 'money'),
      { ...column('status', 'text', 'Status'), choices: [['played', 'Was played']] },
    ];
    const filters = { status: 'played' };
    const { rawPayload } = await exported(
      teeTimes.index,
      { ...shownIn(teeTimes.index), columns, filters },
      admin,
    );
    const { status, body } = await app.call(teeTimes.index, { query: { filters, per_page: 1 } }, admin);
    expect(status).toBe(200);
    const [row] = teeTimes.index.answer.parse(body);
    const [cells = {}] = Object.values(sheetsBySheetJs(rawPayload));
    expect(['A5', 'B5', 'C5', 'D5', 'E5', 'F5', 'G5'].map((place) => cells[place]?.t)).toEqual([
      's',
      'n',
      'n',
      'n',
      'n',
      'n',
      's',
    ]);
    expect([cells['A5']?.v, cells['D5']?.w, cells['E5']?.v, cells['F5']?.v, cells['G5']?.v]).toEqual([
      String(row?.id),
      row?.play_time,
      row?.players,
      Number(row?.paid),
      'Was played',
    ]);
  });
});

test('an export that is broken off is recorded as far as it came', async () => {
  const address = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const { path } = listExportCall(teeTimes.index);
  const sent = { ...admin, 'content-type': 'application/json' };
  const asked = request(`${address}${path}`, { method: 'POST', headers: sent });
  asked.end(JSON.stringify(shownIn(teeTimes.index)));
  const [response]: unknown[] = await once(asked, 'response');
  expect(response).toMatchObject({ statusCode: 200 });
  const before = (await entries()).length;
  asked.destroy();
  await expect.poll(async () => (await entries()).length, { timeout: 10_000 }).toBe(before + 1);
  const total = await app.ok(teeTimes.count, { query: {} }, admin);
  const after = z.object({ rows: z.number(), is_whole: z.boolean() }).parse((await entries()).at(-1)?.after);
  expect(after.is_whole).toBe(false);
  expect(after.rows).toBeLessThan(total);
});
