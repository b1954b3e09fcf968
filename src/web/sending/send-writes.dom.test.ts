// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { helpfulLinks } from '../../areas/helpful-links/helpful-links.contract.ts';
import { session } from '../../areas/session/session.contract.ts';
import { callServer } from '../../../test/support/browser/call-server.ts';
import { LINK, rejectionOf, signedInStaff } from '../../../test/support/browser/staff.ts';
import { mayHaveTakenEffect, setSendHooks, sendCall } from './send.ts';

const server = callServer();
signedInStaff();

let called: string[] = [];
beforeEach(() => {
  called = [];
  setSendHooks({
    written: () => called.push('written'),
    mayBeWritten: () => called.push('mayBeWritten'),
    notLetIn: () => called.push('notLetIn'),
  });
});

const params = { id: LINK.id };
const remove = () => sendCall(helpfulLinks.remove, { params });

describe('a successful call', () => {
  test('that writes calls `written` once', async () => {
    server.answer(helpfulLinks.remove, {});
    await remove();
    expect(called).toEqual(['written']);
  });

  test('that writes by GET, as its contract says, calls `written`', async () => {
    server.answer(helpfulLinks.moveUp, {});
    await sendCall(helpfulLinks.moveUp, { params });
    expect(called).toEqual(['written']);
  });

  test('that only reads, by GET or by POST, calls nothing', async () => {
    server.answer(helpfulLinks.show, LINK);
    server.answer(session.level, { level: 'admin' });
    await sendCall(helpfulLinks.show, { params });
    await sendCall(session.level, { body: { email: 'pat@example.com' } });
    expect(called).toEqual([]);
  });

  test('that writes by a screen’s own timer calls nothing', async () => {
    server.answer(helpfulLinks.remove, {});
    await sendCall(helpfulLinks.remove, { params }, { background: true });
    expect(called).toEqual([]);
  });
});

describe('a failed write', () => {
  test.each([
    ['a lost answer', 'hang up'],
    ['a 200 that is no JSON', { text: '<html>' }],
    ['a 500', { status: 500, body: {} }],
    ['a 502 in words', { status: 502, body: { message: 'The course does not answer.' } }],
    ['a 409', { status: 409, body: { message: 'It still runs.' } }],
  ] as const)('with %s calls `mayBeWritten`', async (_, reply) => {
    server.reply(helpfulLinks.remove, reply);
    expect(mayHaveTakenEffect(await rejectionOf(remove()))).toBe(true);
    expect(called).toEqual(['mayBeWritten']);
  });

  test.each([
    ['a 422 of fields', 422, { errors: { url: ['is required'] } }],
    ['a 422 in words', 422, { message: 'It is used by 1 tee time.' }],
    ['a 429', 429, { message: 'Too many.' }],
    ['a 404', 404, {}],
    ['a 401', 401, {}],
  ])('with %s calls nothing', async (_, status, body) => {
    server.reply(helpfulLinks.remove, { status, body });
    expect(mayHaveTakenEffect(await rejectionOf(remove()))).toBe(false);
    expect(called).toEqual([]);
  });

  test('by a screen’s own timer calls nothing', async () => {
    server.reply(helpfulLinks.remove, { status: 500, body: {} });
    await rejectionOf(sendCall(helpfulLinks.remove, { params }, { background: true }));
    expect(called).toEqual([]);
  });
});

test('a read with a lost answer calls nothing', async () => {
  server.reply(helpfulLinks.show, 'hang up');
  await rejectionOf(sendCall(helpfulLinks.show, { params }));
  expect(called).toEqual([]);
});

test.each(['change_password', 'set_up_second_factor'])('a 403 with %s calls `notLetIn`', async (need) => {
  server.reply(helpfulLinks.show, { status: 403, body: { [need]: true } });
  await rejectionOf(sendCall(helpfulLinks.show, { params }));
  expect(called).toEqual(['notLetIn']);
});
