import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { notices } from '../../src/areas/notices/notices.contract.ts';
import { outbox } from '../../src/areas/outbox/outbox.contract.ts';
import { queueTeeTimeMail } from '../../src/areas/outbox/queue.steps.ts';
import { sendDueMails } from '../../src/areas/outbox/worker.job.ts';
import { smtpMailer } from '../../src/integrations/mail/smtp.ts';
import type { Db } from '../../src/server/process/context.ts';
import { openDatabase } from '../../src/server/database/open.ts';
import { prepareDatabase } from '../../src/server/database/prepare.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { readSettings } from '../../src/server/process/settings.ts';
import { testApp, type Headers } from '../support/app.ts';
import { aBooking, sendBooking } from '../support/bookings.ts';
import { putEmptyDatabase } from '../support/embedded-folder.ts';
import { aCourse, aCustomer, aStaffUser, aTeeTime } from '../support/factories.ts';
import { uniqueText } from '../support/unique-text.ts';
import { rounds, triedIn } from '../support/tried.ts';
import { inTurn, startMailServer, type Behaviour, type MailServer } from './mail-server.ts';

const tried = triedIn('mail');
const MAILS = rounds(500, 60);
const KILLS = rounds(9, 3);
/** Far longer than sending all of them takes on any machine. */
const ALL_SENT_MS = 120_000 + MAILS * 1_000;
const PER_BOOKING = 10;
const MAIL_FROM = 'San Diego Golf <desk@ric.example>';
const app = testApp({ settings: { MAIL_FROM } });

let server: MailServer;
let agent: Headers;
let course: number;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db)).id;
});
beforeEach(async () => {
  server = await startMailServer();
  await app.db.deleteFrom('notices').execute();
  await app.db.deleteFrom('outbox').execute();
});
afterEach(() => server.close());

const others = () =>
  Array.from({ length: PER_BOOKING - 1 }, () => `${uniqueText()}@player.example`).join(', ');

/** Books until enough receipts wait. */
async function queueMails(): Promise<void> {
  for (let queued = 0; queued < MAILS; queued += PER_BOOKING) {
    const tee_time = { alt_emails: others(), should_email_course: false };
    const { status } = await sendBooking(app, aBooking({ course, tee_time }), agent);
    expect(status).toBe(200);
  }
  expect(await states()).toEqual({ waiting: MAILS });
}

async function states(): Promise<Record<string, number>> {
  const all = app.db.selectFrom('outbox').select(['state', sql<number>`count(*)::int`.as('mails')]);
  const found = await all.groupBy('state').execute();
  return Object.fromEntries(found.map(({ state, mails }) => [state, mails]));
}

const makeDue = (db: Db) =>
  db
    .updateTable('outbox')
    .set({ next_try_at: sql<string>`now()` })
    .where('state', '=', 'waiting')
    .execute();

/** Tries every waiting mail once, as the outbox does when the next try is due. */
async function goOver({ mails = MAILS, timeoutMs = 10_000 } = {}): Promise<void> {
  const mailer = smtpMailer({
    url: server.url,
    envelopeFrom: MAIL_FROM,
    officeUrl: 'https://ric.example',
    timeoutMs,
  });
  await makeDue(app.db);
  let left = mails;
  const context = { ...app.context, integrations: { ...app.context.integrations, mailer } };
  // On a slow machine the first of many would be due again before the last was tried.
  expect(await sendDueMails(context, { isStopping: () => left-- === 0 })).toBe(mails);
}

/** Counts, by the mail server's figures, lost mails and superfluous duplicates. */
function conclude(fault: string, times: number, written: string[]): void {
  const { taken, untold } = server;
  const lost = written.filter((id) => !taken.has(id)).length;
  const more = [...taken].map(([id, copies]) => copies - 1 - (untold.get(id) ?? 0));
  const doubled = more.reduce((sum, copies) => sum + Math.max(0, copies), 0);
  const second = [...taken.values()].filter((copies) => copies > 1).length;
  const again = `${second} twice under one Message-ID, the answer to the first never came`;
  const note = `${written.length} mails${second > 0 ? `, ${again}` : ''}`;
  tried({ fault, times, lost, doubled, note });
  expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
  // No mail came under an unknown Message-ID.
  expect([...taken.keys()].filter((id) => !written.includes(id))).toEqual([]);
}

const written = async (db: Db) =>
  (await db.selectFrom('outbox').select('message_id').execute()).map(({ message_id }) => message_id);
const well: Behaviour = () => 'ok';

test('a mail server that is down', { timeout: 900_000 }, async () => {
  await queueMails();
  await server.close();
  await goOver();
  await goOver();
  expect(await states()).toEqual({ waiting: MAILS });
  await server.open();
  await goOver();
  expect(await states()).toEqual({ sent: MAILS });
  conclude('server down', MAILS, await written(app.db));
});

test('a mail server that is busy', { timeout: 900_000 }, async () => {
  await queueMails();
  server.behave(
    inTurn([
      ['connected', 421],
      ['recipient', 450],
      ['taken', 451],
    ]),
  );
  await goOver();
  await goOver();
  expect(await states()).toEqual({ waiting: MAILS });
  server.behave(well);
  await goOver();
  expect(await states()).toEqual({ sent: MAILS });
  conclude('4xx', MAILS, await written(app.db));
});

test('a mail server that refuses: staff see it, and send again', { timeout: 900_000 }, async () => {
  await queueMails();
  server.behave(
    inTurn([
      ['recipient', 550],
      ['taken', 554],
    ]),
  );
  await goOver();
  expect(await states()).toEqual({ failed: MAILS });
  const told = await app.ok(notices.index, {}, agent);
  expect(told).toHaveLength(Math.min(MAILS, 100));
  expect(told[0]).toMatchObject({ kind: 'mail', message: expect.stringContaining('could not be delivered') });
  const query = { filters: { state: 'failed' }, per_page: 500 };
  const admin = await app.signedIn('admin');
  const failed = await app.ok(outbox.index, { query }, admin);
  expect(failed).toHaveLength(MAILS);
  server.behave(well);
  for (const { id } of failed) await app.ok(outbox.resend, { params: { id } }, admin);
  await goOver();
  expect(await states()).toEqual({ sent: MAILS });
  conclude('5xx, then sent again by staff', MAILS, await written(app.db));
});

test('a mail server that hangs', { timeout: 900_000 }, async () => {
  await queueMails();
  server.behave(
    inTurn([
      ['connected', 'hang'],
      ['recipient', 'hang'],
      ['taken', 'hang'],
    ]),
  );
  await goOver({ timeoutMs: 100 });
  expect(await states()).toEqual({ waiting: MAILS });
  server.behave(well);
  await goOver();
  expect(await states()).toEqual({ sent: MAILS });
  conclude('hanging, 10 s scaled to 0.1 s', MAILS, await written(app.db));
});

test('a connection that is cut after the mail was taken', { timeout: 900_000 }, async () => {
  await queueMails();
  server.behave(
    inTurn([
      ['taken', 'cut'],
      ['taken', 'ok'],
      ['taken', 'ok'],
    ]),
  );
  await goOver();
  const cut = server.untold.size;
  expect(cut).toBe(Math.ceil(MAILS / 3));
  expect(await states()).toEqual({ waiting: cut, sent: MAILS - cut });
  server.behave(well);
  await goOver({ mails: cut });
  expect(await states()).toEqual({ sent: MAILS });
  conclude('cut after acceptance', MAILS, await written(app.db));
});

const folder = mkdtempSync(join(tmpdir(), 'ric-mail-'));
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** A company in a separate folder, with enough waiting mails. */
async function companyWithMails(): Promise<string[]> {
  const settings = readSettings({ DATA_DIR: folder, MAIL_FROM });
  await putEmptyDatabase(folder);
  const { db, close } = await prepareDatabase(settings);
  const staff_user_id = (await aStaffUser(db)).id;
  const course_id = (await aCourse(db)).id;
  for (let queued = 0; queued < MAILS; queued += PER_BOOKING) {
    const customer_id = (await aCustomer(db)).id;
    const teeTime = await aTeeTime(db, { course_id, customer_id, alt_emails: others() });
    const id = randomUUID();
    const operation = { id, kind: 'send', staff_user_id, idempotency_key: id, fingerprint: id } as const;
    await db
      .insertInto('operations')
      .values({ ...operation, state: 'settled' })
      .execute();
    await queueTeeTimeMail(db, { operation_id: id, tee_time_id: teeTime.id, kinds: ['receipt'], settings });
  }
  const ids = await written(db);
  await close();
  return ids;
}

function startProcess(): ChildProcess {
  const main = join(projectRoot, 'src', 'app', 'main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: folder,
      DEMO: 'off',
      PORT: '0',
      LOG_LEVEL: 'silent',
      STOP_NOTICE_MS: '0',
      OUTBOX_EVERY_MS: '50',
      SMTP_URL: server.url,
      MAIL_FROM,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.add(child);
  return child;
}

type Moment = 'before it was taken' | 'after it was taken' | 'after it was answered';
const MOMENTS: Moment[] = ['before it was taken', 'after it was taken', 'after it was answered'];

/** Sends some mails, then kills the process at the given moment of the next one. */
async function killAt(moment: Moment, after: number): Promise<void> {
  const child = startProcess();
  const ended = once(child, 'exit');
  let mails = 0;
  server.behave((step, message_id) => {
    if (step === 'connected') mails += 1;
    if (mails <= after) return 'ok';
    if (moment === 'before it was taken') {
      if (step !== 'recipient') return 'ok';
      child.kill('SIGKILL');
      return 'hang';
    }
    if (step !== 'taken') return 'ok';
    child.kill('SIGKILL');
    if (moment === 'after it was taken') return 'cut';
    // The process may or may not have read and recorded the answer before it died.
    server.untold.set(message_id, (server.untold.get(message_id) ?? 0) + 1);
    return 'ok';
  });
  const [, signal] = await ended;
  expect(signal).toBe('SIGKILL');
}

async function inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase({ dataDir: folder });
  return work(db).finally(close);
}

test('a process that is killed while it sends', { timeout: KILLS * 120_000 + ALL_SENT_MS }, async () => {
  const ids = await companyWithMails();
  const between = Math.floor(MAILS / (KILLS + 1)) - 1;
  for (let kill = 0; kill < KILLS; kill += 1)
    await killAt(MOMENTS[kill % 3] ?? 'after it was taken', between);
  // Mails claimed by the dead process would wait for minutes; the test makes them due.
  await inDatabase(makeDue);
  server.behave(well);
  const child = startProcess();
  const isThrough = () => ids.every((id) => server.taken.has(id));
  await expect.poll(isThrough, { timeout: ALL_SENT_MS }).toBe(true);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  const left = await inDatabase((db) =>
    db.selectFrom('outbox').select('id').where('state', '<>', 'sent').execute(),
  );
  expect(left).toEqual([]);
  conclude('process killed while it sends', KILLS, ids);
  expect(server.taken.size).toBe(ids.length);
});
