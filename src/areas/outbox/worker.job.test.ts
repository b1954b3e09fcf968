import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { aStaffUser } from '../../../test/support/factories.ts';
import { smtpMailer } from '../../integrations/mail/smtp.ts';
import { mailboxFolder } from '../../integrations/integrations.ts';
import type { AppContext } from '../../server/process/context.ts';
import { currentCertificateMail } from '../gift-certificates/sending/send.steps.ts';
import { notices as noticeCalls } from '../notices/notices.contract.ts';
import { FaultyMailServer } from '../../../test/support/mail-server.ts';
import { outbox } from './outbox.contract.ts';
import { sendDueEmails, startOutboxWorker } from './worker.job.ts';

const app = testApp({
  settings: {
    MAIL_FROM: 'San Diego Golf <desk@ric.example>',
    MAIL_REPLY_TO: 'Reservations <answers@ric.example>',
  },
});

const server = new FaultyMailServer();
beforeEach(async () => {
  await server.open();
  await app.db.deleteFrom('notices').execute();
  await app.db.deleteFrom('outbox').execute();
});
afterEach(() => server.close());

/** Returns an app context that sends to a real mail server. */
function overSmtp(credentials = ''): AppContext {
  const smtpUrl = `smtp://${credentials}127.0.0.1:${server.port}`;
  const { mailFrom: envelopeFrom, officeUrl } = app.context.settings;
  const mailer = smtpMailer({ url: smtpUrl, envelopeFrom, officeUrl, timeoutMs: 1000 });
  return {
    ...app.context,
    settings: { ...app.context.settings, smtpUrl },
    integrations: { ...app.context.integrations, mailer },
  };
}

async function aMail(given: { recipient?: string } = {}): Promise<number> {
  const staff_user_id = (await aStaffUser(app.db)).id;
  const id = randomUUID();
  await app.db
    .insertInto('operations')
    .values({ id, kind: 'send', staff_user_id, idempotency_key: id, fingerprint: id, state: 'settled' })
    .execute();
  const mail = await app.db
    .insertInto('outbox')
    .values({
      operation_id: id,
      kind: 'receipt',
      recipient: given.recipient ?? 'pat@example.com',
      subject: 'Your tee time',
      html: '<p>Hello</p>',
      text: 'Hello',
      message_id: `<${randomUUID()}@ric.example>`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return mail.id;
}
const mailOf = (id: number) =>
  app.db
    .selectFrom('outbox')
    .selectAll()
    .select(sql<number>`round(extract(epoch from next_try_at - now()))::int`.as('due_in'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const makeDue = () =>
  app.db
    .updateTable('outbox')
    .set({ next_try_at: sql<string>`now()` })
    .execute();
const notices = () => app.db.selectFrom('notices').select(['kind', 'message']).execute();

test('a mail is sent whole, once, and marked', async () => {
  const id = await aMail();
  expect(await sendDueEmails(overSmtp())).toBe(1);
  expect(await sendDueEmails(overSmtp())).toBe(0);
  const mail = await mailOf(id);
  expect(mail).toMatchObject({ state: 'sent', tries: 1, last_error: null, sent_at: expect.any(String) });
  expect(server.got).toMatchObject([{ to: ['pat@example.com'], id: mail.message_id }]);
  expect(await PostalMime.parse(server.got[0]!.source)).toMatchObject({
    from: { name: 'San Diego Golf', address: 'desk@ric.example' },
    replyTo: [{ name: 'Reservations', address: 'answers@ric.example' }],
    subject: 'Your tee time',
    html: expect.stringContaining('<p>Hello</p>'),
    text: expect.stringContaining('Hello'),
  });
});

describe('a failure for now', () => {
  test('a dead mail server: tried again later and later, then sent under the same Message-ID', async () => {
    const id = await aMail();
    const { message_id } = await mailOf(id);
    await server.close();
    for (const wait of [60, 120, 240]) {
      await makeDue();
      expect(await sendDueEmails(overSmtp())).toBe(1);
      expect(await mailOf(id)).toMatchObject({
        state: 'waiting',
        last_error: expect.stringMatching(/ECONNREFUSED/),
      });
      expect(Math.abs((await mailOf(id)).due_in - wait)).toBeLessThanOrEqual(3);
      expect(await sendDueEmails(overSmtp())).toBe(0);
    }
    await server.open(server.port);
    await makeDue();
    await sendDueEmails(overSmtp());
    expect(server.got).toMatchObject([{ id: message_id }]);
    expect(await mailOf(id)).toMatchObject({ state: 'sent', tries: 4, last_error: null });
    expect(await notices()).toEqual([]);
  });

  test.each([
    ['a busy mailbox', { rcpt: 450 }],
    ['a busy server', { data: 451 }],
  ])('%s, then sent', async (_, busy) => {
    const id = await aMail();
    server.mood = busy;
    await sendDueEmails(overSmtp());
    expect(await mailOf(id)).toMatchObject({ state: 'waiting', tries: 1 });
    server.mood = {};
    await makeDue();
    await sendDueEmails(overSmtp());
    expect(await mailOf(id)).toMatchObject({ state: 'sent', tries: 2 });
    expect(server.got).toHaveLength(1);
  });

  test('an answer lost after the mail was taken: the second one carries the same Message-ID', async () => {
    const id = await aMail();
    server.mood = { drop: true };
    await sendDueEmails(overSmtp());
    expect(await mailOf(id)).toMatchObject({ state: 'waiting' });
    server.mood = {};
    await makeDue();
    await sendDueEmails(overSmtp());
    const { message_id } = await mailOf(id);
    expect(server.got.map((mail) => mail.id)).toEqual([message_id, message_id]);
  });

  test('waits an hour at most, and is given up after a day with a word to staff', async () => {
    const id = await aMail();
    server.mood = { data: 451, words: 'try later' };
    await app.db.updateTable('outbox').set({ tries: 20 }).execute();
    await sendDueEmails(overSmtp());
    expect(Math.abs((await mailOf(id)).due_in - 3600)).toBeLessThanOrEqual(3);
    await app.db.updateTable('outbox').set({ tries: 29 }).execute();
    await makeDue();
    await sendDueEmails(overSmtp());
    expect(await mailOf(id)).toMatchObject({ state: 'failed', tries: 30 });
    expect(await notices()).toMatchObject([
      { kind: 'mail', message: expect.stringContaining('pat@example.com') },
    ]);
  });
});

describe('a refusal for good', () => {
  test('fails at once, tells staff once, and holds nothing else up', async () => {
    const bad = await aMail({ recipient: 'nobody' });
    const id = await aMail();
    expect(await sendDueEmails(overSmtp())).toBe(2);
    expect(await mailOf(bad)).toMatchObject({ state: 'failed', tries: 1 });
    expect(await mailOf(id)).toMatchObject({ state: 'sent' });
    expect(await sendDueEmails(overSmtp())).toBe(0);
    expect(await notices()).toHaveLength(1);
  });

  test.each([{ rcpt: 550 }, { data: 554 }])("with %j, in the server's words", async (refusing) => {
    const id = await aMail();
    server.mood = { ...refusing, words: 'we do not like golf' };
    await sendDueEmails(overSmtp());
    expect(await mailOf(id)).toMatchObject({
      state: 'failed',
      last_error: expect.stringContaining('we do not like golf'),
    });
  });
});

test('what failed for good all staff see on the home screen, and admins in the mailbox, who send it again', async () => {
  const agent = await app.signedIn('agent');
  const admin = await app.signedIn('admin');
  const id = await aMail();
  const { message_id } = await mailOf(id);
  server.mood = { rcpt: 550, words: 'no such mailbox' };
  await sendDueEmails(overSmtp());
  expect(await app.ok(noticeCalls.index, {}, agent)).toMatchObject([
    {
      kind: 'mail',
      message: expect.stringMatching(/^An e-mail to pat@example.com could not.* no such mailbox/),
    },
  ]);
  const failed = { query: { filters: { state: 'failed' } } };
  for (const refused of [
    await app.call(outbox.index, failed, agent),
    await app.call(outbox.count, {}, agent),
    await app.call(outbox.show, { params: { id } }, agent),
    await app.call(outbox.resend, { params: { id } }, agent),
  ])
    expect(refused.status).toBe(403);
  expect(await app.ok(outbox.index, failed, admin)).toMatchObject([
    { id, last_error: expect.stringContaining('no such mailbox') },
  ]);
  server.mood = {};
  await app.ok(outbox.resend, { params: { id } }, admin);
  expect(await app.ok(outbox.index, failed, admin)).toEqual([]);
  await sendDueEmails(overSmtp());
  expect(await app.ok(outbox.show, { params: { id } }, admin)).toMatchObject({ state: 'sent' });
  expect(server.got.map((mail) => mail.id)).toEqual([message_id]);
});

test('a mail server that repeats its password does not get it onto a screen', async () => {
  const id = await aMail();
  const told = Buffer.from('\0desk\0wr%ng').toString('base64');
  server.mood = { words: `wr%ng or wr%25ng or ${told} is wrong` };
  await sendDueEmails(overSmtp('desk:wr%25ng@'));
  const { last_error } = await mailOf(id);
  expect(last_error).toContain('*** or *** or *** is wrong');
  server.mood = {};
  await makeDue();
  await sendDueEmails(overSmtp('desk:h%40ndicap@'));
  expect(await mailOf(id)).toMatchObject({ state: 'sent' });
});

describe('several workers', () => {
  test('send each mail once', async () => {
    for (let mails = 0; mails < 20; mails += 1) await aMail({ recipient: `player${mails}@example.com` });
    server.mood = { slowMs: 5 };
    const taken = await Promise.all([1, 2, 3].map(() => sendDueEmails(overSmtp())));
    expect(taken.reduce((sum, one) => sum + one)).toBe(20);
    expect(taken.filter((one) => one > 0).length).toBeGreaterThan(1);
    expect(new Set(server.got.map((mail) => mail.id)).size).toBe(20);
    expect(server.got).toHaveLength(20);
  });

  test('leave a mail alone that another one is sending', async () => {
    const id = await aMail();
    server.mood = { slowMs: 300 };
    const sending = sendDueEmails(overSmtp());
    await expect.poll(() => server.got.length).toBe(1);
    expect(await mailOf(id)).toMatchObject({ state: 'waiting', tries: 1 });
    expect((await mailOf(id)).due_in).toBeGreaterThan(60);
    expect(await sendDueEmails(overSmtp())).toBe(0);
    expect(await sending).toBe(1);
    expect(server.got).toHaveLength(1);
  });

  test("a try that outlived its lease says nothing of a mail that is another one's now", async () => {
    const id = await aMail();
    server.mood = { slowMs: 300, data: 451 };
    const late = sendDueEmails(overSmtp());
    await expect.poll(async () => (await mailOf(id)).tries).toBe(1);
    await app.db
      .updateTable('outbox')
      .set({ tries: 7, next_try_at: sql<string>`now() + interval '100 s'` })
      .execute();
    await late;
    expect(await mailOf(id)).toMatchObject({ state: 'waiting', tries: 7, last_error: null });
    server.mood = {};
    await makeDue();
    await sendDueEmails(overSmtp());
    expect(await mailOf(id)).toMatchObject({ state: 'sent', tries: 8 });
  });
});

test('the worker sends by itself and stops after the mail under way', async () => {
  const first = await aMail();
  server.mood = { slowMs: 200 };
  const worker = startOutboxWorker(overSmtp(), currentCertificateMail);
  const second = await aMail({ recipient: 'sam@example.com' });
  await expect.poll(() => server.got.length).toBe(1);
  await worker.stop();
  expect(await mailOf(first)).toMatchObject({ state: 'sent' });
  expect(await mailOf(second)).toMatchObject({ state: 'waiting', tries: 0 });
});

test('without a mail server it is a file in the mailbox folder, one per mail', async () => {
  const id = await aMail();
  await sendDueEmails(app.context);
  const { message_id, state } = await mailOf(id);
  expect(state).toBe('sent');
  const folder = mailboxFolder(app.context.settings.dataDir);
  const files = await readdir(folder);
  expect(files).toHaveLength(1);
  expect(await PostalMime.parse(await readFile(join(folder, files[0]!)))).toMatchObject({
    messageId: message_id,
    to: [{ address: 'pat@example.com' }],
  });
});
