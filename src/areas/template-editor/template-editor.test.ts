import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { auditOf } from '../../../test/support/audit-entries.ts';
import { BUILT_IN_TEMPLATES } from '../email-templates/defaults.texts.ts';
import { TEMPLATE_KINDS } from '../email-templates/email-templates.contract.ts';
import { templates } from './template-editor.contract.ts';

const app = testApp();
let admin: HeaderFields;
beforeAll(async () => {
  admin = await app.signedIn('admin');
});
beforeEach(() => app.db.deleteFrom('email_template_versions').execute());

const template = 'receipt';
const A = 'Subject: A {{ course.name }}\n<p>A</p>';
const B = 'Subject: B\n<p>B {{ notes }}</p>';
const content = () => app.ok(templates.content, { body: { template } }, admin);
const save = (body: object) => app.call(templates.save, { body: { template, ...body } }, admin);
const versions = () => app.ok(templates.versions, { query: { template } }, admin);

test('only admins get at templates', async () => {
  const agent = await app.signedIn('agent');
  for (const called of Object.values(templates))
    expect((await app.call(called, { query: { template }, body: { template } }, agent)).status).toBe(403);
});

test('there are six, by their names', async () => {
  expect(await app.ok(templates.list, {}, admin)).toEqual({
    files: {
      receipt: 'Receipt',
      course_receipt: 'Course receipt',
      voucher: 'Voucher',
      cancellation: 'Cancellation',
      gift_certificate_receipt: 'Gift certificate receipt',
      gift_certificate: 'Gift certificate',
    },
  });
});

describe('saving', () => {
  test('the built-in one is in use until another is saved, which keeps who and when', async () => {
    expect(await content()).toEqual({
      content: BUILT_IN_TEMPLATES.receipt,
      version_id: null,
      updated_at: null,
      updated_by: null,
    });
    const saved = await save({ content: A, updated_at: null });
    expect(saved).toMatchObject({ status: 200, body: { message: 'Template saved.' } });
    const inUse = await content();
    expect(inUse).toMatchObject({ content: A, updated_by: expect.any(String) });
    expect(saved.body).toMatchObject({ version_id: inUse.version_id, updated_at: inUse.updated_at });
    expect(await auditOf(app, 'email_template', inUse.version_id)).toMatchObject([
      { action: 'edited', after: { template } },
    ]);
    // The other templates are unchanged.
    const other = await app.ok(templates.content, { body: { template: 'voucher' } }, admin);
    expect(other.content).toBe(BUILT_IN_TEMPLATES.voucher);
  });

  test('every built-in template can be saved', async () => {
    for (const kind of TEMPLATE_KINDS)
      await app.ok(templates.save, { body: { template: kind, content: BUILT_IN_TEMPLATES[kind] } }, admin);
  });

  test.each([
    [
      'without a template',
      { template: '', content: A },
      'template',
      'Please select a template before saving.',
    ],
    [
      'with one that there is not',
      { template: 'invoice', content: A },
      'template',
      'Please select a template before saving.',
    ],
    [
      'with an unknown variable in a branch',
      { content: `${A}\n{% if false %}{{ shoe }}{% endif %}` },
      'content',
      'Line 3: the receipt has no variable shoe.',
    ],
    [
      'with what we owe the course',
      { content: `${A}\n<p>{{ cost }}</p>` },
      'content',
      'Line 3: cost is between us and the course: the receipt goes to a customer.',
    ],
    [
      'with what does not parse',
      { content: 'Subject: x\n{% if has_total %}' },
      'content',
      'Line 2: tag {% if has_total %} not closed.',
    ],
    [
      'with an endless loop',
      { content: 'Subject: x\n{% for i in (1..99999999) %}x{% endfor %}' },
      'content',
      'Line 2: this does too much work for one e-mail.',
    ],
    [
      'with a list of millions',
      { content: 'Subject: x\n{{ (1..2000000) | size }}' },
      'content',
      'Line 2: this does too much work for one e-mail.',
    ],
    [
      'with another file',
      { content: 'Subject: x\n{% include "x" %}' },
      'content',
      'Line 2: there is no tag include here.',
    ],
    [
      'with a prototype',
      { content: 'Subject: x\n{{ customer.constructor }}' },
      'content',
      'Line 2: the receipt has no variable customer.constructor.',
    ],
    [
      'with a megabyte',
      { content: `Subject: x\n{% for i in (1..1000) %}${'x'.repeat(1000)}{% endfor %}` },
      'content',
      'The e-mail would have more than 200000 characters.',
    ],
    [
      'with too long a text',
      { content: 'x'.repeat(100_001) },
      'content',
      'must have at most 100000 characters',
    ],
  ])('%s is refused, and the old one stays in use', async (_, body, field, sentence) => {
    await save({ content: B });
    expect(await save(body)).toMatchObject({ status: 422, body: { errors: { [field]: [sentence] } } });
    expect(await content()).toMatchObject({ content: B });
    expect(await versions()).toHaveLength(1);
  });

  test('of two admins the second is told who was first, and when', async () => {
    const stale = {
      status: 409,
      body: { message: expect.stringMatching(/ changed this on .+, after you opened it\./) },
    };
    await save({ content: A, updated_at: null });
    // Both had loaded the built-in template.
    expect(await save({ content: B, updated_at: null })).toMatchObject(stale);
    const { updated_at } = await content();
    await save({ content: B, updated_at });
    expect(await save({ content: A, updated_at })).toMatchObject(stale);
    expect(await content()).toMatchObject({ content: B });
    // A save that does not name the version it replaces is accepted.
    expect(await save({ content: A })).toMatchObject({ status: 200 });
  });

  test('what is in use already is not a second version: whoever lost the answer presses again', async () => {
    await save({ content: B });
    const { updated_at } = await content();
    const first = await save({ content: A, updated_at });
    expect(await save({ content: A, updated_at })).toMatchObject({ status: 200, body: first.body });
    expect(await versions()).toHaveLength(2);
    const { version_id } = await content();
    expect(await auditOf(app, 'email_template', version_id)).toHaveLength(1);
    expect(await save({ content: B, updated_at })).toMatchObject({ status: 409 });
  });

  test('of two at the same moment one is first', async () => {
    const both = await Promise.all([A, B].map((each) => save({ content: each, updated_at: null })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await versions()).toHaveLength(1);
  });
});

describe('versions', () => {
  test('are kept, and one of them can be restored, as can the built-in one', async () => {
    await save({ content: A });
    await save({ content: B });
    const [second, first] = await versions();
    const read = (id?: number) =>
      app.ok(templates.version, { query: { template, ...(id && { id }) } }, admin);
    expect(await read(first!.id)).toEqual({ content: A });
    expect(await read(second!.id)).toEqual({ content: B });
    expect(await read()).toEqual({ content: BUILT_IN_TEMPLATES.receipt });
    const restore = (version_id: number | null, updated_at?: string | null) =>
      app.call(templates.restore, { body: { template, version_id, updated_at } }, admin);
    expect(await restore(first!.id, first!.created_at)).toMatchObject({ status: 409 });
    expect(await restore(first!.id, second!.created_at)).toMatchObject({ status: 200 });
    expect(await content()).toMatchObject({ content: A });
    expect(await restore(null)).toMatchObject({ status: 200 });
    expect(await content()).toMatchObject({ content: BUILT_IN_TEMPLATES.receipt });
    expect(await versions()).toHaveLength(4);
    expect(await restore(424_242)).toMatchObject({ status: 404 });
    const [newest] = await versions();
    expect(await auditOf(app, 'email_template', newest!.id)).toMatchObject([{ action: 'restored' }]);
  });

  test('of another template are none of this one', async () => {
    await save({ content: A });
    const [{ id } = { id: 0 }] = await versions();
    const query = { template: 'voucher', id };
    expect(await app.call(templates.version, { query }, admin)).toMatchObject({ status: 404 });
  });

  test('that could not be saved today are not restored', async () => {
    await app.db
      .insertInto('email_template_versions')
      .values({ template, content: 'Subject: x\n{{ gone }}', created_by: 'Ada' })
      .execute();
    const [{ id } = { id: 0 }] = await versions();
    const body = { template, version_id: id };
    expect(await app.call(templates.restore, { body }, admin)).toMatchObject({
      status: 422,
      body: { errors: { content: ['Line 2: the receipt has no variable gone.'] } },
    });
  });
});
