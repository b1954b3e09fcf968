import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contractOfAllAreas } from '../../../src/app/areas.ts';
import { changesData } from '../../../src/contract/call.ts';
import { history } from '../../../src/contract/history/history.ts';
import { testApp, type HeaderFields } from '../../support/app.ts';
import { aCourse } from '../../support/factories.ts';
import { callsWith, type SchemaNode } from '../calls.ts';
import type { Asking } from './example.ts';
import { EXPORT_EXAMPLE, CALL_EXAMPLES } from './examples.ts';

/** The writing calls that add no entry to a record's history, each with the reason or the test that covers it. */
const OTHERWISE: Record<string, string> = {
  'POST /api/auth/sign_in': 'a sign-in is a record of its own (sign_ins)',
  'DELETE /api/auth/sign_out': 'ends that record',
  'POST /api/auth/input': 'is the time of it',
  'PUT /api/auth/password': 'audit.test.ts',
  'POST /api/auth/second_factor': 'nothing is set up yet',
  'PUT /api/auth/second_factor': 'second-factor.test.ts',
  'POST /api/auth/second_factor/take_off': 'second-factor.test.ts',
  'DELETE /api/ric_users/second_factor/{id}': 'second-factor.test.ts',
  'POST /api/notices/dismiss/{id}': 'the notice says who saw to it, and when',
  'POST /api/outbox/resend/{id}': 'histories.test.ts',
  'POST /api/images': 'images.test.ts',
  'PUT /api/images/update': 'images.test.ts',
  'POST /api/customer_forgetting': 'erasing.test.ts',
  'POST /api/saved_views': 'saved-views.test.ts',
  'PUT /api/saved_views/update': 'saved-views.test.ts',
  'DELETE /api/saved_views/{id}': 'saved-views.test.ts',
  'POST /api/saved_views/default/{id}': "which view opens is one's own",
  'DELETE /api/saved_views/default/{id}': "which view opens is one's own",
  'POST /api/gift_certificates/sell': 'sell.test.ts',
  'POST /api/gift_certificates/refund': 'refund.test.ts',
  'POST /api/tee_times/change': 'change-round.test.ts',
  'DELETE /api/images/{id}': 'images.test.ts',
  'POST /api/imports': 'makes nothing yet: a file waits for its columns',
  'POST /api/imports/look': 'a dry run',
  'POST /api/imports/put_in': 'told once it is in (files.test.ts)',
  'DELETE /api/imports/{id}': 'nothing of it was put in',
  'POST /api/refund_requests/approve': 'approving.test.ts',
  'POST /api/refund_requests/refuse': 'approving.test.ts',
  'POST /api/refund_requests/withdraw': 'approving.test.ts',
  'POST /api/report_schedules/send/{id}': 'told when it is mailed (mail.steps.ts)',
  'POST /api/sources/gather/{id}': 'asks for a scrape: the day says when it was scraped',
  'POST /api/fore_up_availability/look/{id}': 'asks for a scrape: the day says when it was scraped',
  'POST /api/templates/send_me': 'a trial to oneself, which no record has',
  'POST /api/turns/take': 'whose turn it is, for minutes',
  'DELETE /api/turns/{holder}': 'whose turn it is, for minutes',
};

/** For a changed column, other words in a history entry that also report the change. */
const SAID_AS: Record<string, string[]> = {
  removed_at: ['deleted'],
  canceled_at: ['canceled'],
  canceled_by: ['canceled'],
  state: ['canceled', 'booked'],
  raw_paid: ['refunded', 'booked'],
  // The cost of a tee time follows its number of players.
  raw_cost: ['players'],
  level: ['admin_user_groups'],
  fore_up_id: ['fore_up_course'],
  price_min: ['price_min', 'raw_price_min'],
};
const UNSAID = /^(updated_at|updated_by|created_at|\w+_normal)$/;

const app = testApp();
let admin: HeaderFields;
let name: string;
let asking: Asking;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  const who = app.db
    .selectFrom('staff_users')
    .select('name')
    .where('email', '=', admin['uid'] ?? '');
  ({ name } = await who.executeTakeFirstOrThrow());
  asking = { app, admin, course: (await aCourse(app.db, { email: 'pro@course.example' })).id };
});

const PAGES = history.show.params.shape.record.options;
type Page = (typeof PAGES)[number];
type Row = { id: number } & SchemaNode;
type RecordsByPage = Map<Page, Map<number, Row>>;

/** Returns all records that have a page with a history. */
async function everyRecord(): Promise<RecordsByPage> {
  const all: RecordsByPage = new Map();
  for (const page of PAGES) {
    const { rows } = await sql<{ row: Row }>`select to_jsonb(r) as row from ${sql.table(page)} r`.execute(
      app.db,
    );
    all.set(page, new Map(rows.map(({ row }) => [row.id, row])));
  }
  return all;
}

const Entry = z.object({
  action: z.string(),
  subject: z.string(),
  subject_id: z.number().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
type Entry = z.infer<typeof Entry>;

const lastOf = async (table: 'audit_entries' | 'outbox' | 'lead_calls') =>
  (await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(app.db)).rows[0]
    ?.id ?? 0;
const entriesAfter = async (id: number): Promise<Entry[]> =>
  z
    .array(Entry)
    .parse(
      await app.db
        .selectFrom('audit_entries')
        .select(['action', 'subject', 'subject_id', 'before', 'after'])
        .where('id', '>', id)
        .where('made_by', '=', name)
        .execute(),
    );

const plainly = (column: string): string => column.replace(/^raw_/, '').replace(/_id$/, '');
const isSaid = (column: string, said: Set<string>): boolean =>
  UNSAID.test(column) ||
  said.has(plainly(column)) ||
  (SAID_AS[column] ?? []).some((each) => said.has(each) || said.has(plainly(each)));

/** Returns the changed columns of a record that the history on its page does not report. */
async function untold(page: Page, { was, is, since }: { was: Row | undefined; is: Row; since: number }) {
  const columns = Object.keys(is).filter(
    (column) => JSON.stringify(was?.[column]) !== JSON.stringify(is[column]),
  );
  const { told } = await app.ok(history.show, { params: { record: page, id: is.id }, query: {} }, admin);
  const fresh = told.filter(
    ({ key, by }) => by === name && !(key.startsWith('audit ') && Number(key.slice(6)) <= since),
  );
  if (fresh.length === 0) return [`${page} ${is.id}: nothing is told of ${columns.join(', ')}`];
  // A new record's history names its maker, and its values are on its page.
  if (!was) return [];
  const entries = await entriesAfter(since);
  const said = new Set([
    ...fresh.flatMap(({ changes }) => changes.map(({ field }) => plainly(field))),
    ...entries.flatMap(({ action, before, after }) =>
      [action, ...Object.keys({ ...before, ...after })].map(plainly),
    ),
  ]);
  return columns.filter((column) => !isSaid(column, said)).map((column) => `${page} ${is.id}: ${column}`);
}

// Moving one record of an ordered list shifts the others; only the moved record has an audit entry.
const isGivingWay = (was: Row | undefined, is: Row): boolean =>
  was !== undefined &&
  Object.keys(is).every(
    (column) =>
      column === 'order' || UNSAID.test(column) || JSON.stringify(was[column]) === JSON.stringify(is[column]),
  );

type Compared = { before: RecordsByPage; after: RecordsByPage; entries: Entry[]; since: number };

/** Returns the changes of records on one kind of page that their history does not report. */
async function missingOf(page: Page, { before, after, entries, since }: Compared): Promise<string[]> {
  const [was, is]: Map<number, Row>[] = [before.get(page) ?? new Map(), after.get(page) ?? new Map()];
  if (!was || !is) throw new Error('there are two');
  const gone = [...was.keys()].filter(
    (id) => !is.has(id) && !entries.some((entry) => entry.subject_id === id && entry.before !== null),
  );
  const missing = gone.map((id) => `${page} ${id}: nothing tells that it is gone`);
  for (const [id, row] of is) {
    const old = was.get(id);
    if (JSON.stringify(old) === JSON.stringify(row) || isGivingWay(old, row)) continue;
    missing.push(...(await untold(page, { was: old, is: row, since })));
  }
  return missing;
}

const written = callsWith(changesData);
const exported = new Set(Object.values(contractOfAllAreas.exports).map(({ path }) => `POST ${path}`));

test('every call that writes is tried here, or it is said why not', () => {
  const known = [...Object.keys(CALL_EXAMPLES), ...Object.keys(OTHERWISE), ...exported];
  expect(written.map(([call]) => call).toSorted()).toEqual([...new Set(known)].toSorted());
});

describe('what is written is told', () => {
  test.each(written.filter(([call]) => CALL_EXAMPLES[call]))('%s', async (call, called) => {
    const example = CALL_EXAMPLES[call];
    if (!example) throw new Error('it has one');
    const sent = await example(asking);
    const before = await everyRecord();
    const since = {
      entry: await lastOf('audit_entries'),
      letter: await lastOf('outbox'),
      call: await lastOf('lead_calls'),
    };
    const { status, body } = await app.call(called, sent, admin);
    expect({ status, body }).toMatchObject({ status: 200 });
    const after = await everyRecord();
    const entries = await entriesAfter(since.entry);
    const isRecordOfItsOwn =
      (await lastOf('outbox')) > since.letter || (await lastOf('lead_calls')) > since.call;
    expect(entries.length > 0 || isRecordOfItsOwn).toBe(true);
    const missing: string[] = [];
    for (const page of PAGES)
      missing.push(...(await missingOf(page, { before, after, entries, since: since.entry })));
    expect(missing).toEqual([]);
  });

  test.each(written.filter(([call]) => exported.has(call)))('%s', async (_, called) => {
    const since = await lastOf('audit_entries');
    const { status } = await app.call(called, EXPORT_EXAMPLE, admin);
    expect(status).toBe(200);
    expect(await entriesAfter(since)).toMatchObject([{ action: 'exported', subject: 'list' }]);
  });
});
