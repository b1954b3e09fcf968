// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { helpfulLinks } from '../../areas/helpful-links/helpful-links.contract.ts';
import { callServer } from '../../../test/support/browser/call-server.ts';
import {
  answerQuestions,
  drafts,
  editLink,
  LINK_PATH,
  LIST_PATH,
  NEW_PATH,
  openLink,
} from '../../../test/support/browser/link-record.ts';
import { LINK, signedInStaff } from '../../../test/support/browser/staff.ts';
import { Rejection } from '../sending/send.ts';

const server = callServer();
signedInStaff();

const removals = () => server.received(helpfulLinks.remove).map(({ params }) => params);
function edited(settings = {}) {
  server.answer(helpfulLinks.show, LINK);
  server.answer(helpfulLinks.remove, {});
  return editLink('Typed', settings);
}

test('a record is deleted after a yes; its changes are discarded without another question', async () => {
  const asked = answerQuestions(true);
  const link = await edited();
  const sentAgain: unknown[] = [];
  link.queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') sentAgain.push(event.query.queryKey);
  });
  await link.now().remove();
  expect(removals()).toEqual([{ id: String(LINK.id) }]);
  await expect.poll(link.address).toBe(LIST_PATH);
  expect(asked).toEqual([
    { question: 'Delete?', detail: 'This cannot be undone.', verb: 'Delete', danger: true },
  ]);
  expect(drafts()).toEqual({});
  // A write repeats the queries of the page, but not the one for a record that is gone.
  expect(sentAgain).toEqual([]);
});

test('a record stays after a no', async () => {
  answerQuestions(false);
  const link = await edited();
  await link.now().remove();
  expect(removals()).toEqual([]);
  expect(link.address()).toBe(LINK_PATH);
});

test('a record that cannot be deleted stays with its changes, and is loaded with the other queries again', async () => {
  answerQuestions(true);
  const link = await edited();
  const message = 'Used by 1 tee time. Archive it instead.';
  server.reply(helpfulLinks.remove, { status: 422, body: { message } });
  await link.now().remove();
  await expect.poll(() => link.now().error).toMatchObject({ constructor: Rejection, message });
  expect(link.address()).toBe(LINK_PATH);
  expect(link.now()).toMatchObject({ values: { description: 'Typed' }, modified: true, busy: false });
  const before = server.received(helpfulLinks.show).length;
  await link.queries.invalidateQueries();
  expect(server.received(helpfulLinks.show)).toHaveLength(before + 1);
});

test('a deletion has the question that is made for the record', async () => {
  const asked = answerQuestions(false);
  const link = await edited({
    removing: (id: number) => Promise.resolve({ question: `Delete link ${id}?`, verb: 'Delete' }),
  });
  await link.now().remove();
  expect(asked).toMatchObject([{ question: `Delete link ${LINK.id}?` }]);
});

test('nothing is asked or deleted if the question cannot be made', async () => {
  const asked = answerQuestions(true);
  const link = await edited({ removing: () => Promise.reject(new Error('Try again later.')) });
  await link.now().remove();
  await expect.poll(() => link.now().error).toMatchObject({ message: 'Try again later.' });
  expect([asked, removals()]).toEqual([[], []]);
});

test('nothing is asked on another screen while the question is made', async () => {
  const asked = answerQuestions(true);
  let make = (): void => undefined;
  const link = await edited({
    removing: () => new Promise((done) => (make = () => done({ question: 'Delete?' }))),
  });
  const removed = link.now().remove();
  await expect.poll(() => link.now().busy).toBe(true);
  link.unmount();
  make();
  await removed;
  expect([asked, removals()]).toEqual([[], []]);
});

test('a new record, and one of a screen that deletes none, is not deleted', async () => {
  const asked = answerQuestions(true, true);
  const made = await openLink(NEW_PATH);
  await made.now().remove();
  made.unmount();
  const link = await edited({ remove: undefined });
  expect(link.now().canRemove).toBe(false);
  await link.now().remove();
  expect([asked, removals()]).toEqual([[], []]);
});
