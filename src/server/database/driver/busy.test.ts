import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { holidays } from '../../../areas/holidays/holidays.contract.ts';
import { testApp } from '../../../../test/support/app.ts';
import { ServiceUnavailable } from '../../http/errors.ts';
import { DatabaseDeadline } from './deadline.ts';
import { retryUntilRecorded, withDatabaseDeadline } from './retry.ts';
import { TransactionConflict, databaseFailure } from './failures.ts';
import { openDatabase } from '../open.ts';
import { PREPARED_STATEMENT_MARK } from '../prepared.ts';
import { readSnapshot, runTransaction } from '../transact.ts';

const app = testApp({ settings: { DATABASE_WAIT_MS: '400' } });
const BUSY = 'RIC is busy and could not answer in time. Please try again in a moment.';
const aHoliday = (name: string) => ({
  holiday: { name, start_date: '2030-07-04', end_date: '2030-07-04', course_ids: [] },
});

/** Blocks every other call, on the server or the embedded database, while `tried` runs. */
const whileItIsTaken = <T>(tried: () => Promise<T>) =>
  app.db.transaction().execute(async (db) => {
    await sql`lock table holidays, sign_ins in access exclusive mode`.execute(db);
    return tried();
  });

test('a call that cannot get at the database in time is a 503 with a sentence, and works later', async () => {
  const admin = await app.signedIn('admin');
  const body = aHoliday('Independence Day');
  // Both calls are answered while the tables are still locked.
  const refused = await whileItIsTaken(() =>
    Promise.all([app.call(holidays.create, { body }, admin), app.call(holidays.index, {}, admin)]),
  );
  for (const { status, body: said } of refused)
    expect({ status, said }).toMatchObject({ status: 503, said: { message: BUSY } });
  expect((await app.call(holidays.create, { body }, admin)).status).toBe(200);
  expect(await app.ok(holidays.count, { query: {} }, admin)).toBe(1);
});

test('a request waits so long in all, however many statements it makes', async () => {
  const { db, limit } = withDatabaseDeadline(app.context, 300);
  const work = async () => {
    for (;;) await sql`select pg_sleep(0.05)`.execute(db);
  };
  await expect(work()).rejects.toThrow(BUSY);
  // The request's time is used up; a timer of Node.js may fire a millisecond early.
  expect(limit?.deadline.leftMs).toBeLessThanOrEqual(1);
  await expect(sql`select 1 as one`.execute(app.db)).resolves.toMatchObject({ rows: [{ one: 1 }] });
});

test('a transaction whose time is over leaves nothing behind', async () => {
  const work = runTransaction(withDatabaseDeadline(app.context, 300).db, async (db) => {
    await db.insertInto('audit_entries').values({ made_by: 'x', action: 'x', subject: 'too long' }).execute();
    await sql`select pg_sleep(2)`.execute(db);
  });
  await expect(work).rejects.toThrow(BUSY);
  const left = await app.db
    .selectFrom('audit_entries')
    .select('id')
    .where('subject', '=', 'too long')
    .execute();
  expect(left).toEqual([]);
});

// The pool itself waits half of the deadline for a connection; the test holds the connection for longer or shorter than that.
test.skipIf(process.env.TEST_ON !== 'postgres').each([
  ['a connection that comes later goes back', 120_000, 1],
  ['none comes where the pool gave up as well', 400, 0],
])(
  'who waits for a connection past the deadline is told so, and %s',
  async (_, databaseWaitMs, stillWaiting) => {
    const databaseUrl = process.env.TEST_DATABASE_URL;
    const small = await openDatabase({ databaseUrl, databasePool: 1, databaseWaitMs, dataDir: null });
    await small.db.transaction().execute(async () => {
      const waiting = sql`select 1`.execute(small.dbWithin(new DatabaseDeadline(100)));
      await expect(waiting).rejects.toThrow(BUSY);
      await vi.waitUntil(() => small.pool.waitingCount === stillWaiting, { timeout: 30_000 });
    });
    await expect(sql`select 1 as one`.execute(small.db)).resolves.toMatchObject({ rows: [{ one: 1 }] });
    await small.close();
  },
);

test('the waits of a request count together, those at the same time once, and others not at all', () => {
  let now = 0;
  const deadline = new DatabaseDeadline(300, () => now);
  deadline.beginWait();
  now += 40;
  deadline.beginWait();
  now += 60;
  deadline.endWait();
  now += 50;
  expect(deadline.leftMs).toBe(150);
  deadline.endWait();
  now += 1_000;
  expect(deadline.leftMs).toBe(150);
  deadline.beginWait();
  now += 150;
  deadline.endWait();
  expect(() => deadline.beginWait()).toThrow(BUSY);
});

test('a transaction that lost a collision is tried again, three times at most', async () => {
  let tried = 0;
  const collide = (db: typeof app.db) => {
    tried += 1;
    return sql`do $$ begin raise exception 'x' using errcode = '40P01'; end $$`.execute(db).then(() => '');
  };
  await expect(runTransaction(app.db, collide)).rejects.toBeInstanceOf(TransactionConflict);
  expect(tried).toBe(3);
  const second = runTransaction(app.db, (db) => (tried === 3 ? collide(db) : Promise.resolve('done')));
  await expect(second).resolves.toBe('done');
  expect(tried).toBe(4);
});

test('a snapshot is read once, and changes nothing', async () => {
  let reads = 0;
  const collide = (db: typeof app.db) => {
    reads += 1;
    return sql`do $$ begin raise exception 'x' using errcode = '40001'; end $$`.execute(db);
  };
  await expect(readSnapshot(app.db, collide)).rejects.toBeInstanceOf(TransactionConflict);
  expect(reads).toBe(1);
  await expect(readSnapshot(app.db, (db) => auditOf(db, 'snapshot'))).rejects.toThrow(ServiceUnavailable);
});

const auditOf = (db: typeof app.db, subject: string) =>
  db.insertInto('audit_entries').values({ made_by: 'x', action: 'x', subject }).executeTakeFirst();
const audited = (db: typeof app.db, subject: string) =>
  db.selectFrom('audit_entries').select('id').where('subject', '=', subject).execute();

test('statements of a transaction that are sent together are done in turn, or not at all', async () => {
  const found = await runTransaction(app.db, async (db) => {
    const [, both] = await Promise.all([auditOf(db, 'together'), audited(db, 'together')]);
    return both;
  });
  expect(found).toHaveLength(1);
  const failing = runTransaction(app.db, (db) =>
    Promise.all([auditOf(db, 'broken'), sql`select 1/0`.execute(db), auditOf(db, 'broken')]),
  );
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  expect(await audited(app.db, 'broken')).toEqual([]);
});

test('a statement that comes when its transaction is over is refused, not done on its own', async () => {
  let left: Promise<unknown> | undefined;
  const failing = runTransaction(app.db, async (db) => {
    const late = Promise.resolve().then(() => undefined);
    left = late.then(() => auditOf(db, 'late')).catch((error: unknown) => error);
    throw new Error('x');
  });
  await expect(failing).rejects.toThrow('x');
  expect(await left).toBeInstanceOf(Error);
  expect(await audited(app.db, 'late')).toEqual([]);
});

test('what statements sent together failed of is told, however late it is heard', async () => {
  let tried = 0;
  const collide = async (db: typeof app.db) => {
    tried += 1;
    const raising = sql`do $$ begin raise exception 'x' using errcode = '40P01'; end $$`.execute(db);
    await raising.catch(async (error: unknown) => {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      throw error;
    });
  };
  const failing = runTransaction(app.db, (db) => Promise.all([collide(db), audited(db, 'x')]));
  await expect(failing).rejects.toBeInstanceOf(TransactionConflict);
  expect(tried).toBe(3);
});

test('statements sent together behind one that waits too long all fail with it', async () => {
  const refused = runTransaction(withDatabaseDeadline(app.context, 300).db, (db) =>
    Promise.allSettled([
      auditOf(db, 'behind'),
      sql`select pg_sleep(2)`.execute(db),
      auditOf(db, 'behind'),
    ]).then((ended) => ended.map(({ status }) => status)),
  );
  await expect(refused).rejects.toThrow(BUSY);
  expect(await audited(app.db, 'behind')).toEqual([]);
});

test('what must be recorded is tried until it is, also after its request was answered', async () => {
  let tried = 0;
  const work = async () => {
    tried += 1;
    if (tried < 4) throw new ServiceUnavailable('away');
    return 'recorded';
  };
  await expect(retryUntilRecorded(app.context, work)).resolves.toBe('recorded');
  tried = 0;
  await expect(retryUntilRecorded(withDatabaseDeadline(app.context, 50), work)).rejects.toThrow(BUSY);
  await expect.poll(() => tried, { timeout: 30_000 }).toBe(4);
});

test('what the database refuses stays what it is', async () => {
  const refused = await sql`select 1/0`.execute(app.db).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: '22012' });
  expect(databaseFailure(refused)).toBeNull();
});

test('a table that an update of RIC changes costs a connection one refusal, which says why', async () => {
  await sql`create table changing (id integer)`.execute(app.db);
  const read = () =>
    sql`${PREPARED_STATEMENT_MARK} select * from changing`.execute(app.db).catch((error: unknown) => error);
  try {
    await read();
    await sql`alter table changing add column more text`.execute(app.db);
    const answers = [await read(), await read(), await read()];
    const refused = answers.filter((answer) => answer instanceof ServiceUnavailable);
    // The embedded database never uses named statements, so their error cannot occur there.
    expect(refused.map(({ message }) => message)).toEqual(
      process.env.TEST_ON === 'postgres'
        ? ['RIC is being updated. Nothing was saved; please try again.']
        : [],
    );
    expect(answers.at(-1)).toMatchObject({ rows: [] });
  } finally {
    await sql`drop table changing`.execute(app.db);
  }
});
