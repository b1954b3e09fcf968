import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { queueTeeTimeEmails } from '../../src/areas/outbox/queue.steps.ts';
import { openDatabase } from '../../src/server/database/open.ts';
import { prepareDatabase } from '../../src/server/database/prepare.ts';
import type { Db } from '../../src/server/process/context.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { readSettings } from '../../src/server/process/settings.ts';
import { putEmptyDatabase } from '../support/embedded-folder.ts';
import { aCourse, aCustomer, aStaffUser, aTeeTime } from '../support/factories.ts';
import { attemptsPerFault } from '../support/tried.ts';
import {
  MAIL_FROM,
  MAILS,
  mailServerSetup,
  makeDue,
  others,
  PER_BOOKING,
  well,
  written,
} from './sent-mails.ts';

const { server, conclude } = mailServerSetup('mail-killed');
const KILLS = attemptsPerFault(9, 3);
/** Far longer than sending all of them takes on any machine. */
const ALL_SENT_MS = 120_000 + MAILS * 1_000;

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
    await queueTeeTimeEmails(db, { operation_id: id, tee_time_id: teeTime.id, kinds: ['receipt'], settings });
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
      SMTP_URL: server().url,
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
  server().behave((step, message_id) => {
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
    server().untold.set(message_id, (server().untold.get(message_id) ?? 0) + 1);
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
  server().behave(well);
  const child = startProcess();
  const isThrough = () => ids.every((id) => server().taken.has(id));
  await expect.poll(isThrough, { timeout: ALL_SENT_MS }).toBe(true);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  const left = await inDatabase((db) =>
    db.selectFrom('outbox').select('id').where('state', '<>', 'sent').execute(),
  );
  expect(left).toEqual([]);
  conclude('process killed while it sends', KILLS, ids);
  expect(server().taken.size).toBe(ids.length);
});
