import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aBookingBody, aCard, sendBooking } from '../../../../test/support/bookings.ts';
import { BEFORE, erasingSetup } from '../../../../test/support/erasing.ts';
import { aCertificate, aCustomer, aTeeTime } from '../../../../test/support/factories.ts';
import { history } from '../../../contract/history/history.ts';
import { listExportCall } from '../../../contract/exports/exports.ts';
import { sealNewEntries } from '../../audit/sealing/seals.queries.ts';
import { verifyAudit } from '../../audit/sealing/verify.steps.ts';
import { sendDueEmails } from '../../outbox/worker.job.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';
import { customers } from '../customers.contract.ts';
import { customerMerges } from '../merging/merging.contract.ts';
import { customerErasing } from './erasing.contract.ts';

const { app, at, signInAt, preview, forget } = erasingSetup();
const AFTER = '2030-07-01T18:00:00Z';

/** Returns every text, JSON or array column of all tables and views that contains one of these words, as `table.column`. */
async function whereSaid(words: string[]): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    where c.table_schema = 'public' and (c.data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY', 'USER-DEFINED')
      or c.udt_name in ('name', 'citext'))`.execute(app.db);
  expect(columns.length).toBeGreaterThan(200);
  const found: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await sql<{ said: boolean }>`
      select exists (select from ${sql.table(table)} t, unnest(${words}::text[]) as word
        where strpos(lower(t.${sql.ref(column)}::text), lower(word)) > 0) as said`.execute(app.db);
    if (rows[0]?.said) found.push(`${table}.${column}`);
  }
  return found;
}

const JANE = {
  first_name: 'Quillaine',
  last_name: 'Zwetkoff',
  email: 'quillaine@zwetkoff.example',
  primary_phone: '(619) 555-7391',
};
const WORDS = [
  JANE.first_name,
  JANE.last_name,
  JANE.email,
  JANE.primary_phone,
  '6195557391',
  'Old-Zwettl',
  'Wants the cart at tee seven',
];

/** Creates a customer with data in every possible place: two merged customers, tee times, leads, notes and an export. */
async function aLife(): Promise<number> {
  const tee_time = { notes: 'Wants the cart at tee seven', alt_emails: 'caddie@zwetkoff.example' };
  const { status } = await sendBooking(
    app,
    aBookingBody({ course: at.course.id, customer: JANE, tee_time, credit_card: aCard() }),
    at.agent,
    'a-key-of-theirs',
  );
  expect(status).toBe(200);
  const { id, updated_at } = await app.db
    .selectFrom('customers')
    .select(['id', 'updated_at'])
    .where('email', '=', JANE.email)
    .executeTakeFirstOrThrow();
  const other = await aCustomer(app.db, {
    ...JANE,
    last_name: 'Old-Zwettl',
    email: 'old-zwettl@zwetkoff.example',
  });
  const seen = await app.ok(customers.show, { params: { id: other.id } }, at.agent);
  await app.ok(
    customerMerges.merge,
    { body: { stays: { id, updated_at }, goes: { id: other.id, updated_at: seen.updated_at }, taken: [] } },
    at.admin,
  );
  await app.ok(
    history.note,
    { params: { record: 'customers', id }, body: { note: 'Zwetkoff likes mornings' } },
    at.agent,
  );
  await app.call(
    listExportCall(teeTimes.index),
    {
      body: {
        title: 'Tee times',
        said: '',
        noun: 'tee time',
        filters: { email: JANE.email },
        columns: [{ name: 'id', label: 'Id', kind: 'number', choices: [] }],
      },
    },
    at.agent,
  );
  await app.db
    .insertInto('notices')
    .values({ kind: 'mail', message: `An e-mail to ${JANE.email} could not be delivered` })
    .execute();
  await aTeeTime(app.db, {
    course_id: at.course.id,
    customer_id: id,
    state: 'canceled',
    internal_notes: 'Quillaine called',
  });
  await aCertificate(app.db, {
    recipient_id: id,
    raw_value: 0,
    who_from: 'Aunt Zwetkoff',
    greeting: 'Dear Quillaine',
  });
  await sendDueEmails(app.context);
  await sealNewEntries(app.db);
  return id;
}

test('of who is forgotten no table says a word, the books agree and the audit is whole', async () => {
  const id = await aLife();
  expect((await whereSaid(WORDS)).length).toBeGreaterThan(12);
  const ledger = () => sql`select * from ledger_entries order by id`.execute(app.db);
  const books = await ledger();
  await signInAt(AFTER);
  const { emptied, hindrances } = await preview(id);
  expect(hindrances).toEqual([]);
  expect(emptied).toMatchObject({ rounds: 2, certificates: 1, leads: 0 });
  expect(emptied.letters).toBeGreaterThan(0);
  expect(emptied.entries).toBeGreaterThan(3);
  expect(await forget(id, JANE.email.toUpperCase())).toMatchObject({ status: 200 });
  expect(await whereSaid(WORDS)).toEqual([]);
  expect((await ledger()).rows).toEqual(books.rows);
  const first = await verifyAudit(app.db, []);
  expect(first).toMatchObject({ isWhole: true });
  expect(first.lines.at(-1)).toMatch(
    /^\d+ entries are empty, since a customer’s personal data was erased\.$/,
  );
  await sealNewEntries(app.db);
  expect(await verifyAudit(app.db, [])).toMatchObject({ isWhole: true });
  expect(await app.ok(customers.show, { params: { id } }, at.agent)).toMatchObject({
    first_name: '',
    last_name: 'Erased',
    email: '',
  });
  const told = await app.ok(history.show, { params: { record: 'customers', id }, query: {} }, at.admin);
  expect(told.told[0]?.did).toBe('erased the personal data: names and contacts were emptied');
  // A repeated request learns that its answer was erased, and books nothing.
  const again = await forget(id, 'erase');
  expect(again).toMatchObject({ status: 422, body: { message: 'Their personal data was erased already.' } });
});

test('a repeat whose answer was lost is answered as done, and any other that it is done already', async () => {
  await signInAt(BEFORE);
  const { id, email } = await aCustomer(app.db);
  const body = { id, typed: email, updated_at: (await preview(id)).updated_at };
  const key = { ...at.admin, 'idempotency-key': 'erase-again' };
  for (const headers of [key, key])
    expect(await app.call(customerErasing.forget, { body }, headers)).toMatchObject({ status: 200 });
  expect(await app.call(customerErasing.forget, { body }, at.admin)).toMatchObject({
    status: 422,
    body: { message: 'Their personal data was erased already.' },
  });
});

test('what is said of somebody whose e-mail has theirs inside stays', async () => {
  await signInAt(BEFORE);
  const ed = await aCustomer(app.db, { first_name: 'Ed', last_name: 'Lee', email: 'ed@golf.example' });
  const others = ['fred@golf.example', 'ed@golf.example.org', 'mr.ed@golf.example'];
  const made = [];
  for (const email of others) {
    const customer = { first_name: 'Fred', last_name: 'Leeds', email, city: 'Vista' };
    // oxlint-disable-next-line no-await-in-loop -- created one after the other, so that the ids ascend
    made.push((await app.ok(customers.create, { body: { customer } }, at.agent)).id ?? 0);
  }
  const message = (email: string) => `An e-mail to ${email} could not be delivered.`;
  const notices = [...others, ed.email].map((email) => ({ kind: 'mail', message: message(email) }));
  await app.db.insertInto('notices').values(notices).execute();
  expect(await forget(ed.id, ed.email)).toMatchObject({ status: 200 });
  const entries = app.db.selectFrom('audit_entries').select('after').where('subject', '=', 'customer');
  const kept = await entries.where('subject_id', 'in', made).orderBy('id').execute();
  expect(kept.map(({ after }) => after)).toMatchObject(others.map((email) => ({ email })));
  const open = app.db.selectFrom('notices').select('message').where('dismissed_at', 'is', null);
  const said = (await open.execute()).map((notice) => notice.message);
  expect(said).toEqual(expect.arrayContaining(others.map(message)));
  expect(said).not.toContain(message(ed.email));
});

test.each([
  {
    phone: '555-7391',
    theirs: ['Call 555-7391.', 'At 5557391', '5557391, or 555-7391'],
    others: ['Call (619) 555-7391.', 'At 619 555-7391', 'Order 25557391', '55573912', '619-5557391'],
  },
  {
    phone: '(619) 555-7391',
    theirs: ['Call (619) 555-7391.', 'At +16195557391', '1 (619) 555-7391'],
    others: ['Order 61955573912', 'Order 12346195557391', 'Call (858) 555-7391.'],
  },
])('what is said of another number than $phone stays', async ({ phone, theirs, others }) => {
  await signInAt(BEFORE);
  const { id } = await aCustomer(app.db, { email: '', primary_phone: phone });
  const said = [...theirs, ...others].map((message) => ({ kind: 'mail', message }));
  const made = await app.db.insertInto('notices').values(said).returning('id').execute();
  expect(await forget(id, 'erase')).toMatchObject({ status: 200 });
  const left = await app.db
    .selectFrom('notices')
    .select('message')
    .where(
      'id',
      'in',
      made.map((notice) => notice.id),
    )
    .where('dismissed_at', 'is', null)
    .orderBy('id')
    .execute();
  expect(left.map(({ message }) => message)).toEqual(others);
});

test('who empties an entry, and nobody was forgotten, is found', async () => {
  const { rows } = await sql<{
    id: number;
  }>`select min(id) as id from audit_entries where after is not null`.execute(app.db);
  await sql`select forget_audit_details(array[${rows[0]?.id}::bigint])`.execute(app.db);
  const { isWhole, lines } = await verifyAudit(app.db, []);
  expect(isWhole).toBe(false);
  expect(lines[0]).toBe(`Entries were emptied, and no erasure says so: ${rows[0]?.id}.`);
});
