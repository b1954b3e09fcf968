// @vitest-environment happy-dom
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { helpfulLinks } from '../../areas/helpful-links/helpful-links.contract.ts';
import { callServer } from '../../../test/support/browser/call-server.ts';
import { LINK, rejectionOf, signedInStaff } from '../../../test/support/browser/staff.ts';
import { sendCall, UnansweredCall, ServerUnavailable } from '../sending/send.ts';
import { isRetryingBusyCall, onBusyRetryChange, sendUntilAnswered } from './send-until-answered.ts';

const server = callServer();
signedInStaff();

const message = 'RIC is busy at the moment. Nothing was done; please try again in a moment.';
const busyFor = (seconds: string) => ({
  status: 503,
  body: { message, busy: true },
  headers: { 'retry-after': seconds },
});
// A server never names less than a second; the tests do not wait that long.
const BUSY = busyFor('0.001');
const show = (options: { background?: boolean; signal?: AbortSignal } = {}) =>
  sendCall(helpfulLinks.show, { params: { id: LINK.id } }, options);
const requests = () => server.received(helpfulLinks.show).length;

/** Records the values of `isRetryingBusyCall` after each change. */
function recordTryingAgain(): boolean[] {
  const seen: boolean[] = [];
  onTestFinished(onBusyRetryChange(() => seen.push(isRetryingBusyCall())));
  return seen;
}

describe('a call that the server was too busy to begin', () => {
  test('is sent again until it is answered, and the person is told meanwhile', async () => {
    const seen = recordTryingAgain();
    server.reply(helpfulLinks.show, BUSY, BUSY, { body: LINK });
    expect(await show()).toEqual(LINK);
    expect(requests()).toBe(3);
    expect(seen).toEqual([true, false, true, false]);
  });

  test('keeps its idempotency key and its body', async () => {
    server.reply(helpfulLinks.create, BUSY, { body: { id: 8 } });
    const helpful_link = { url: LINK.url, description: LINK.description };
    await sendCall(helpfulLinks.create, { body: { helpful_link } }, { idempotencyKey: 'key-1' });
    const sent = server.received(helpfulLinks.create);
    expect(sent.map(({ headers, body }) => [headers['idempotency-key'], body])).toEqual([
      ['key-1', { helpful_link }],
      ['key-1', { helpful_link }],
    ]);
  });

  test('fails with the server’s sentence after eight attempts', async () => {
    server.reply(helpfulLinks.show, BUSY);
    expect(await rejectionOf(show())).toMatchObject({ constructor: ServerUnavailable, message });
    expect(requests()).toBe(8);
    expect(isRetryingBusyCall()).toBe(false);
  });

  test('in the background is sent again without a word', async () => {
    const seen = recordTryingAgain();
    server.reply(helpfulLinks.show, BUSY, { body: LINK });
    await show({ background: true });
    expect([requests(), seen]).toEqual([2, []]);
  });

  test('ends when it is aborted during the pause', async () => {
    server.reply(helpfulLinks.show, busyFor('60'));
    const stopping = new AbortController();
    const error = rejectionOf(show({ signal: stopping.signal }));
    await expect.poll(isRetryingBusyCall).toBe(true);
    stopping.abort();
    expect(await error).toMatchObject({ name: 'AbortError' });
    expect([requests(), isRetryingBusyCall()]).toEqual([1, false]);
  });
});

describe('a call that may have begun is not sent again', () => {
  test('after another 503', async () => {
    server.reply(helpfulLinks.show, { status: 503, body: { message: 'The database is away.' } });
    expect(await rejectionOf(show())).toBeInstanceOf(ServerUnavailable);
    expect(requests()).toBe(1);
  });

  test('after a lost answer', async () => {
    server.reply(helpfulLinks.show, 'hang up');
    expect(await rejectionOf(show())).toBeInstanceOf(UnansweredCall);
    expect(requests()).toBe(1);
  });

  test('after a busy attempt whose retry got no answer', async () => {
    server.reply(helpfulLinks.show, BUSY, 'hang up');
    expect(await rejectionOf(show())).toBeInstanceOf(UnansweredCall);
    expect(requests()).toBe(2);
  });
});

test.each([
  ['the time that the server names', { 'retry-after': '3' }, 0, 3000],
  ['up to twice that time', { 'retry-after': '3' }, 0.5, 4500],
  ['a second if the server names none', {}, 0, 1000],
])('the pause is %s', async (_, headers, random, expected) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const chance = vi.spyOn(Math, 'random').mockReturnValue(random);
  onTestFinished(() => chance.mockRestore());
  const text = JSON.stringify(BUSY.body);
  let attempts = 0;
  const attempt = () => {
    attempts += 1;
    return Promise.resolve({ response: new Response(text, { status: 503, headers }), text });
  };
  const stopping = new AbortController();
  const sent = rejectionOf(sendUntilAnswered(attempt, { signal: stopping.signal, isAwaited: false }));
  await vi.advanceTimersByTimeAsync(expected - 1);
  expect(attempts).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(attempts).toBe(2);
  stopping.abort();
  await sent;
});
