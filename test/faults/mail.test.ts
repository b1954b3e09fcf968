import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { notices } from '../../src/areas/notices/notices.contract.ts';
import { outbox } from '../../src/areas/outbox/outbox.contract.ts';
import { sendDueEmails } from '../../src/areas/outbox/worker.job.ts';
import { smtpMailer } from '../../src/integrations/mail/smtp.ts';
import { testApp, type HeaderFields } from '../support/app.ts';
import { aBookingBody, sendBooking } from '../support/bookings.ts';
import { aCourse } from '../support/factories.ts';
import { mailFaultsInTurn } from './mail-server.ts';
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

const { server, conclude } = mailServerSetup('mail');
const app = testApp({ settings: { MAIL_FROM } });
let agent: HeaderFields;
let course: number;
beforeAll(async () => {
  agent = await app.signedIn('agent');
  course = (await aCourse(app.db)).id;
});
beforeEach(async () => {
  await app.db.deleteFrom('notices').execute();
  await app.db.deleteFrom('outbox').execute();
});

/** Books until enough receipts wait. */
async function queueMails(): Promise<void> {
  for (let queued = 0; queued < MAILS; queued += PER_BOOKING) {
    const tee_time = { alt_emails: others(), should_email_course: false };
    const { status } = await sendBooking(app, aBookingBody({ course, tee_time }), agent);
    expect(status).toBe(200);
  }
  expect(await states()).toEqual({ waiting: MAILS });
}

async function states(): Promise<Record<string, number>> {
  const all = app.db.selectFrom('outbox').select(['state', sql<number>`count(*)::int`.as('mails')]);
  const found = await all.groupBy('state').execute();
  return Object.fromEntries(found.map(({ state, mails }) => [state, mails]));
}

/** Tries every waiting mail once, as the outbox does when the next try is due. */
async function goOver({ mails = MAILS, timeoutMs = 10_000 } = {}): Promise<void> {
  const mailer = smtpMailer({
    url: server().url,
    envelopeFrom: MAIL_FROM,
    officeUrl: 'https://ric.example',
    timeoutMs,
  });
  await makeDue(app.db);
  let left = mails;
  const context = { ...app.context, integrations: { ...app.context.integrations, mailer } };
  // On a slow machine the first of many would be due again before the last was tried.
  expect(await sendDueEmails(context, { isStopping: () => left-- === 0 })).toBe(mails);
}

test('a mail server that is down', { timeout: 900_000 }, async () => {
  await queueMails();
  await server().close();
  await goOver();
  await goOver();
  expect(await states()).toEqual({ waiting: MAILS });
  await server().open();
  await goOver();
  expect(await states()).toEqual({ sent: MAILS });
  conclude('server down', MAILS, await written(app.db));
});

test('a mail server that is busy', { timeout: 900_000 }, async () => {
  await queueMails();
  server().behave(
    mailFaultsInTurn([
      ['connected', 421],
      ['recipient', 450],
      ['taken', 451],
    ]),
  );
  await goOver();
  await goOver();
  expect(await states()).toEqual({ waiting: MAILS });
  server().behave(well);
  await goOver();
  expect(await states()).toEqual({ sent: MAILS });
  conclude('4xx', MAILS, await written(app.db));
});

test('a mail server that refuses: staff see it, and send again', { timeout: 900_000 }, async () => {
  await queueMails();
  server().behave(
    mailFaultsInTurn([
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
  server().behave(well);
  for (const { id } of failed) await app.ok(outbox.resend, { params: { id } }, admin);
  await goOver();
  expect(await states()).toEqual({ sent: MAILS });
  conclude('5xx, then sent again by staff', MAILS, await written(app.db));
});

test('a mail server that hangs', { timeout: 900_000 }, async () => {
  await queueMails();
  server().behave(
    mailFaultsInTurn([
      ['connected', 'hang'],
      ['recipient', 'hang'],
      ['taken', 'hang'],
    ]),
  );
  await goOver({ timeoutMs: 100 });
  expect(await states()).toEqual({ waiting: MAILS });
  server().behave(well);
  await goOver();
  expect(await states()).toEqual({ sent: MAILS });
  conclude('hanging, 10 s scaled to 0.1 s', MAILS, await written(app.db));
});

test('a connection that is cut after the mail was taken', { timeout: 900_000 }, async () => {
  await queueMails();
  server().behave(
    mailFaultsInTurn([
      ['taken', 'cut'],
      ['taken', 'ok'],
      ['taken', 'ok'],
    ]),
  );
  await goOver();
  const cut = server().untold.size;
  expect(cut).toBe(Math.ceil(MAILS / 3));
  expect(await states()).toEqual({ waiting: cut, sent: MAILS - cut });
  server().behave(well);
  await goOver({ mails: cut });
  expect(await states()).toEqual({ sent: MAILS });
  conclude('cut after acceptance', MAILS, await written(app.db));
});
