// @vitest-environment happy-dom
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { customers } from '../../areas/customers/customers.contract.ts';
import { helpfulLinks } from '../../areas/helpful-links/helpful-links.contract.ts';
import { images } from '../../areas/images/images.contract.ts';
import { session } from '../../areas/session/session.contract.ts';
import { callServer } from '../../../test/support/browser/call-server.ts';
import { LINK, rejectionOf, SIGN_IN, signedInStaff } from '../../../test/support/browser/staff.ts';
import { callAddress, runSendingInBackground } from './request.ts';
import { sendCall } from './send.ts';

const server = callServer();
signedInStaff();

const showLink = (signal?: AbortSignal) =>
  sendCall(helpfulLinks.show, { params: { id: LINK.id } }, signal ? { signal } : {});
const received = (call: Parameters<typeof server.received>[0]) => {
  const [one] = server.received(call);
  if (!one) throw new Error(`${call.path} was not requested.`);
  return one;
};

describe('a request', () => {
  test('has the sign-in of the person', async () => {
    server.answer(helpfulLinks.show, LINK);
    await showLink();
    const { uid, client, 'access-token': token, ...headers } = received(helpfulLinks.show).headers;
    expect([uid, client, token]).toEqual([SIGN_IN.uid, SIGN_IN.client, SIGN_IN['access-token']]);
    expect(headers).toMatchObject({ accept: 'application/json' });
    for (const absent of ['x-background', 'idempotency-key', 'content-type'])
      expect(headers).not.toHaveProperty(absent);
  });

  test('of a public call has no sign-in', async () => {
    server.answer(session.signIn, { name: 'Pat' });
    const body = { email: 'pat@example.com', password: 'secret' };
    await sendCall(session.signIn, { body });
    const { headers, body: sent } = received(session.signIn);
    expect(sent).toEqual(body);
    for (const absent of ['uid', 'client', 'access-token']) expect(headers).not.toHaveProperty(absent);
  });

  test('has lists and objects of its query as JSON, and no empty values', async () => {
    server.answer(customers.index, []);
    const filters = { last_name: 'O’Neill & Sons' };
    await sendCall(customers.index, { query: { filters, sort_fields: ['id'], sort_desc: [true], page: 2 } });
    expect(received(customers.index).query).toEqual({
      filters,
      sort_fields: ['id'],
      sort_desc: [true],
      page: 2,
    });
    const empty = { filters: undefined, sort: null, text: '', page: 0, done: false };
    expect(callAddress(customers.index, { query: empty })).toBe('/api/customers/index?page=0&done=false');
  });

  test('has the values of its path encoded', () => {
    expect(callAddress(helpfulLinks.show, { params: { id: 'a/b c' } })).toBe(
      '/api/helpful_links/show/a%2Fb%20c',
    );
  });

  test('has its body as JSON, with its idempotency key', async () => {
    server.answer(helpfulLinks.create, { id: 8 });
    const helpful_link = { url: LINK.url, description: 'Ää “quoted”' };
    await sendCall(helpfulLinks.create, { body: { helpful_link } }, { idempotencyKey: 'key-1' });
    const { body, headers } = received(helpfulLinks.create);
    expect(body).toEqual({ helpful_link });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'key-1' });
  });

  test('of an upload is multipart, without empty values', async () => {
    server.answer(images.create, { id: 3 });
    const file = new File(['the picture'], 'green.png', { type: 'image/png' });
    const image = { course_id: 17, file, alt: undefined, is_main: true };
    await sendCall(images.create, { body: { image } });
    const { body, headers } = received(images.create);
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(String(body).match(/name=.*/g)).toEqual([
      'name="image[course_id]"',
      'name="image[file]"; filename="green.png"',
      'name="image[is_main]"',
    ]);
    expect(body).toContain('\r\n17\r\n');
    expect(body).toContain('the picture');
  });

  test('is marked as background by its option, or while others’ changes are followed', async () => {
    server.answer(helpfulLinks.show, LINK);
    const sent = { params: { id: LINK.id } };
    await sendCall(helpfulLinks.show, sent, { background: true });
    const followed: Promise<unknown>[] = [];
    runSendingInBackground(() => void followed.push(sendCall(helpfulLinks.show, sent)));
    await Promise.all([...followed, sendCall(helpfulLinks.show, sent)]);
    const marks = server.received(helpfulLinks.show).map(({ headers }) => headers['x-background']);
    expect(marks.filter((mark) => mark === '1')).toHaveLength(2);
    expect(marks).toHaveLength(3);
  });

  test('goes past the cache, and outlives the page only if it is told to', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => fetched.mockRestore());
    server.answer(helpfulLinks.show, LINK);
    await showLink();
    await sendCall(helpfulLinks.show, { params: { id: LINK.id } }, { keepalive: true });
    expect(fetched.mock.calls.map(([, options]) => [options?.cache, options?.keepalive])).toEqual([
      ['no-store', false],
      ['no-store', true],
    ]);
  });
});

describe('an aborted request', () => {
  test('throws the abort, whether it is on its way or not sent yet', async () => {
    const release = server.hold(helpfulLinks.show);
    const stopping = new AbortController();
    const error = rejectionOf(showLink(stopping.signal));
    await expect.poll(() => server.received(helpfulLinks.show)).toHaveLength(1);
    stopping.abort();
    expect(await error).toMatchObject({ name: 'AbortError' });
    expect(await rejectionOf(showLink(stopping.signal))).toMatchObject({ name: 'AbortError' });
    expect(server.received(helpfulLinks.show)).toHaveLength(1);
    release();
  });
});
