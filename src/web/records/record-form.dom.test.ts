// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { HelpfulLink, helpfulLinks } from '../../areas/helpful-links/helpful-links.contract.ts';
import { callServer } from '../../../test/support/browser/call-server.ts';
import {
  answerQuestions,
  drafts,
  editLink,
  LINK_PATH,
  LIST_PATH,
  NEW_PATH,
  openLink,
  typeDescription,
} from '../../../test/support/browser/link-record.ts';
import { LINK, signedInStaff } from '../../../test/support/browser/staff.ts';
import { Fatal } from '../sending/send.ts';

const server = callServer();
signedInStaff();

const BLANK = HelpfulLink.blank();

async function openedLink() {
  server.answer(helpfulLinks.show, LINK);
  const link = await openLink(LINK_PATH);
  await expect.poll(() => link.now().values).toEqual(LINK);
  return link;
}
function edited(description = 'Typed') {
  server.answer(helpfulLinks.show, LINK);
  return editLink(description);
}

describe('a saved record', () => {
  test('is loaded and read-only', async () => {
    const link = await openedLink();
    expect(link.rendered[0]).toMatchObject({ values: undefined, base: undefined, loadError: null });
    expect(link.now()).toMatchObject({
      id: LINK.id,
      base: LINK,
      editing: false,
      modified: false,
      canEdit: true,
      canRemove: true,
    });
    expect(link.now().field('url')).toMatchObject({ value: LINK.url, readOnly: true, error: undefined });
  });

  test('that cannot be loaded has the error, and after a retry its values', async () => {
    server.reply(
      helpfulLinks.show,
      { status: 404, body: { message: 'There is no such link.' } },
      { body: LINK },
    );
    const link = await openLink(LINK_PATH);
    await expect
      .poll(() => link.now().loadError)
      .toMatchObject({ constructor: Fatal, message: 'There is no such link.' });
    link.now().retry();
    await expect.poll(() => link.now().values).toEqual(LINK);
    expect(link.now().loadError).toBeNull();
  });

  test('takes over what others saved while nothing is typed', async () => {
    const link = await openedLink();
    const changed = { ...LINK, description: 'By Robin', updated_at: '2030-05-30T12:05:00.000000Z' };
    server.answer(helpfulLinks.show, changed);
    await link.queries.invalidateQueries();
    await expect.poll(() => link.now().values).toEqual(changed);
  });

  test('keeps typed values when others save it', async () => {
    const link = await edited();
    server.answer(helpfulLinks.show, { ...LINK, description: 'By Robin', order: 5 });
    await link.queries.invalidateQueries();
    expect(link.now()).toMatchObject({ values: { ...LINK, description: 'Typed' }, base: LINK });
    await link.now().renew();
    await expect.poll(() => link.now().values).toEqual({ ...LINK, description: 'Typed', order: 5 });
    expect(link.now().base).toMatchObject({ description: 'By Robin' });
  });
});

describe('a new record', () => {
  test('is blank, edited at once, and loads nothing', async () => {
    const link = await openLink(NEW_PATH);
    expect(link.now()).toMatchObject({ id: 'new', values: BLANK, editing: true, modified: false });
    expect(server.received(helpfulLinks.show)).toEqual([]);
  });

  test('is blank again after Clear', async () => {
    const asked = answerQuestions(true);
    const link = await openLink(NEW_PATH);
    await typeDescription(link, 'Typed');
    await link.now().clear();
    await expect.poll(() => link.now().values).toEqual(BLANK);
    expect(asked).toMatchObject([{ question: 'Clear?', verb: 'Clear' }]);
    await expect.poll(drafts).toEqual({});
  });
});

describe('editing', () => {
  test('opens the fields, and Lock closes them', async () => {
    const link = await openedLink();
    link.now().edit();
    await expect.poll(() => link.now().field('url').readOnly).toBe(false);
    link.now().lock();
    await expect.poll(() => link.now().field('url').readOnly).toBe(true);
  });

  test('keeps a draft while a value differs from the saved one', async () => {
    const link = await edited();
    expect(link.now().modified).toBe(true);
    await expect.poll(drafts).toEqual({ [LINK_PATH]: { ...LINK, description: 'Typed' } });
    await typeDescription(link, LINK.description);
    expect(link.now().modified).toBe(false);
    await expect.poll(drafts).toEqual({});
  });

  test('goes on from the draft when the record is opened again', async () => {
    const link = await edited();
    await expect.poll(drafts).not.toEqual({});
    link.unmount();
    const again = await openLink(LINK_PATH);
    await expect.poll(() => again.now().values).toEqual({ ...LINK, description: 'Typed' });
    expect(again.now()).toMatchObject({ editing: true, modified: true, base: LINK });
  });

  test('clears a saved record to blank fields, with the version that was loaded', async () => {
    answerQuestions(true);
    const link = await edited();
    await link.now().clear();
    await expect.poll(() => link.now().values).toEqual({ ...BLANK, updated_at: LINK.updated_at });
    expect(link.now()).toMatchObject({ modified: true, base: LINK });
  });
});

describe('Reload', () => {
  test('asks first, and keeps typed values after a no', async () => {
    const asked = answerQuestions(false);
    const link = await edited();
    await link.now().reload();
    expect(asked).toMatchObject([
      { question: 'Reload?', detail: 'Your changes since the last save will be discarded.' },
    ]);
    expect(link.now()).toMatchObject({ modified: true, editing: true });
    expect(server.received(helpfulLinks.show)).toHaveLength(1);
  });

  test('shows the record as it is saved now', async () => {
    answerQuestions(true);
    const link = await edited();
    const saved = { ...LINK, description: 'By Robin' };
    server.answer(helpfulLinks.show, saved);
    await link.now().reload();
    await expect.poll(() => link.now().values).toEqual(saved);
    expect(link.now()).toMatchObject({ modified: false, editing: false });
    await expect.poll(drafts).toEqual({});
  });

  test('that fails has the error, and keeps typed values', async () => {
    answerQuestions(true);
    const link = await edited();
    server.reply(helpfulLinks.show, { status: 502, body: { message: 'Try again later.' } });
    await link.now().reload();
    await expect.poll(() => link.now().error).toMatchObject({ message: 'Try again later.' });
    expect(link.now().values).toMatchObject({ description: 'Typed' });
  });
});

describe('Escape', () => {
  test('locks a record without changes, and asks nothing', async () => {
    const asked = answerQuestions();
    const link = await edited(LINK.description);
    await link.now().escape();
    await expect.poll(() => link.now().editing).toBe(false);
    expect(asked).toEqual([]);
  });

  test('asks before it discards changes', async () => {
    const asked = answerQuestions(false, true);
    const link = await edited();
    await link.now().escape();
    expect(asked).toMatchObject([{ question: 'Discard changes?', verb: 'Discard', danger: true }]);
    expect(link.now().modified).toBe(true);
    await link.now().escape();
    await expect.poll(() => link.now().values).toEqual(LINK);
  });

  test('asks before it clears a new record', async () => {
    const asked = answerQuestions(true);
    const link = await openLink(NEW_PATH);
    await link.now().escape();
    expect(asked).toEqual([]);
    await typeDescription(link, 'Typed');
    await link.now().escape();
    await expect.poll(() => link.now().values).toEqual(BLANK);
    expect(asked).toMatchObject([{ question: 'Clear?', danger: true }]);
  });
});

describe('leaving the screen', () => {
  test('asks while there are changes; a yes discards them', async () => {
    const asked = answerQuestions(false, true);
    const link = await edited();
    // A navigation that is refused never ends.
    void link.router.navigate({ to: LIST_PATH });
    await expect.poll(() => asked).toMatchObject([{ question: 'Leave without saving?', verb: 'Leave' }]);
    expect(link.address()).toBe(LINK_PATH);
    expect(drafts()).toHaveProperty([LINK_PATH]);
    await link.router.navigate({ to: LIST_PATH });
    await expect.poll(link.address).toBe(LIST_PATH);
    expect(drafts()).toEqual({});
  });

  test('asks nothing without changes', async () => {
    const asked = answerQuestions();
    const link = await openedLink();
    await link.router.navigate({ to: LIST_PATH });
    await expect.poll(link.address).toBe(LIST_PATH);
    expect(asked).toEqual([]);
  });
});
