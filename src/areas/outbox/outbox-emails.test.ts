import { describe, expect, test } from 'vitest';
import { aRentalClub, aCourse } from '../../../test/support/factories.ts';
import { emailSetup, type BookedTeeTimeInput } from '../../../test/support/emails.ts';
import type { TeeTimeEmailKind } from '../email-templates/email-templates.contract.ts';
import { teeTimes } from '../tee-times/tee-times.contract.ts';
import { outbox } from './outbox.contract.ts';
import { queueTeeTimeEmails } from './queue.steps.ts';
import { sendDueEmails } from './worker.job.ts';

const { app, at, booked, anOperation, queue, mails } = emailSetup();
const recipients = async () => (await mails()).map((mail) => mail.recipient);
const again = (
  called: typeof teeTimes.receipt | typeof teeTimes.voucher | typeof teeTimes.cancelEmail,
  id: number,
) => app.call(called, { params: { id } }, at.agent);

describe('queueing a letter', () => {
  test('writes the receipt to the customer and every additional address', async () => {
    const { id } = await booked({
      alt_emails: 'sam@example.com, PAT@example.com,,kim@example.com',
      play_date: '2026-11-20',
      play_time: '07:42',
      players: 4,
      notes: 'Two carts',
      internal_notes: 'Watch this one',
      raw_cost: 24_000,
    });
    const club = await aRentalClub(app.db, at.course, { brand: 'Callaway', description: 'Rogue' });
    await app.db
      .insertInto('tee_time_rental_clubs')
      .values({ tee_time_id: id, rental_club_id: club.id, quantity: 2, raw_charge: 0 })
      .execute();
    const operation = await anOperation();
    expect(await queue(operation, id)).toBe(3);
    expect(await queue(operation, id, 'course_receipt')).toBe(1);
    expect(await recipients()).toEqual([
      'pat@example.com',
      'sam@example.com',
      'kim@example.com',
      'pro@torrey.example',
    ]);
    const [receipt, , , forCourse] = await mails();
    expect(receipt).toMatchObject({
      kind: 'receipt',
      state: 'waiting',
      tee_time_id: id,
      subject: 'Your tee time at Torrey Pines South, Fri, Nov 20 2026 07:42',
      message_id: expect.stringMatching(/^<[0-9a-f-]{36}@ric\.example>$/),
    });
    for (const said of [
      'Dear Pat Doe,',
      '11480 N Torrey Pines Rd, La Jolla, CA 92037',
      '2 x Callaway Rogue: $0.00',
      'Notes: Two carts',
      'Payment: On account',
    ])
      expect(receipt?.text).toContain(said);
    expect(forCourse?.text).toContain('Owed to the course: $240.00');
    for (const mail of await mails()) expect(mail.html + mail.text).not.toContain('Watch this one');
  });

  test('is done once per operation, kind and recipient', async () => {
    const { id } = await booked();
    const operation = await anOperation();
    expect(await queue(operation, id)).toBe(1);
    await sendDueEmails(app.context);
    expect(await queue(operation, id)).toBe(1);
    expect(await mails()).toMatchObject([{ state: 'sent' }]);
  });

  test('is not done beside one that still waits, and done again once that one went out', async () => {
    const { id } = await booked();
    await queue(await anOperation(), id);
    expect(await queue(await anOperation(), id)).toBe(1);
    expect(await mails()).toHaveLength(1);
    await queue(await anOperation(), id, 'voucher');
    expect(await mails()).toHaveLength(2);
    await sendDueEmails(app.context);
    await queue(await anOperation(), id);
    expect(await mails()).toHaveLength(3);
  });

  test('to nobody answers 0', async () => {
    const { id } = await booked({ email: '' });
    expect(await queue(await anOperation(), id)).toBe(0);
    expect(await mails()).toEqual([]);
  });

  test('goes with its transaction', async () => {
    const { id } = await booked();
    const operation_id = await anOperation();
    const failing = app.db.transaction().execute(async (db) => {
      await queueTeeTimeEmails(db, {
        operation_id,
        tee_time_id: id,
        kinds: ['receipt'],
        settings: app.context.settings,
      });
      throw new Error('the booking fails');
    });
    await expect(failing).rejects.toThrow('the booking fails');
    expect(await mails()).toEqual([]);
  });
});

describe('the calendar file of a letter', () => {
  const calendarOf = async (given: BookedTeeTimeInput, kind: TeeTimeEmailKind = 'receipt') => {
    await queue(await anOperation(), (await booked(given)).id, kind);
    return (await mails()).at(-1)?.calendar;
  };

  test('is on the clock of the course, and of the business where it has none of its own', async () => {
    const day = { play_date: '2026-07-04', play_time: '07:42' };
    expect(await calendarOf(day)).toContain('DTSTART;TZID=America/Los_Angeles:20260704T074200');
    const { id: course_id } = await aCourse(app.db, { course_name: 'Papago', time_zone: 'America/Phoenix' });
    const abroad = await calendarOf({ ...day, course_id });
    expect(abroad).toContain('DTSTART;TZID=America/Phoenix:20260704T074200');
    expect(abroad).toContain('SUMMARY:Golf at Papago');
  });

  test('is the same entry whenever it is sent again', async () => {
    const { id } = await booked();
    await queue(await anOperation(), id);
    await sendDueEmails(app.context);
    await queue(await anOperation(), id);
    const [first, second] = (await mails()).map(({ calendar }) => /^UID:.*/m.exec(calendar ?? '')?.[0]);
    expect(first).toMatch(`UID:tee-time-${id}@ric.example`);
    expect(second).toBe(first);
    // The second calendar file has a higher number, although both are of the same minute.
    const numbers = (await mails()).map(({ calendar }) => /^SEQUENCE:(\d+)/m.exec(calendar ?? '')?.[1]);
    expect(numbers).toEqual(['0', '1']);
  });

  test('of a cancellation takes that entry out, and has the sender of its letter', async () => {
    const { id } = await booked();
    await queue(await anOperation(), id);
    await app.db.updateTable('tee_times').set({ state: 'canceled' }).where('id', '=', id).execute();
    await queue(await anOperation(), id, 'cancellation');
    const files = (await mails()).map(({ calendar }) => calendar ?? '');
    const lineOf = (name: string) =>
      files.map((file) => new RegExp(`^${name}.*`, 'm').exec(file)?.[0].trim());
    expect(lineOf('METHOD')).toEqual(['METHOD:PUBLISH', 'METHOD:CANCEL']);
    expect(lineOf('UID')).toEqual(Array(2).fill(`UID:tee-time-${id}@ric.example`));
    expect(lineOf('ORGANIZER')).toEqual(
      Array(2).fill('ORGANIZER;CN="San Diego Golf":mailto:desk@ric.example'),
    );
    const [told, taken] = lineOf('SEQUENCE').map((line) => Number(line?.slice(9)));
    expect(taken).toBeGreaterThan(told ?? Infinity);
  });

  test.each([
    ['the course’s own', {}, 'course_receipt'],
    ['a voucher', {}, 'voucher'],
    ['a receipt of what is canceled', { state: 'canceled' }, 'receipt'],
    ['a cancellation of what stays booked', {}, 'cancellation'],
  ] as const)('goes with no other letter: %s', async (_, given, kind) => {
    expect(await calendarOf(given, kind)).toBeNull();
  });
});

describe('the template in use', () => {
  const save = (content: string) =>
    app.db
      .insertInto('email_template_versions')
      .values({ template: 'receipt', content, created_by: 'Ada' })
      .execute();

  test('is the newest version that was saved', async () => {
    await save('Subject: Old\n<p>Old</p>');
    await save('Subject: See you, {{ customer.name }}\n<p>At {{ course.name }}</p>');
    await queue(await anOperation(), (await booked()).id);
    const versions = await app.db.selectFrom('email_template_versions').select('id').orderBy('id').execute();
    const [letter, ...more] = await mails();
    expect(more).toEqual([]);
    expect(letter).toMatchObject({ subject: 'See you, Pat Doe', text: 'At Torrey Pines South' });
    // The e-mail records the version of its template.
    expect(await app.ok(outbox.show, { params: { id: letter!.id } }, at.admin)).toMatchObject({
      template_version: { id: versions[1]?.id, created_by: 'Ada' },
      is_trial: false,
    });
  });

  test('is the built-in one where the saved one cannot be used, and staff are told once', async () => {
    await save('Subject: Hello\n{{ customer.shoe_size }}');
    await queue(await anOperation(), (await booked()).id);
    await queue(await anOperation(), (await booked()).id);
    expect((await mails()).map((mail) => mail.subject)).toEqual(
      Array(2).fill(expect.stringMatching(/^Your tee time at/)),
    );
    expect((await mails()).map((mail) => mail.template_version_id)).toEqual([null, null]);
    const notices = await app.db.selectFrom('notices').select('message').execute();
    expect(notices).toMatchObject([
      { message: expect.stringMatching(/e-mail template Receipt .*shoe_size/) },
    ]);
  });
});

describe('sending again', () => {
  test('queues one, under an operation of its own, once while it waits', async () => {
    const { id } = await booked();
    expect(await again(teeTimes.receipt, id)).toMatchObject({ status: 200 });
    expect(await again(teeTimes.receipt, id)).toMatchObject({ status: 200 });
    expect(await again(teeTimes.voucher, id)).toMatchObject({ status: 200 });
    expect(await mails()).toMatchObject([{ kind: 'receipt' }, { kind: 'voucher' }]);
    await sendDueEmails(app.context);
    expect(await again(teeTimes.receipt, id)).toMatchObject({ status: 200 });
    expect(await mails()).toHaveLength(3);
    const operations = await app.db
      .selectFrom('operations')
      .select('state')
      .where('kind', '=', 'send')
      .execute();
    expect(operations.every((one) => one.state === 'settled')).toBe(true);
  });

  test('two at the same time queue one', async () => {
    const { id } = await booked();
    const answers = await Promise.all([1, 2, 3].map(() => again(teeTimes.receipt, id)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(await mails()).toHaveLength(1);
  });

  test.each([
    ['receipt', 'failed', 'This booking failed: there is nothing to send.'],
    ['voucher', 'failed', 'This booking failed: there is nothing to send.'],
    ['voucher', 'canceled', 'This tee time is canceled: its voucher is void.'],
    ['cancelEmail', 'booked', 'This tee time is not canceled.'],
  ] as const)('a %s of a %s tee time is refused', async (name, state, message) => {
    const { id } = await booked();
    await app.db.updateTable('tee_times').set({ state }).where('id', '=', id).execute();
    expect(await again(teeTimes[name], id)).toMatchObject({ status: 422, body: { message } });
    expect(await mails()).toEqual([]);
    await app.db.updateTable('tee_times').set({ state: 'booked' }).where('id', '=', id).execute();
  });

  test('a cancelation e-mail of a canceled one is sent', async () => {
    const { id } = await booked();
    await app.db.updateTable('tee_times').set({ state: 'canceled' }).where('id', '=', id).execute();
    expect(await again(teeTimes.cancelEmail, id)).toMatchObject({ status: 200 });
    expect(await mails()).toMatchObject([
      { kind: 'cancellation', subject: expect.stringMatching(/^Canceled:/) },
    ]);
  });

  test('to a customer without an address is refused and leaves nothing behind', async () => {
    const { id } = await booked({ email: '' });
    const count = () =>
      app.db
        .selectFrom('operations')
        .select('id')
        .execute()
        .then((rows) => rows.length);
    const before = await count();
    expect(await again(teeTimes.receipt, id)).toMatchObject({
      status: 422,
      body: { message: 'The customer has no e-mail address.' },
    });
    expect(await count()).toBe(before);
  });

  test('of a tee time that is not there is a 404', async () =>
    expect(await again(teeTimes.receipt, 424242)).toMatchObject({ status: 404 }));
});

describe('many letters', () => {
  test('a staff user sends thirty mails, each address one, and then one every two seconds', async () => {
    app.setClock('2026-11-20T18:00:00Z');
    await app.db.deleteFrom('allowances').execute();
    const nine = Array.from({ length: 9 }, (_, one) => `more${one}@example.com`).join();
    const tens = [];
    for (let one = 0; one < 4; one += 1) tens.push(await booked({ alt_emails: nine }));
    const single = await booked();
    const send = ({ id }: { id: number }) => again(teeTimes.receipt, id);
    for (const ten of tens.slice(0, 3)) expect((await send(ten)).status).toBe(200);
    const before = (await mails()).length;
    expect(await send(tens[3] ?? single)).toMatchObject({
      status: 429,
      body: { message: 'You have sent many mails within a minute. Please wait 20 seconds and try again.' },
      headers: { 'retry-after': '20' },
    });
    expect(await mails()).toHaveLength(before);
    app.setClock('2026-11-20T18:00:02Z');
    expect((await send(single)).status).toBe(200);
    expect((await send(single)).status).toBe(429);
    app.setClock();
  });
});
