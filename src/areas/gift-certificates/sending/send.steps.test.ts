import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCertificate, aCustomer } from '../../../../test/support/factories.ts';
import { outbox } from '../../outbox/outbox.contract.ts';
import { sendDueEmails } from '../../outbox/worker.job.ts';
import { giftCertificates } from '../gift-certificates.contract.ts';

const app = testApp({ settings: { MAIL_FROM: 'San Diego Golf <desk@ric.example>' } });
let admin: HeaderFields;
let agent: HeaderFields;
let people: { customer_id: number; recipient_id: number };

const PAT = 'pat@golf.example';
const SAM = 'sam@golf.example';

beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
  const pat = await aCustomer(app.db, { first_name: 'Pat', last_name: 'Doe', email: PAT });
  const sam = await aCustomer(app.db, {
    type: 'GiftCertificateRecipient',
    first_name: 'Sam',
    last_name: 'Doe',
    email: SAM,
  });
  people = { customer_id: pat.id, recipient_id: sam.id };
});
beforeEach(async () => {
  await app.db.deleteFrom('outbox').execute();
});

const receipt = (serial: string, headers = agent) =>
  app.call(giftCertificates.receipt, { params: { serial } }, headers);
const certificate = (serial: string, headers = agent) =>
  app.call(giftCertificates.certificate, { params: { serial } }, headers);
const mails = () =>
  app.db
    .selectFrom('outbox')
    .select(['kind', 'recipient', 'subject', 'text', 'state', 'gift_certificate_id'])
    .orderBy('id')
    .execute();
const recipients = async () => (await mails()).map((mail) => mail.recipient);

describe('sending', () => {
  test('the receipt tells the purchaser what was bought', async () => {
    const { id, serial } = await aCertificate(app.db, { ...people, raw_value: 15_000 });
    expect(await receipt(serial.toLowerCase())).toMatchObject({ status: 200, body: { message: 'Success' } });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      kind: 'gift_certificate_receipt',
      recipient: PAT,
      subject: `Your gift certificate purchase, ${serial}`,
      gift_certificate_id: id,
    });
    for (const said of ['Dear Pat Doe,', 'For: Sam Doe', 'Value: $150.00', 'San Diego Golf'])
      expect(mail?.text).toContain(said);
  });

  test('the certificate tells the recipient what is left on it, and the greeting', async () => {
    const { serial } = await aCertificate(app.db, {
      ...people,
      email_delivery: true,
      mail_recipient: false,
      who_from: 'Aunt Pat',
      greeting: 'Happy <birthday>!\nPlay well.',
    });
    expect((await certificate(serial)).status).toBe(200);
    const [mail] = await mails();
    expect(mail).toMatchObject({
      kind: 'gift_certificate',
      recipient: SAM,
      subject: 'A gift of golf from Aunt Pat',
    });
    for (const said of ['Dear Sam Doe,', 'Happy <birthday>!\nPlay well.', 'Balance: $100.00', serial])
      expect(mail?.text).toContain(said);
    await sendDueEmails(app.context);
    expect(await mails()).toMatchObject([{ state: 'sent' }]);
  });

  test.each([
    [{ email_delivery: true, mail_recipient: true }, SAM],
    [{ email_delivery: true, mail_recipient: false }, SAM],
    [{ email_delivery: false, mail_recipient: true }, SAM],
    [{ email_delivery: false, mail_recipient: false }, PAT],
  ])('the certificate with %j goes to %s', async (given, to) => {
    const { serial } = await aCertificate(app.db, { ...people, ...given });
    await certificate(serial);
    expect(await recipients()).toEqual([to]);
  });

  test('what still waits is not queued twice, and what was sent may be sent again', async () => {
    const { serial } = await aCertificate(app.db, people);
    for (const send of [receipt, certificate]) await send(serial);
    await Promise.all([
      receipt(serial),
      receipt(serial, admin),
      certificate(serial),
      certificate(serial, admin),
    ]);
    expect(await recipients()).toEqual([PAT, SAM]);
    await sendDueEmails(app.context);
    expect((await receipt(serial)).status).toBe(200);
    expect(await recipients()).toEqual([PAT, SAM, PAT]);
    const [first] = await app.db.selectFrom('outbox').select('id').orderBy('id').execute();
    const again = await app.call(outbox.resend, { params: { id: first?.id } }, admin);
    expect(again).toMatchObject({ status: 422, body: { message: expect.stringContaining('waiting') } });
  });

  test('is refused in words where nobody can get it', async () => {
    const mute = await aCustomer(app.db, { email: ' ' });
    const nobody = await aCertificate(app.db);
    const silent = await aCertificate(app.db, { customer_id: mute.id, recipient_id: people.recipient_id });
    for (const [answer, message] of [
      [await receipt(nobody.serial), 'The gift certificate has no purchaser.'],
      [await certificate(nobody.serial), 'The gift certificate has no recipient.'],
      [await receipt(silent.serial), 'The purchaser has no e-mail address.'],
    ] as const)
      expect(answer).toMatchObject({ status: 422, body: { message } });
    expect(await receipt('GC-NONE')).toMatchObject({
      status: 404,
      body: { message: 'This gift certificate does not exist.' },
    });
    expect(await mails()).toEqual([]);
  });

  test.each([{ 'sec-fetch-site': 'cross-site' }, { 'sec-purpose': 'prefetch' }])(
    'is refused to a link or a prefetch: %j',
    async (given) => {
      const { serial } = await aCertificate(app.db, people);
      for (const send of [receipt, certificate])
        expect(await send(serial, { ...agent, ...given })).toMatchObject({ status: 403 });
      expect(await mails()).toEqual([]);
    },
  );
});
