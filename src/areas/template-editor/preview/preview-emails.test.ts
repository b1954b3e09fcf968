import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import {
  aCertificate,
  aRentalClub,
  aCourse,
  aCustomer,
  aTeeTime,
} from '../../../../test/support/factories.ts';
import {
  isVariableList,
  isSingleVariable,
  templateVariables,
  type TemplateVariables,
} from '../../email-templates/variables.rules.ts';
import { findCertificate } from '../../gift-certificates/gift-certificates.queries.ts';
import { certificateVariables } from '../../gift-certificates/sending/send.steps.ts';
import { loadTeeTimeEmailData } from '../../outbox/outbox-email.queries.ts';
import { outbox } from '../../outbox/outbox.contract.ts';
import { sendDueEmails } from '../../outbox/worker.job.ts';
import { teeTimes } from '../../tee-times/tee-times.contract.ts';
import { templates } from '../template-editor.contract.ts';

const app = testApp({ settings: { MAIL_FROM: 'San Diego Golf <desk@ric.example>' } });
let admin: HeaderFields;
let teeTimeId: number;
let certificateId: number;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  const course = await aCourse(app.db, { course_name: 'Torrey Pines South' });
  const customer = await aCustomer(app.db, { first_name: 'Pat', last_name: 'Doe', email: 'pat@example.com' });
  const notes = 'Two carts, <b>please</b>';
  teeTimeId = (await aTeeTime(app.db, { course_id: course.id, customer_id: customer.id, notes })).id;
  const club = await aRentalClub(app.db, course.id, { brand: 'Callaway', description: 'Rogue' });
  await app.db
    .insertInto('tee_time_rental_clubs')
    .values({ tee_time_id: teeTimeId, rental_club_id: club.id, quantity: 2, raw_charge: 0 })
    .execute();
  certificateId = (await aCertificate(app.db, { serial: 'GC-EDIT' })).id;
});
beforeEach(async () => {
  await app.db.deleteFrom('outbox').execute();
  await app.db.deleteFrom('email_template_versions').execute();
});

const template = 'receipt';
const A = 'Subject: A {{ course.name }}\n<p>A</p>';
const B = 'Subject: B\n<p>B {{ notes }}</p>';
const content = () => app.ok(templates.content, { body: { template } }, admin);
const save = (body: object) => app.call(templates.save, { body: { template, ...body } }, admin);

describe('the preview', () => {
  const preview = (body: object) =>
    app.call(templates.preview, { body: { template, content: B, ...body } }, admin);

  test('is a letter of the sample, of a tee time or of a certificate', async () => {
    expect(await preview({})).toMatchObject({
      body: { subject: 'B', text: 'B Two carts. Meet at the range.' },
    });
    const { body } = await preview({ record_id: teeTimeId });
    expect(body).toMatchObject({ html: '<p>B Two carts, &lt;b&gt;please&lt;/b&gt;</p>' });
    const gift = {
      template: 'gift_certificate',
      content: 'Subject: {{ sender }} {{ serial }}\n{{ balance }}',
    };
    expect(await preview({ ...gift, record_id: certificateId })).toMatchObject({
      body: { subject: 'San Diego Golf GC-EDIT', text: expect.stringMatching(/^\$\d/) },
    });
    expect(await preview(gift)).toMatchObject({ body: { subject: 'San Diego Golf GC-77', text: '$120.00' } });
  });

  test.each([
    ['of a tee time that there is not', { record_id: 424_242 }, 404],
    [
      'of a certificate that there is not',
      { template: 'gift_certificate', content: A.replace('{{ course.name }}', ''), record_id: 424_242 },
      404,
    ],
    ['of no number', { record_id: 'x' }, 422],
    ['of what cannot be saved', { content: 'Subject: x\n{{ shoe }}' }, 422],
  ])('%s is refused', async (_, body, status) => expect(await preview(body)).toMatchObject({ status }));

  test('knows exactly the variables that a letter has', async () => {
    const teeTime = await loadTeeTimeEmailData(app.db, teeTimeId, ['receipt']);
    const names = (variables: TemplateVariables) => namesIn(variables).filter((name) => name !== 'sender');
    // The e-mail to the course may use all variables.
    expect(namesOf(teeTime!.variables)).toEqual(names(templateVariables('course_receipt')));
    expect(names(templateVariables('receipt'))).toEqual(
      namesOf(teeTime!.variables).filter((name) => name !== 'cost'),
    );
    const certificate = certificateVariables(await findCertificate(app.db, certificateId));
    expect(namesOf(certificate)).toEqual(names(templateVariables('gift_certificate')));
  });
});

/** Returns the dotted names of all values in a nested object, in order. */
const namesOf = (value: unknown, under = ''): string[] => {
  if (Array.isArray(value)) return namesOf(value[0], `${under}[]`);
  if (typeof value !== 'object' || value === null) return [under];
  return Object.entries(value)
    .flatMap(([name, one]) => namesOf(one, under ? `${under}.${name}` : name))
    .toSorted();
};
const namesIn = (variables: TemplateVariables, under = ''): string[] =>
  Object.entries(variables)
    .flatMap(([name, one]) => {
      const full = under ? `${under}.${name}` : name;
      if (isSingleVariable(one)) return [full];
      return isVariableList(one) ? namesIn(one[0], `${full}[]`) : namesIn(one, full);
    })
    .toSorted();

describe('Send me this one', () => {
  const sendMe = (body: object) => app.call(templates.sendMe, { body: { template, ...body } }, admin);
  const letters = () => app.db.selectFrom('outbox').selectAll().execute();

  test('goes to whoever asks, belongs to no tee time and is marked', async () => {
    expect(await sendMe({ content: B, record_id: teeTimeId })).toMatchObject({
      status: 200,
      body: { message: 'Sent to admin@test.example' },
    });
    const [letter] = await letters();
    expect(letter).toMatchObject({
      recipient: 'admin@test.example',
      kind: 'receipt',
      subject: 'B',
      is_trial: true,
      tee_time_id: null,
      template_version_id: null,
      state: 'waiting',
    });
    expect(await app.ok(outbox.index, { query: { filters: { tee_time_id: teeTimeId } } }, admin)).toEqual([]);
    await sendDueEmails(app.context);
    expect(await letters()).toMatchObject([{ state: 'sent' }]);
    // The e-mail can be sent to oneself repeatedly.
    expect(await sendMe({ content: B, record_id: teeTimeId })).toMatchObject({ status: 200 });
    expect(await letters()).toHaveLength(2);
  });

  test('says its version where it is the one in use', async () => {
    await save({ content: A });
    await sendMe({ content: A });
    const { version_id } = await content();
    expect(await letters()).toMatchObject([{ template_version_id: version_id }]);
  });

  test('sends nothing that cannot be saved', async () => {
    expect(await sendMe({ content: 'Subject: x\n{{ shoe }}' })).toMatchObject({ status: 422 });
    expect(await letters()).toEqual([]);
  });
});

test('a letter records the version that it was written from', async () => {
  await save({ content: A });
  await app.ok(teeTimes.receipt, { params: { id: teeTimeId } }, admin);
  const { version_id } = await content();
  const [letter] = await app.db.selectFrom('outbox').selectAll().execute();
  expect(letter).toMatchObject({ subject: 'A Torrey Pines South', template_version_id: version_id });
});

test('a template that was saved before with what we owe the course does not tell a customer', async () => {
  const content = 'Subject: Cost {{ cost }}\n<p>{{ cost }}</p>';
  await app.db
    .insertInto('email_template_versions')
    .values({ template, content, created_by: 'Ada' })
    .execute();
  await app.ok(teeTimes.receipt, { params: { id: teeTimeId } }, admin);
  const [letter] = await app.db.selectFrom('outbox').selectAll().execute();
  expect(letter).toMatchObject({ template_version_id: null });
  expect(letter?.subject).toMatch(/^Your tee time at/);
});
