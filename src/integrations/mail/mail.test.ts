import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from './mailer.ts';
import { MailRejected } from './mailer.ts';
import { mailFileName, folderMailer } from './mailbox-folder.ts';
import { smtpGreetingName, smtpMailer } from './smtp.ts';

const mail: Mail = {
  message_id: 'receipt-42@ric.example',
  from: 'RIC <desk@ric.example>',
  to: 'pat@example.com, "Doe, Jane" <jane@example.com>',
  subject: 'Your tee time at Torrey Pines \u2013 no\u00ebl\r\nBcc: thief@example.com',
  html: '<p>Four players, <b>$412.00</b></p>',
  text: 'Four players, $412.00',
};

const OFFICE_URL = 'https://office.ric.example';

async function expectMail(source: Buffer | string) {
  const read = await PostalMime.parse(source);
  expect(read).toMatchObject({
    messageId: '<receipt-42@ric.example>',
    from: { name: 'RIC', address: 'desk@ric.example' },
    to: [{ address: 'pat@example.com' }, { name: 'Doe, Jane', address: 'jane@example.com' }],
    subject: 'Your tee time at Torrey Pines \u2013 no\u00ebl Bcc: thief@example.com',
  });
  expect(read.bcc).toBeUndefined();
  expect(read.html?.trim()).toBe(mail.html);
  expect(read.text?.trim()).toBe(mail.text);
}

describe('over SMTP', () => {
  type Got = { from: string; to: string[]; host: string; utf8: boolean; source: Buffer };
  let server: SMTPServer;
  let silent: Server | null = null;
  let url: string;
  let got: Got[];
  /** The status with which the mail server rejects, by recipient; `data` rejects the whole e-mail. */
  let refuse: Record<string, number>;
  const refusal = (status: number) => Object.assign(new Error('no'), { responseCode: status });

  beforeEach(async () => {
    await listen();
  });
  async function listen(options: SMTPServerOptions = {}) {
    got = [];
    refuse = {};
    server = new SMTPServer({
      ...options,
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      logger: false,
      closeTimeout: 50,
      onAuth: (auth, _session, done) =>
        auth.password === 'right' ? done(null, { user: 'desk' }) : done(refusal(535)),
      onRcptTo: ({ address }, _session, done) => done(refuse[address] ? refusal(refuse[address]) : null),
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (refuse['data']) return done(refusal(refuse['data']));
          const { mailFrom, smtpUtf8: utf8 = false } = session.envelope;
          const from = mailFrom ? mailFrom.address : '';
          got.push({
            from,
            utf8,
            host: session.hostNameAppearsAs,
            to: session.envelope.rcptTo.map((one) => one.address),
            source: Buffer.concat(chunks),
          });
          return done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    url = `127.0.0.1:${portOf(server.server.address())}`;
  }
  afterEach(async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()));
    silent?.close();
    silent = null;
  });

  const portOf = (address: ReturnType<Server['address']>) => {
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    return address.port;
  };
  const send = (sent: Mail = mail, at = `smtp://${url}`, timeoutMs = 10_000) =>
    smtpMailer({ url: at, envelopeFrom: 'RIC <bounces@ric.example>', officeUrl: OFFICE_URL, timeoutMs }).send(
      sent,
    );
  const errorOf = (running: Promise<void>) => running.then(() => null).catch((error: unknown) => error);

  test('a mail arrives whole, with the envelope of its addresses', async () => {
    await send();
    expect(got).toMatchObject([{ from: 'bounces@ric.example', to: ['pat@example.com', 'jane@example.com'] }]);
    await expectMail(got[0]!.source);
  });

  test('a mail is an automatic one, and answers go where they are wanted', async () => {
    await send();
    await send({ ...mail, reply_to: 'Reservations <desk@ric.example>' });
    const [plain, answered] = await Promise.all(got.map(({ source }) => PostalMime.parse(source)));
    for (const read of [plain, answered])
      expect(read?.headers).toContainEqual(
        expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      );
    expect(plain?.replyTo).toBeUndefined();
    expect(answered?.replyTo).toEqual([{ name: 'Reservations', address: 'desk@ric.example' }]);
  });

  test('RIC calls itself by its host in EHLO', async () => {
    await send();
    expect(got.map(({ host }) => host)).toEqual(['office.ric.example']);
  });

  const FOREIGN = { ...mail, to: 'José <josé@example.com>' };
  test('an address with other letters goes out by SMTPUTF8 where the server offers it', async () => {
    await send(FOREIGN);
    expect(got).toMatchObject([{ to: ['josé@example.com'], utf8: true }]);
    // The letters outside of ASCII are only in the name, or in the domain, which has an ASCII form that the server understands.
    await send({ ...mail, to: '"José, Núñez" <jose@example.com>, jose@bücher.example' });
    expect(got[1]).toMatchObject({ to: ['jose@example.com', 'jose@bücher.example'], utf8: false });
  });

  test('and is refused for good, with a sentence, where the server does not', async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await listen({ hideSMTPUTF8: true });
    const error = await errorOf(send(FOREIGN));
    expect(error).toBeInstanceOf(MailRejected);
    expect(error).toMatchObject({ message: expect.stringContaining('does not offer SMTPUTF8') as unknown });
    expect(got).toEqual([]);
    await send();
    expect(got).toHaveLength(1);
  });

  test('what goes into a calendar is a file of its own, and nothing where there is none', async () => {
    for (const [at, method] of ['PUBLISH', 'CANCEL'].entries()) {
      const calendar = `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nSUMMARY:Größe ⛳\r\nEND:VCALENDAR\r\n`;
      await send({ ...mail, calendar });
      const [file, ...more] = (await PostalMime.parse(got[at]!.source)).attachments;
      expect(more).toEqual([]);
      expect(file).toMatchObject({ filename: 'tee-time.ics', mimeType: 'text/calendar', method });
      // The attached calendar keeps its line ends, which the test's parser would change; its long lines are broken.
      expect(got[at]!.source.toString().replaceAll('\r\n', '')).toContain(
        Buffer.from(calendar).toString('base64'),
      );
    }
    await send({ ...mail, calendar: null });
    expect((await PostalMime.parse(got[2]!.source)).attachments).toEqual([]);
  });

  test('signs in with the user and password of the address', async () => {
    await send(mail, `smtp://desk:right@${url}`);
    expect(got).toHaveLength(1);
  });

  test.each([550, 552, 553])('all recipients refused with %i is for good', async (status) => {
    refuse = { 'pat@example.com': status, 'jane@example.com': status };
    expect(await errorOf(send())).toBeInstanceOf(MailRejected);
  });

  test('one recipient refused is for good and names it; the other has the mail', async () => {
    refuse = { 'jane@example.com': 550 };
    expect(await errorOf(send())).toMatchObject({
      name: 'MailRejected',
      message: 'Not accepted for jane@example.com.',
    });
    expect(got).toMatchObject([{ to: ['pat@example.com'] }]);
  });

  test('a content refused with 554 is for good', async () => {
    refuse = { data: 554 };
    expect(await errorOf(send())).toBeInstanceOf(MailRejected);
  });

  test('a mail to nobody is for good', async () => {
    expect(await errorOf(send({ ...mail, to: '' }))).toBeInstanceOf(MailRejected);
  });

  test.each([
    ['a busy mailbox', () => ({ 'pat@example.com': 450, 'jane@example.com': 450 })],
    ['a busy server', () => ({ data: 451 })],
  ])('%s is temporary', async (_, refusing) => {
    refuse = refusing();
    const error = await errorOf(send());
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailRejected);
  });

  test.each([
    ['a refused sign-in', () => `smtp://desk:wrong@${url}`],
    ['nobody there', () => 'smtp://127.0.0.1:9'],
  ])('%s is temporary', async (_, at) => {
    const error = await errorOf(send(mail, at()));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailRejected);
  });

  test('a server that says nothing is left in time', async () => {
    const sockets: Socket[] = [];
    const mute = createServer((socket) => sockets.push(socket));
    silent = mute;
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const error = await errorOf(send(mail, `smtp://127.0.0.1:${portOf(mute.address())}`, 200));
    sockets.forEach((socket) => socket.destroy());
    expect(error).toMatchObject({ code: 'ETIMEDOUT' });
  });
});

test.each([
  ['https://office.ric.example:8443', 'ric1.internal', 'office.ric.example'],
  ['http://127.0.0.1:4000', 'ric1.internal', 'ric1.internal'],
  ['http://localhost:4000', 'ric1', 'ric.example'],
  ['http://[::1]:4000', '10.0.0.7', 'ric.example'],
])('with RIC at %s on the machine %s it calls itself %s', (officeUrl, machine, name) => {
  expect(smtpGreetingName({ officeUrl, envelopeFrom: 'RIC <desk@ric.example>' }, machine)).toBe(name);
});

describe('into a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ric-mailbox-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('a mail is one whole file, and a repeat never doubles it', async () => {
    const mailer = folderMailer(join(folder, 'mailbox'));
    await Promise.all([mailer.send(mail), mailer.send({ ...mail, message_id: 'receipt-43@ric.example' })]);
    await mailer.send(mail);
    const names = await readdir(join(folder, 'mailbox'));
    expect(names).toHaveLength(2);
    expect(names).toContain(mailFileName(mail));
    await expectMail(await readFile(join(folder, 'mailbox', mailFileName(mail))));
  });

  test('a message id cannot lead out of the folder or hide a file', async () => {
    await folderMailer(folder).send({ ...mail, message_id: '../../etc/passwd@ric.example' });
    const [name] = await readdir(folder);
    expect(name).toMatch(/^etc\.passwd@ric\.example-[0-9a-f]{10}\.eml$/);
    expect(mailFileName({ message_id: 'a/b@x' })).not.toBe(mailFileName({ message_id: 'a.b@x' }));
  });
});
