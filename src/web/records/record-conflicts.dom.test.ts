// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { helpfulLinks } from '../../areas/helpful-links/helpful-links.contract.ts';
import { callServer } from '../../../test/support/browser/call-server.ts';
import {
  drafts,
  editLink,
  LINK_PATH,
  NEW_PATH,
  openLink,
  typeDescription,
} from '../../../test/support/browser/link-record.ts';
import { LINK, signedInStaff } from '../../../test/support/browser/staff.ts';
import { Stale, UnansweredCall } from '../sending/send.ts';

const server = callServer();
signedInStaff();

const LATER = '2030-05-30T12:05:00.000000Z';
const CONFLICT = { status: 409, body: { message: 'Robin Smith changed it at 9:00.' } };
const SAVED = { body: { id: LINK.id } };
const updates = () => server.received(helpfulLinks.update).map(({ body }) => body);
const sent = (given: object) => ({ id: LINK.id, helpful_link: { ...LINK, ...given } });

function edited() {
  server.answer(helpfulLinks.show, LINK);
  return editLink('Typed');
}

describe('a record that somebody else changed', () => {
  test('is not saved; the typed values stay, and are saved over the newer version after it is loaded', async () => {
    const link = await edited();
    server.reply(helpfulLinks.update, CONFLICT, SAVED);
    await link.now().save();
    await expect
      .poll(() => link.now().error)
      .toMatchObject({ constructor: Stale, message: 'Robin Smith changed it at 9:00.' });
    expect(link.now()).toMatchObject({
      values: { description: 'Typed' },
      base: LINK,
      modified: true,
      said: null,
    });
    server.answer(helpfulLinks.show, { ...LINK, order: 5, updated_at: LATER });
    await link.now().renew();
    await expect.poll(() => link.now().base?.updated_at).toBe(LATER);
    await link.now().save();
    expect(updates()).toEqual([
      sent({ description: 'Typed' }),
      sent({ description: 'Typed', order: 5, updated_at: LATER }),
    ]);
  });
});

describe('a change whose answer is lost', () => {
  async function lost() {
    const link = await edited();
    server.reply(helpfulLinks.update, 'hang up');
    await link.now().save();
    await expect.poll(() => link.now().error).toBeInstanceOf(UnansweredCall);
    expect(link.now().error?.message).toContain('Pressing Save again is safe: it is saved once.');
    expect(link.now()).toMatchObject({ values: { description: 'Typed' }, modified: true });
    await typeDescription(link, 'Typed later');
    server.answer(helpfulLinks.show, { ...LINK, description: 'Typed', updated_at: LATER });
    return link;
  }

  test('but was saved is saved over by the next one', async () => {
    const link = await lost();
    // The version is stale since the lost change; sent again as it was, the change is stored already.
    server.reply(helpfulLinks.update, CONFLICT, SAVED, SAVED, SAVED);
    await link.now().save();
    expect(updates()).toEqual([
      sent({ description: 'Typed' }),
      sent({ description: 'Typed later' }),
      sent({ description: 'Typed' }),
      sent({ description: 'Typed' }),
      sent({ description: 'Typed later', updated_at: LATER }),
    ]);
    await expect.poll(() => link.now().said?.text).toBe('Saved');
    expect(link.now().error).toBeNull();
  });

  test('and was not saved, as somebody else changed the record, is a conflict', async () => {
    const link = await lost();
    server.reply(helpfulLinks.update, CONFLICT);
    await link.now().save();
    await expect.poll(() => link.now().error).toBeInstanceOf(Stale);
    expect(updates().slice(1)).toEqual([
      sent({ description: 'Typed later' }),
      sent({ description: 'Typed' }),
    ]);
    expect(link.now().values).toMatchObject({ description: 'Typed later' });
  });

  test('is a conflict if somebody else changes the record while it is loaded', async () => {
    const link = await lost();
    server.reply(helpfulLinks.update, CONFLICT, SAVED, CONFLICT);
    await link.now().save();
    await expect.poll(() => link.now().error).toBeInstanceOf(Stale);
    expect(updates()).toHaveLength(4);
  });
});

describe('a new record whose answer is lost', () => {
  const creations = () =>
    server
      .received(helpfulLinks.create)
      .map(({ body, headers }) => ({ body, key: headers['idempotency-key'] }));

  async function typed() {
    const link = await openLink(NEW_PATH);
    await typeDescription(link, 'Typed');
    return link;
  }
  async function lost() {
    server.reply(helpfulLinks.create, 'hang up', SAVED);
    server.answer(helpfulLinks.show, { ...LINK, description: 'Typed' });
    const link = await typed();
    await link.now().save();
    await expect.poll(() => link.now().error).toBeInstanceOf(UnansweredCall);
    return link;
  }

  test('is made once: the next press has the same key', async () => {
    const link = await lost();
    await link.now().save();
    await expect.poll(link.address).toBe(LINK_PATH);
    const [first, second] = creations();
    expect(second).toEqual(first);
    expect(drafts()).toEqual({});
  });

  test('is made once, though the screen was left and opened again', async () => {
    const link = await lost();
    await expect.poll(drafts).toHaveProperty([NEW_PATH]);
    link.unmount();
    const again = await openLink(NEW_PATH);
    expect(again.now().values).toMatchObject({ description: 'Typed' });
    await again.now().save();
    await expect.poll(again.address).toBe(LINK_PATH);
    const [first, second] = creations();
    expect(second?.key).toBe(first?.key);
  });

  test('keeps the changes since the first press, over the record that was made', async () => {
    const link = await lost();
    await typeDescription(link, 'Typed later');
    await link.now().save();
    await expect.poll(link.address).toBe(LINK_PATH);
    await expect.poll(() => link.now().values).toEqual({ ...LINK, description: 'Typed later' });
    expect(link.now()).toMatchObject({ base: { description: 'Typed' }, modified: true, editing: true });
  });

  test('has another key after a certain rejection', async () => {
    const errors = { url: ['is taken'] };
    server.reply(helpfulLinks.create, { status: 422, body: { errors } }, SAVED);
    server.answer(helpfulLinks.show, LINK);
    const link = await typed();
    await link.now().save();
    await expect.poll(() => link.now().error).toMatchObject({ errors });
    await link.now().save();
    const [first, second] = creations();
    expect(second?.key).not.toBe(first?.key);
  });
});
