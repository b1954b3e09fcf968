import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { bookTeeTime } from '../../../../test/support/bookings.ts';
import { aCertificate, aCourse, aCustomer } from '../../../../test/support/factories.ts';
import { FaultyMailServer } from '../../../../test/support/mail-server.ts';
import { smtpMailer } from '../../../integrations/mail/smtp.ts';
import { courses } from '../../courses/courses.contract.ts';
import { customers } from '../../customers/customers.contract.ts';
import { customerMerges } from '../../customers/merging/merging.contract.ts';
import { giftCertificates } from '../../gift-certificates/gift-certificates.contract.ts';
import { currentCertificateMail } from '../../gift-certificates/sending/send.steps.ts';
import { history } from '../../../contract/history/history.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';
import { sendDueEmails } from '../worker.job.ts';

const app = testApp({ settings: { MAIL_FROM: 'San Diego Golf <desk@ric.example>' } });
const server = new FaultyMailServer();
let admin: HeaderFields;
let agent: HeaderFields;
let course: number;
let address = 0;

beforeAll(async () => {
  app.setClock('2030-05-20T18:00:00Z');
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db, { email: 'pro@torrey.example', rate_required: false })).id;
});
beforeEach(async () => {
  await server.open();
  await app.db.deleteFrom('outbox').execute();
});
afterEach(() => server.close());

/** Returns an app context that sends to a real mail server. */
function overSmtp() {
  const { mailFrom: envelopeFrom, officeUrl } = app.context.settings;
  const url = `smtp://127.0.0.1:${server.port}`;
  return {
    ...app.context,
    integrations: {
      ...app.context.integrations,
      mailer: smtpMailer({ url, envelopeFrom, officeUrl, timeoutMs: 30_000 }),
    },
  };
}

/** Makes every waiting e-mail due, and lets the worker send them. */
async function sendAll() {
  await app.db
    .updateTable('outbox')
    .set({ next_try_at: sql<string>`now()` })
    .where('state', '=', 'waiting')
    .execute();
  return sendDueEmails(overSmtp(), { certificateNow: currentCertificateMail });
}
/** Returns the e-mails that arrived at the mail server, in order. */
const came = async () =>
  Promise.all(
    server.got.map(async ({ to, source }) => {
      const { subject = '', text = '', attachments } = await PostalMime.parse(source);
      const [file] = attachments;
      return {
        to: to.join(),
        subject,
        text,
        calendar: file ? Buffer.from(file.content as ArrayBuffer).toString() : '',
      };
    }),
  );
const states = async () => {
  const mails = app.db.selectFrom('outbox').select(['kind', 'recipient', 'state', 'last_error']);
  return mails.orderBy('id').execute();
};

/** Books a tee time on June 1 while the mail server is down, so that its receipts wait. */
async function bookedInOutage() {
  address += 1;
  const email = `pat${address}@golf.example`;
  await server.close();
  const { id } = await bookTeeTime(app, agent, { course, customer: { email, last_name: `Waits${address}` } });
  expect(await sendAll()).toBe(2);
  const { customer_id } = await app.db
    .selectFrom('tee_times')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, email, customer_id };
}
const backAgain = () => server.open(server.port);
const moveTo = (id: number, tee_time: { play_date?: string; players?: number }) =>
  app.ok(teeTimes.update, { body: { id, tee_time } }, agent);
const seen = async (id: number) => {
  const { updated_at } = await app.ok(customers.show, { params: { id } }, agent);
  return { id, updated_at };
};

describe('with the mail server away', () => {
  test('a tee time that was moved by an edit is told of once, as it is then', async () => {
    const { id, email } = await bookedInOutage();
    await moveTo(id, { play_date: '2030-06-08' });
    await backAgain();
    await sendAll();
    expect(await sendAll()).toBe(0);
    const letters = await came();
    expect(letters.map(({ to }) => to).toSorted()).toEqual([email, 'pro@torrey.example']);
    for (const { subject, text } of letters) expect(subject + text).toContain('Jun 8 2030');
    for (const { subject, text } of letters) expect(subject + text).not.toContain('Jun 1 2030');
    expect(letters.find(({ to }) => to === email)?.calendar).toContain('20300608T074200');
  });

  test('a receipt that is sent again takes the place of the one that waits', async () => {
    const { id, email } = await bookedInOutage();
    await moveTo(id, { players: 3 });
    const { body } = await app.call(teeTimes.receipt, { params: { id } }, agent);
    expect(body).toEqual({ message: 'Success' });
    const [receipt] = await app.db
      .selectFrom('outbox')
      .select(['text', 'state', 'tries'])
      .where('recipient', '=', email)
      .execute();
    expect(receipt).toMatchObject({ text: expect.stringMatching(/Players: 3/), state: 'waiting', tries: 0 });
    await backAgain();
    await sendAll();
    expect((await came()).filter(({ to }) => to === email)).toHaveLength(1);
  });

  test('an edit before the first try counts as well', async () => {
    address += 1;
    const email = `pat${address}@golf.example`;
    const { id } = await bookTeeTime(app, agent, {
      course,
      customer: { email, last_name: `Waits${address}` },
    });
    await moveTo(id, { play_date: '2030-06-09' });
    await sendAll();
    for (const { subject, text } of await came()) expect(subject + text).toContain('Jun 9 2030');
    expect(server.got).toHaveLength(2);
  });

  test('a canceled one is told of by its cancellation alone', async () => {
    const { id, email } = await bookedInOutage();
    await app.ok(teeTimes.cancel, { body: { id, cancel: true } }, agent);
    await app.ok(teeTimes.cancelEmail, { params: { id } }, agent);
    await backAgain();
    await sendAll();
    const letters = await came();
    expect(letters).toMatchObject([{ to: email, subject: expect.stringMatching(/^Canceled:/) as unknown }]);
    const why = { state: 'withdrawn', last_error: 'The tee time was canceled before it went out.' };
    expect(await states()).toMatchObject([why, why, { kind: 'cancellation', state: 'sent' }]);
    const { told } = await app.ok(history.show, { params: { record: 'tee_times', id }, query: {} }, agent);
    expect(told.filter(({ letter }) => letter?.state === 'withdrawn')).toHaveLength(2);
  });

  test('a corrected address has the letter, and the wrong one has none', async () => {
    const { customer_id } = await bookedInOutage();
    const email = `corrected${address}@golf.example`;
    await app.ok(customers.update, { body: { id: customer_id, customer: { email } } }, agent);
    await app.ok(courses.update, { body: { id: course, course: { email: 'shop@torrey.example' } } }, admin);
    await backAgain();
    await sendAll();
    await app.ok(courses.update, { body: { id: course, course: { email: 'pro@torrey.example' } } }, admin);
    expect((await came()).map(({ to }) => to).toSorted()).toEqual([email, 'shop@torrey.example']);
    expect((await states()).filter(({ state }) => state === 'withdrawn')).toMatchObject([
      { last_error: 'It goes to another address now.' },
      { last_error: 'It goes to another address now.' },
    ]);
  });

  test('after a merge the letter goes to the customer who stays', async () => {
    const { customer_id } = await bookedInOutage();
    const email = `stays${address}@golf.example`;
    const stays = await aCustomer(app.db, { email });
    const merge = { stays: await seen(stays.id), goes: await seen(customer_id), taken: [] };
    await app.ok(customerMerges.merge, { body: merge }, admin);
    await backAgain();
    await sendAll();
    expect((await came()).map(({ to }) => to).toSorted()).toEqual(['pro@torrey.example', email].toSorted());
  });

  test('what is as it was goes out under the Message-ID that it had', async () => {
    await bookedInOutage();
    const ids = async () =>
      (await app.db.selectFrom('outbox').select('message_id').orderBy('id').execute()).map(
        (mail) => mail.message_id,
      );
    const before = await ids();
    await backAgain();
    await sendAll();
    expect(server.got.map(({ id }) => id)).toEqual(before);
    expect(await ids()).toEqual(before);
  });

  test("a gift certificate's letter goes to the corrected address of its recipient", async () => {
    const people = {
      customer_id: (await aCustomer(app.db, { email: 'buyer@golf.example' })).id,
      recipient_id: (
        await aCustomer(app.db, { type: 'GiftCertificateRecipient', email: 'typo@golf.example' })
      ).id,
    };
    const { serial } = await aCertificate(app.db, people);
    await server.close();
    await app.ok(giftCertificates.certificate, { params: { serial } }, agent);
    await app.ok(giftCertificates.receipt, { params: { serial } }, agent);
    expect(await sendAll()).toBe(2);
    const correct = { id: people.recipient_id, customer: { email: 'sam@golf.example' } };
    await app.ok(customers.update, { body: correct }, agent);
    await backAgain();
    await sendAll();
    expect((await came()).map(({ to }) => to).toSorted()).toEqual(['buyer@golf.example', 'sam@golf.example']);
  });
});

test('a letter that is replaced while the old one is being sent goes out after it', async () => {
  const { id, email } = await bookedInOutage();
  await app.db.deleteFrom('outbox').where('recipient', '<>', email).execute();
  await backAgain();
  // The mail server has received the old receipt but has not answered yet.
  let accept: () => void = () => undefined;
  server.mood = { held: new Promise<void>((resolve) => (accept = resolve)) };
  const round = sendAll();
  await vi.waitUntil(() => server.got.length === 1, { timeout: 30_000, interval: 5 });
  await moveTo(id, { players: 2 });
  await app.ok(teeTimes.receipt, { params: { id } }, agent);
  // No other process sends the new receipt during this time.
  expect(await sendDueEmails(overSmtp())).toBe(0);
  server.mood = {};
  accept();
  expect(await round).toBe(2);
  expect((await came()).map(({ text }) => /Players: (\d)/.exec(text)?.[1])).toEqual(['4', '2']);
});

test('a letter that is withdrawn after the worker took it is not sent', async () => {
  const { id } = await bookedInOutage();
  await backAgain();
  let accept: () => void = () => undefined;
  server.mood = { held: new Promise<void>((resolve) => (accept = resolve)) };
  const round = sendAll();
  await vi.waitUntil(() => server.got.length === 1, { timeout: 30_000, interval: 5 });
  await app.ok(teeTimes.cancel, { body: { id, cancel: true } }, agent);
  server.mood = {};
  accept();
  await round;
  expect(server.got).toHaveLength(1);
  // The e-mail that was being sent when it was withdrawn has arrived, so it counts as sent.
  expect((await states()).map(({ state }) => state)).toEqual(['sent', 'withdrawn']);
});

test('a letter whose address is corrected to one that has it already keeps no other from going out', async () => {
  const { id, email, customer_id } = await bookedInOutage();
  const other = `other${address}@golf.example`;
  // The other address has received its receipt of this booking already.
  await app.db.updateTable('outbox').set({ recipient: other }).where('recipient', '<>', email).execute();
  await app.db
    .updateTable('outbox')
    .set({ kind: 'receipt', state: 'sent', sent_at: sql<string>`now()` })
    .where('recipient', '=', other)
    .execute();
  await app.ok(customers.update, { body: { id: customer_id, customer: { email: other } } }, agent);
  await app.ok(teeTimes.receipt, { params: { id } }, agent);
  await backAgain();
  await sendAll();
  expect((await came()).map(({ to }) => to)).toEqual([other]);
  expect((await states()).map(({ recipient, state }) => [recipient, state])).toEqual([
    [email, 'withdrawn'],
    [other, 'sent'],
    [other, 'sent'],
  ]);
});
