// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { HelpfulLink, helpfulLinks } from '../../areas/helpful-links/helpful-links.contract.ts';
import { callServer } from '../../../test/support/browser/call-server.ts';
import {
  answerQuestions,
  drafts,
  editLink,
  LINK_PATH,
  NEW_PATH,
  openLink,
  typeDescription,
} from '../../../test/support/browser/link-record.ts';
import { LINK, signedInStaff } from '../../../test/support/browser/staff.ts';
import { FieldErrors } from '../sending/send.ts';

const server = callServer();
signedInStaff();

const SAVED_LINK = { ...LINK, description: 'Typed', updated_at: '2030-05-30T12:05:00.000000Z' };
const updates = () => server.received(helpfulLinks.update).map(({ body }) => body);

/** The link with a typed description; the server saves it and answers it as saved from then on. */
async function edited(settings = {}) {
  server.answer(helpfulLinks.show, LINK);
  server.replyBy(helpfulLinks.update, () => {
    server.answer(helpfulLinks.show, SAVED_LINK);
    return { body: { id: LINK.id } };
  });
  return editLink('Typed', settings);
}

describe('Save', () => {
  test('sends the values with the version that was loaded, and shows the record as saved', async () => {
    const link = await edited();
    await link.now().save();
    expect(updates()).toEqual([{ id: LINK.id, helpful_link: { ...LINK, description: 'Typed' } }]);
    await expect.poll(() => link.now().values).toEqual(SAVED_LINK);
    expect(link.now()).toMatchObject({
      base: SAVED_LINK,
      modified: false,
      editing: false,
      busy: false,
      error: null,
      said: { tone: 'good', text: 'Saved' },
    });
    await expect.poll(drafts).toEqual({});
    expect(link.address()).toBe(LINK_PATH);
  });

  test('of a record without changes sends nothing', async () => {
    const link = await edited();
    await typeDescription(link, LINK.description);
    await link.now().save();
    expect(updates()).toEqual([]);
  });

  test('pressed twice sends once, and text typed meanwhile stays', async () => {
    const link = await edited();
    const release = server.hold(helpfulLinks.update);
    const first = link.now().save();
    const second = link.now().save();
    await expect.poll(() => link.now().busy).toBe(true);
    await typeDescription(link, 'Typed later');
    await expect.poll(updates).toHaveLength(1);
    release();
    await Promise.all([first, second]);
    await expect.poll(() => link.now().base).toEqual(SAVED_LINK);
    expect(link.now()).toMatchObject({
      values: { ...SAVED_LINK, description: 'Typed later' },
      modified: true,
      editing: true,
    });
    expect(updates()).toHaveLength(1);
    await expect.poll(drafts).toEqual({ [LINK_PATH]: { ...SAVED_LINK, description: 'Typed later' } });
  });

  test('asks the screen’s question first, and sends nothing after a no', async () => {
    const asked = answerQuestions(false, true);
    const link = await edited({ saving: () => ({ question: 'Save it for every course?' }) });
    await link.now().save();
    expect([asked.length, updates().length]).toEqual([1, 0]);
    await link.now().save();
    expect([asked.length, updates().length]).toEqual([2, 1]);
  });

  test('says Saved until the next change', async () => {
    const link = await edited();
    await link.now().save();
    await expect.poll(() => link.now().said?.text).toBe('Saved');
    await typeDescription(link, 'Typed later');
    expect(link.now().said).toBeNull();
  });
});

describe('a new record', () => {
  const NEW_LINK = { ...HelpfulLink.blank(), description: 'Typed' };
  const keys = () => server.received(helpfulLinks.create).map(({ headers }) => headers['idempotency-key']);

  test('is made with a key, and its screen says Saved', async () => {
    server.answer(helpfulLinks.create, { id: LINK.id });
    server.answer(helpfulLinks.show, SAVED_LINK);
    const link = await openLink(NEW_PATH);
    await typeDescription(link, 'Typed');
    await link.now().save();
    expect(server.received(helpfulLinks.create).map(({ body }) => body)).toEqual([
      { helpful_link: NEW_LINK },
    ]);
    expect(keys()).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
    await expect.poll(link.address).toBe(LINK_PATH);
    await expect.poll(() => link.now().values).toEqual(SAVED_LINK);
    expect(link.now()).toMatchObject({ id: LINK.id, modified: false, said: { text: 'Saved' } });
    expect(drafts()).toEqual({});
    // The form that made it is not in the way of the Back button.
    expect(link.router.history.length).toBe(1);
  });

  test('that is untouched is sent all the same, and has the errors of its fields', async () => {
    const errors = { url: ['is required', 'must be an address'], description: ['is required'] };
    server.reply(helpfulLinks.create, { status: 422, body: { errors } });
    const link = await openLink(NEW_PATH);
    await link.now().save();
    await expect.poll(() => link.now().error).toMatchObject({ constructor: FieldErrors, errors });
    expect(link.now().field('url').error).toBe('is required, must be an address');
    expect(link.now().field('order').error).toBeUndefined();
    expect(link.now()).toMatchObject({ said: null, busy: false, editing: true });
  });
});

describe('the errors of fields', () => {
  const errors = { url: ['is required'], description: ['is required'], cost: ['is too high'] };

  async function rejected(settings = {}) {
    const link = await edited(settings);
    server.reply(helpfulLinks.update, { status: 422, body: { errors } });
    await link.now().save();
    await expect.poll(() => link.now().error).toMatchObject({ errors });
    return link;
  }

  test('are cleared one by one by changes', async () => {
    const link = await rejected();
    await typeDescription(link, 'Typed later');
    expect(link.now().error).toHaveProperty('errors', { url: errors.url, cost: errors.cost });
    expect(link.now().field('description').error).toBeUndefined();
    expect(link.now().field('url').error).toBe('is required');
    expect(link.now().refused).toMatchObject({ errors });
  });

  test('that are no fields’ are cleared by the fields they concern', async () => {
    const link = await rejected({ causes: { cost: ['type', 'order'] } });
    link.now().field('order').change(3);
    const rest = { url: errors.url, description: errors.description };
    await expect.poll(() => link.now().error).toHaveProperty('errors', rest);
  });

  test('are all cleared by a save, or when the last one is corrected', async () => {
    const link = await rejected();
    await typeDescription(link, 'Typed later');
    server.reply(helpfulLinks.update, { status: 422, body: { errors: { description: ['is too long'] } } });
    await link.now().save();
    await expect.poll(() => link.now().error).toHaveProperty('errors', { description: ['is too long'] });
    expect(link.now().field('url').error).toBeUndefined();
    await typeDescription(link, 'Short');
    expect(link.now().error).toBeNull();
  });
});
