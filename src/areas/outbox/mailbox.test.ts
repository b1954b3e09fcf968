import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { aCertificate } from '../../../test/support/factories.ts';
import { emailSetup } from '../../../test/support/emails.ts';
import { notices } from '../notices/notices.contract.ts';
import { outbox } from './outbox.contract.ts';
import { giveUpEmail } from './outbox.queries.ts';
import { sendDueEmails } from './worker.job.ts';

const { app, at, booked, anOperation, queue, mails } = emailSetup();

test('a letter of a certificate that cannot be delivered is a notice that leads there', async () => {
  const { id } = await aCertificate(app.db);
  const letter = { kind: 'gift_certificate' as const, recipient: 'nobody@example.com', subject: 'A gift' };
  const operation_id = await anOperation();
  const written = await app.db
    .insertInto('outbox')
    .values({
      ...letter,
      operation_id,
      gift_certificate_id: id,
      html: '',
      text: '',
      message_id: randomUUID(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await giveUpEmail(app.db, written, 'no such mailbox');
  expect(await app.ok(outbox.index, { query: {} }, at.admin)).toMatchObject([
    { ...letter, state: 'failed', last_error: 'no such mailbox' },
  ]);
  expect(await app.ok(notices.index, {}, at.agent)).toMatchObject([
    { kind: 'mail', tee_time_id: null, gift_certificate_id: id },
  ]);
});

describe('the mailbox', () => {
  const index = (query: object = {}) => app.ok(outbox.index, { query }, at.admin);
  const resend = (id: number) => app.call(outbox.resend, { params: { id } }, at.admin);
  const one = async () => (await mails())[0]!;

  test('lists the newest first, filters and counts', async () => {
    const first = await booked();
    const operation = await anOperation();
    await queue(operation, first.id);
    await queue(operation, first.id, 'course_receipt');
    await queue(operation, (await booked({ email: 'sam@example.com' })).id, 'voucher');
    await app.db
      .updateTable('outbox')
      .set({ state: 'failed', last_error: 'no' })
      .where('kind', '=', 'voucher')
      .execute();
    expect((await index()).map((mail) => mail.kind)).toEqual(['voucher', 'course_receipt', 'receipt']);
    for (const [filters, hits] of [
      [{ kind: 'receipt' }, 1],
      [{ recipient: 'SAM@' }, 1],
      [{ subject: 'booking internal' }, 1],
      [{ state: 'failed' }, 1],
      [{ tee_time_id: first.id }, 2],
      [{ tee_time_id: first.id, kind: 'course_receipt' }, 1],
      [{ tee_time_id: first.id, kind: 'voucher' }, 0],
    ] as const) {
      expect(await index({ filters })).toHaveLength(hits);
      expect(await app.ok(outbox.count, { query: { filters } }, at.admin)).toBe(hits);
    }
    const sorted = await index({ sort_fields: ['recipient'], sort_desc: [true] });
    expect(sorted.map((mail) => mail.recipient)).toEqual([
      'sam@example.com',
      'pro@torrey.example',
      'pat@example.com',
    ]);
  });

  test('opens a mail', async () => {
    await queue(await anOperation(), (await booked()).id);
    const { id, message_id } = await one();
    expect(await app.ok(outbox.show, { params: { id } }, at.admin)).toMatchObject({
      id,
      message_id,
      html: expect.stringContaining('<!doctype html>'),
      text: expect.stringContaining('Dear Pat Doe,'),
    });
    expect(await app.call(outbox.show, { params: { id: 424242 } }, at.admin)).toMatchObject({ status: 404 });
    expect(await resend(424242)).toMatchObject({ status: 404 });
  });

  test('lets a failed mail wait again under its Message-ID, and a sent one under a new one', async () => {
    await queue(await anOperation(), (await booked()).id);
    const { id, message_id } = await one();
    await app.db.updateTable('outbox').set({ state: 'failed', tries: 30, last_error: 'no' }).execute();
    expect(await resend(id)).toMatchObject({ status: 200 });
    expect(await one()).toMatchObject({ state: 'waiting', tries: 0, last_error: null, message_id });
    await sendDueEmails(app.context);
    expect(await resend(id)).toMatchObject({ status: 200 });
    const waiting = await one();
    expect(waiting).toMatchObject({ state: 'waiting', sent_at: null });
    expect(waiting.message_id).toMatch(/^<[0-9a-f-]{36}@ric\.example>$/);
    expect(waiting.message_id).not.toBe(message_id);
    expect(await sendDueEmails(app.context)).toBe(1);
    expect(await mails()).toHaveLength(1);
  });

  test('a mail that waits is left to whoever may be sending it', async () => {
    await queue(await anOperation(), (await booked()).id);
    await app.db.updateTable('outbox').set({ tries: 3 }).execute();
    expect(await resend((await one()).id)).toMatchObject({ status: 200 });
    expect(await one()).toMatchObject({ tries: 3 });
  });

  test('the same mail does not wait twice', async () => {
    const { id } = await booked();
    await queue(await anOperation(), id);
    await sendDueEmails(app.context);
    await queue(await anOperation(), id);
    expect(await resend((await one()).id)).toMatchObject({
      status: 422,
      body: { message: 'The same e-mail to the same recipient is waiting to go out already.' },
    });
    expect(await one()).toMatchObject({ state: 'sent' });
  });
});
