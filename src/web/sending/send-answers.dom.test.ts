// @vitest-environment happy-dom
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { helpfulLinks } from '../../areas/helpful-links/helpful-links.contract.ts';
import { session } from '../../areas/session/session.contract.ts';
import { teeTimes } from '../../areas/tee-times/tee-times.contract.ts';
import { callServer } from '../../../test/support/browser/call-server.ts';
import { LINK, rejectionOf, signedInStaff } from '../../../test/support/browser/staff.ts';
import { authHeader } from './stored.ts';
import {
  FATAL_MESSAGE,
  Fatal,
  FieldErrors,
  INVALID_MESSAGE,
  IdempotencyKeyTaken,
  SignInIncomplete,
  OfflineError,
  OFFLINE_MESSAGE,
  Rejection,
  SecondFactorRequired,
  sendCall,
  sendCallForRawAnswer,
  SignedOut,
  Stale,
  UnansweredCall,
  ServerUnavailable,
  UNDEFINED_RESPONSE,
} from './send.ts';

const server = callServer();
signedInStaff();

const showLink = () => sendCall(helpfulLinks.show, { params: { id: LINK.id } });

/** The error of a call whose answer has this status and body. */
function failureAt(status: number, body: unknown): Promise<unknown> {
  server.reply(helpfulLinks.show, { status, body });
  return rejectionOf(showLink());
}

describe('a successful answer', () => {
  test('is returned', async () => {
    server.answer(helpfulLinks.show, LINK);
    expect(await showLink()).toEqual(LINK);
  });

  test('may be 0 or null', async () => {
    server.answer(helpfulLinks.count, 0);
    expect(await sendCall(helpfulLinks.count, { query: {} })).toBe(0);
    server.reply(helpfulLinks.count, { body: null });
    expect(await sendCall(helpfulLinks.count, { query: {} })).toBeNull();
  });

  test('comes with its headers, and with nothing pending', async () => {
    server.reply(session.signIn, { body: { name: 'Pat' }, headers: { 'access-token': 'new' } });
    const body = { email: 'pat@example.com', password: 'secret' };
    const { answer, pending, headers } = await sendCallForRawAnswer(session.signIn, { body });
    expect([answer, pending, headers.get('access-token')]).toEqual([{ name: 'Pat' }, null, 'new']);
  });

  test('of 202 is the operation whose outcome is pending', async () => {
    const body = { operation: { id: 'one', state: 'running' }, message: 'The course is being asked.' };
    server.reply(teeTimes.cancelPlainly, { status: 202, body });
    expect((await sendCallForRawAnswer(teeTimes.cancelPlainly, { params: { id: 5 } })).pending).toEqual(body);
  });

  test('of 202 without an operation is a failure', async () => {
    server.reply(teeTimes.cancelPlainly, { status: 202, body: {} });
    const error = await rejectionOf(sendCall(teeTimes.cancelPlainly, { params: { id: 5 } }));
    expect(error).toMatchObject({ constructor: Fatal, message: FATAL_MESSAGE, status: 202, debug: '{}' });
  });
});

describe('401', () => {
  test('ends the sign-in', async () => {
    expect(await failureAt(401, { errors: ['Sign in first.'] })).toBeInstanceOf(SignedOut);
    expect(authHeader()).toBeNull();
  });

  const body = { email: 'pat@example.com', password: 'secret' };

  test('of a public call ends no sign-in', async () => {
    server.reply(session.signIn, { status: 401, body: { message: 'Wrong password.' } });
    const error = await rejectionOf(sendCall(session.signIn, { body }));
    expect(error).toMatchObject({ constructor: Fatal, message: FATAL_MESSAGE, status: 401 });
    expect(authHeader()).not.toBeNull();
  });

  test('at the sign-in asks for the code of the second factor', async () => {
    const message = 'Type the code of your app.';
    server.reply(session.signIn, { status: 401, body: { second_factor: true, message } });
    const error = await rejectionOf(sendCall(session.signIn, { body }));
    expect(error).toMatchObject({ constructor: SecondFactorRequired, message, status: 401 });
  });
});

describe('403', () => {
  test.each(['change_password', 'set_up_second_factor'])('with %s opens the form for it', async (need) => {
    expect(await failureAt(403, { [need]: true, message: 'First this.' })).toBeInstanceOf(SignInIncomplete);
    expect(authHeader()).not.toBeNull();
  });

  test('with a sentence shows the sentence', async () => {
    const error = await failureAt(403, { message: 'Only admins may do this.' });
    expect(error).toMatchObject({ constructor: Fatal, message: 'Only admins may do this.', status: 403 });
  });
});

describe('422', () => {
  const errors = { url: ['is required'], type: ['is required'] };

  test('with errors of fields keeps them by name', async () => {
    const error = await failureAt(422, { errors });
    expect(error).toMatchObject({ constructor: FieldErrors, message: INVALID_MESSAGE, errors });
  });

  test('with the operation of an earlier submission names the operation', async () => {
    const error = await failureAt(422, { errors, operation: { id: 'one' } });
    expect(error).toMatchObject({ constructor: IdempotencyKeyTaken, errors, operationId: 'one' });
  });

  test('with a sentence is a rejection, with the words of the outside system if there are any', async () => {
    const message = 'The course refused.';
    const error = await failureAt(422, { message, backend_message: 'E17' });
    expect(error).toMatchObject({ constructor: Rejection, message, backendMessage: 'E17' });
    expect(await failureAt(422, { message })).toMatchObject({ constructor: Rejection, backendMessage: null });
  });
});

describe('a failure in words', () => {
  test.each([
    [404, Fatal],
    [429, Fatal],
    [502, Fatal],
    [503, ServerUnavailable],
  ])('of %i shows the sentence', async (status, kind) => {
    const error = await failureAt(status, { message: 'Try again later.' });
    expect(error).toMatchObject({ constructor: kind, message: 'Try again later.', status });
  });

  test('of 409 shows the sentence about the conflict', async () => {
    const error = await failureAt(409, { message: 'Robin changed it at 9:00.' });
    expect(error).toMatchObject({ constructor: Stale, message: 'Robin changed it at 9:00.' });
  });

  test('of 500 is escalated with its whole text', async () => {
    const error = await failureAt(500, { message: 'TypeError' });
    expect(error).toMatchObject({
      constructor: Fatal,
      message: FATAL_MESSAGE,
      status: 500,
      debug: '{"message":"TypeError"}',
    });
  });
});

describe('a failure without words', () => {
  test.each([409, 422, 429, 502, 503])('of %i is escalated', async (status) => {
    const error = await failureAt(status, {});
    expect(error).toMatchObject({ constructor: Fatal, message: FATAL_MESSAGE, status, debug: '{}' });
  });

  test('that is empty names its status', async () => {
    server.reply(helpfulLinks.show, { status: 504, text: '' });
    expect(await rejectionOf(showLink())).toMatchObject({ message: FATAL_MESSAGE, debug: 'HTTP 504' });
  });

  test('that is a web page keeps the page', async () => {
    server.reply(helpfulLinks.show, { status: 502, text: '<h1>Bad gateway</h1>' });
    const error = await rejectionOf(showLink());
    expect(error).toMatchObject({ message: FATAL_MESSAGE, status: 502, debug: '<h1>Bad gateway</h1>' });
  });
});

describe('no answer', () => {
  test.each(['', '<h1>Sign in to the network</h1>'])('is a 200 that is no JSON: “%s”', async (text) => {
    server.reply(helpfulLinks.show, { text });
    const error = await rejectionOf(showLink());
    expect(error).toMatchObject({
      constructor: UnansweredCall,
      message: UNDEFINED_RESPONSE,
      status: 0,
      debug: `HTTP 200: ${text}`,
    });
  });

  test('is a connection that closes', async () => {
    server.reply(helpfulLinks.show, 'hang up');
    expect(await rejectionOf(showLink())).toMatchObject({ constructor: UnansweredCall, debug: '' });
  });

  test('without a network says that the computer is offline', async () => {
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => network.mockRestore());
    server.reply(helpfulLinks.show, 'hang up');
    expect(await rejectionOf(showLink())).toMatchObject({
      constructor: OfflineError,
      message: OFFLINE_MESSAGE,
    });
  });
});
