import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '../../src/areas/session/session.queries.ts';
import { ledgerEntries as recordMoves } from '../../src/areas/transactions/ledger-entries/ledger-entries.contract.ts';
import { transactions } from '../../src/areas/transactions/transactions.contract.ts';
import { openIntegrations, type Integrations } from '../../src/integrations/integrations.ts';
import { buildApp } from '../../src/app/app.ts';
import type { Database } from '../../src/server/database/open.ts';
import { openLiveEvents, type LiveEvents } from '../../src/server/live/live.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { createAppContext } from '../../src/server/process/app-context.ts';
import { readSettings } from '../../src/server/process/settings.ts';
import { callUrl, type HeaderFields } from '../support/app.ts';
import { ownServerDatabase } from '../support/database.ts';
import {
  MEASURED_TEE_TIMES,
  type MeasuredCall,
  type CostLimit,
  teeTimeListRequest,
  teeTimeCountRequest,
  openTimeListRequest,
  LIST_COST_LIMITS,
  UNINDEXED_SORTS,
  SORT_FIELDS_OF_LISTS,
} from './list-cost-gates.ts';

let database: Database;
let integrations: Integrations;
let app: FastifyInstance;
let live: LiveEvents;
let headers: HeaderFields;
let folder: string;
const sent: { text: string; values: unknown[] }[] = [];
let isWatching = false;

const isServer = process.env.TEST_ON === 'postgres';

beforeAll(async () => {
  if (!isServer) return;
  database = await ownServerDatabase();
  database.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      const [asked] = given as [{ text: string; values: unknown[] }];
      if (isWatching) sent.push(asked);
      return query(...given);
    }) as typeof client.query;
  });
  await fillCompany();
  folder = mkdtempSync(join(tmpdir(), 'ric-lists-'));
  const settings = readSettings({ DATA_DIR: folder, DEMO: 'off', LOG_LEVEL: 'silent' });
  integrations = await openIntegrations(settings);
  live = openLiveEvents(database);
  const context = createAppContext(database, { settings, integrations, live, now: () => new Date() });
  app = await buildApp(context, { webRoot: null, logger: false });
  const { token, client: session } = await openSession(database.db, 1, { now: new Date(), hours: 12 });
  headers = { 'access-token': token, uid: 'agent1@ric.example', client: session };
}, 300_000);

afterAll(async () => {
  if (!isServer) return;
  await app.close();
  await live.close();
  await integrations.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

// Gives one gift certificate or discount code to a very large number of tee times.
const MUCH_USED = `
  with made as (insert into ledger_transactions (kind, tee_time_id)
    select 'booking', id from tee_times returning id)
  insert into ledger_entries (ledger_transaction_id, account, raw_amount, golf_discount_id)
    select id, account, cents, case when account = 'discount' then 1 end
    from made cross join (values ('discount', 500), ('adjustment', -500)) as e (account, cents) order by id`;

// Gives a thousand customers a former name, as after a merge.
const MERGED = `
  insert into former_names (customer_id, first_name, last_name, email)
    select id, first_name, last_name, 'former' || id || '@customer.example' from customers order by id limit 1000`;

// Fills the database with the benchmark's company at a tenth of its size.
async function fillCompany() {
  const client = await database.pool.connect();
  try {
    await client.query(`set bench.tee_times = ${MEASURED_TEE_TIMES}`);
    await client.query(readFileSync(join(projectRoot, 'bench', 'dataset.sql'), 'utf8'));
    await client.query(MUCH_USED);
    await client.query(MERGED);
    // The signed-in user becomes an admin, because lists of codes are for admins.
    await client.query(`update staff_users set level = 'admin' where id = 1`);
    await client.query('vacuum (analyze)');
  } finally {
    client.release(true);
  }
}

const moves = (page: number): MeasuredCall => ({
  call: recordMoves.ofDiscount,
  params: { id: 1 },
  query: { page },
});
// The sum, and the entries before the requested page, are read from the index alone; only the thirty entries of the page
// are joined with their tee times.
const MOVES: [string, MeasuredCall, CostLimit][] = [
  ['the first page', moves(1), { statements: 4, pages: 1800 }],
  ['the last page', moves(3334), { statements: 4, pages: 3000 }],
  [
    'the thousand newest records',
    { call: transactions.discount, params: { id: 1 }, query: {} },
    { statements: 3, pages: 14_000 },
  ],
];

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };
type Explained = { Plan: Plan & { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } };

/** Sends a request, runs its SQL statements again and returns their cost. */
async function costOf({ call, ...asked }: MeasuredCall) {
  sent.length = 0;
  isWatching = true;
  const response = await app.inject({ method: 'GET', url: callUrl(call, asked), headers });
  isWatching = false;
  expect(response.statusCode).toBe(200);
  const statements = sent.slice();
  let pages = 0;
  const scanned: string[] = [];
  for (const { text, values } of statements) {
    const { rows } = await database.pool.query(`explain (analyze, buffers, format json) ${text}`, values);
    const [{ Plan: plan }] = (rows[0] as { 'QUERY PLAN': [Explained] })['QUERY PLAN'];
    pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    scanned.push(...scans(plan));
  }
  return { statements: statements.length, pages, scanned };
}

const SMALL = ['courses', 'tee_time_counts', 'staff_users', 'sign_ins'].concat([
  'rates',
  'course_groups',
  'course_group_courses',
  'course_days',
  'course_sources',
]);
function scans(plan: Plan): string[] {
  const relation = plan['Relation Name'] ?? '';
  const own = plan['Node Type'] === 'Seq Scan' && !SMALL.includes(relation) ? [relation] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scans)];
}

// Course days are sorted without an index, because there are only a few thousand short rows.
const OPEN_SORTS = ['course_name', 'scraped_at', 'rate', 'group_name', 'available_date', 'available_time'];

describe.runIf(isServer)('on 100,000 tee times', () => {
  test.each(OPEN_SORTS)('open times by %s, both ways, are never all read', async (name) => {
    for (const desc of [false, true]) {
      const { statements, pages, scanned } = await costOf(
        openTimeListRequest({ sort_fields: [name], sort_desc: [desc] }),
      );
      expect({ statements, scanned }).toEqual({ statements: 2, scanned: [] });
      expect(pages).toBeLessThanOrEqual(2000);
    }
  });

  test.each(LIST_COST_LIMITS)('%s', async (_, asked, most) => {
    const { statements, pages, scanned } = await costOf(asked);
    expect({ statements, scanned }).toEqual({ statements: most.statements, scanned: most.scanned ?? [] });
    expect(pages).toBeLessThanOrEqual(most.pages);
  });

  test.each(
    SORT_FIELDS_OF_LISTS.flatMap(([list, call, names]) => names.map((name) => [list, name, call] as const)),
  )('%s by %s, both ways', async (_, name, call) => {
    for (const desc of [false, true]) {
      const cost = await costOf({ call, query: { sort_fields: [name], sort_desc: [desc] } });
      expect(cost).toMatchObject({ statements: 2, scanned: [] });
      expect(cost.pages).toBeLessThanOrEqual(200);
    }
  });

  test.each(UNINDEXED_SORTS)('tee times by %s read the list from end to end, and once', async (name) => {
    const { scanned, pages } = await costOf(teeTimeListRequest({ sort_fields: [name] }));
    expect(scanned).toEqual(['tee_time_list']);
    expect(pages).toBeLessThanOrEqual(4000);
  });

  test('letters that half of all have are counted to the cap, not to the end', async () => {
    const { scanned, pages } = await costOf(teeTimeCountRequest({ first_name: 'a', last_name: 'e' }));
    expect(scanned).toEqual(['tee_time_list']);
    expect(pages).toBeLessThanOrEqual(1200);
  });

  // An index of the column would not help: all matching rows may come last in it.
  test('one letter is counted in the order of the table', async () => {
    const { scanned, pages } = await costOf(teeTimeCountRequest({ confirmation: 'I' }));
    expect(scanned).toEqual(['tee_time_list']);
    expect(pages).toBeLessThanOrEqual(4000);
  });

  test.each(MOVES)('of a code with 100,000 transactions: %s', async (_, asked, most) => {
    const { statements, pages, scanned } = await costOf(asked);
    expect({ statements, scanned }).toEqual({ statements: most.statements, scanned: [] });
    expect(pages).toBeLessThanOrEqual(most.pages);
  });

  test('the company is sound', async () => {
    for (const view of ['check_2_certificates', 'check_4_totals', 'check_5_charges', 'check_10_lists'])
      expect((await database.pool.query(`select * from ${view} limit 3`)).rows).toEqual([]);
  });
});
