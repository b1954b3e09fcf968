import { once } from 'node:events';
import { promisify } from 'node:util';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aStaffUser } from '../../../test/support/factories.ts';
import { buildApp } from '../../app/app.ts';
import { notices } from '../../areas/notices/notices.contract.ts';
import { openSession } from '../../areas/session/session.queries.ts';
import { session } from '../../areas/session/session.contract.ts';
import { live } from '../../contract/live/live.ts';
import { LIVE_TOPICS, type LiveTopic } from '../../contract/live/live-topics.ts';
import { openLiveEvents } from './live.ts';

const context = testApp();
/** A time far longer than any event takes, even on a busy machine. */
const SOON_MS = 30_000;
let address: string;
const open: AbortController[] = [];

beforeAll(async () => {
  address = await context.server.listen({ host: '127.0.0.1', port: 0 });
  if (process.env.TEST_ON === 'postgres') await listensToOthers();
});

/**
 * Waits for the connection that receives other processes' events: when it opens, every topic counts as changed, which
 * is no event of a test.
 */
const listensToOthers = () =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and query = 'listen ric_live' and state = 'idle'`.execute(
        context.db,
      );
      expect(rows).toHaveLength(1);
    },
    { timeout: SOON_MS, interval: 20 },
  );
afterEach(() => {
  context.setClock();
  for (const one of open.splice(0)) one.abort();
});

/** Opens a browser's stream; returns the events so far, and a promise of the stream's end. */
async function follow(headers: HeaderFields, at = address) {
  const controller = new AbortController();
  open.push(controller);
  const response = await fetch(at + live.stream.path, { headers, signal: controller.signal });
  let text = '';
  const read = async () => {
    const lines = response.body?.pipeThrough(new TextDecoderStream());
    for await (const line of lines ?? []) text += line;
  };
  const ended = read().catch(() => undefined);
  if (response.ok) await soon(() => expect(text).toContain('data: '));
  // The first line of the stream repeats the events that were published shortly before it began.
  const begun = text.length;
  const told = () =>
    [...text.slice(begun).matchAll(/^data: (.*)$/gm)].flatMap(
      ([, line = '']) => live.stream.answer.parse(JSON.parse(line)).topics,
    );
  return { response, ended, told, text: () => text };
}

const soon = (check: () => void) => vi.waitFor(check, { timeout: SOON_MS, interval: 20 });

describe('a stream', () => {
  let staff: { id: number; email: string };
  let headers: HeaderFields;
  beforeEach(async () => {
    staff = await aStaffUser(context.db);
    const { token, client } = await openSession(context.db, staff.id, {
      now: context.context.now(),
      hours: 12,
    });
    headers = { 'access-token': token, uid: staff.email, client };
  });

  test('says what somebody else changed, and nothing that failed', async () => {
    const stream = await follow(headers);
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    const other = await context.signedIn('agent');
    expect((await context.call(notices.dismiss, { params: { id: 424242 } }, other)).status).toBe(404);
    const { id } = await context.db
      .insertInto('notices')
      .values({ kind: 'ledger', message: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow();
    // An event of the failed HTTP call would arrive before this event or with it.
    context.context.live.tell('turns');
    await soon(() => expect(stream.told()).toContain('turns'));
    expect(stream.told()).toEqual(['turns']);
    await context.ok(notices.dismiss, { params: { id } }, other);
    await soon(() => expect(stream.told()).toEqual(['turns', 'notices']));
  });

  test('tells what happens together once, and beats in between', async () => {
    const stream = await follow(headers);
    for (let times = 0; times < 50; times += 1) context.context.live.tell('queues', 'leads');
    await soon(() => expect(stream.text()).toContain(':\n\n'));
    await soon(() => expect(stream.told()).toEqual(['queues', 'leads']));
    context.context.live.tell('turns');
    await soon(() => expect(stream.told()).toContain('turns'));
    expect(stream.told()).toEqual(['queues', 'leads', 'turns']);
  });

  test('is no input of a person, whatever its headers say', async () => {
    const at = new Date(context.context.now().getTime() - 30 * 60_000);
    await context.db
      .updateTable('sign_ins')
      .set({ last_input_at: at })
      .where('client', '=', headers['client'] ?? '')
      .execute();
    await follow(headers);
    const kept = await context.db
      .selectFrom('sign_ins')
      .select('last_input_at')
      .where('client', '=', headers['client'] ?? '')
      .executeTakeFirstOrThrow();
    expect(Date.parse(kept.last_input_at)).toBe(at.getTime());
  });

  test('is for signed-in staff only', async () => {
    const { response } = await follow({ ...headers, 'access-token': 'x' });
    expect(response.status).toBe(401);
    expect(await context.call(live.stream, {}, {})).toMatchObject({ status: 401 });
  });

  const minutesLater = (minutes: number) =>
    context.setClock(new Date(context.context.now().getTime() + minutes * 60_000).toISOString());
  const change = (set: object) =>
    context.db.updateTable('staff_users').set(set).where('id', '=', staff.id).execute();
  test.each<[string, () => unknown]>([
    ['its person signs out', () => context.ok(session.signOut, {}, headers)],
    ['the session expires', () => minutesLater(12 * 60 + 1)],
    ['its person is away too long', () => minutesLater(61)],
    ['its person is removed', () => change({ removed_at: new Date() })],
    ['the level of its person is another', () => change({ level: 'hotels' })],
  ])('ends when %s, and no other does', async (_, happens) => {
    const [stream, other] = [await follow(headers), await follow(await context.signedIn('admin'))];
    let isOver = false;
    void other.ended.then(() => (isOver = true));
    await happens();
    await stream.ended;
    // A moved clock expires the other session too, so that nothing more is checked.
    if (context.context.now().getTime() - Date.now() > 1_000) return;
    context.context.live.tell('turns');
    await soon(() => expect(other.told()).toContain('turns'));
    expect(isOver).toBe(false);
  });

  /** Starts a second server of the same company with immediate timers and only the events of this test. */
  const hasty = async () => {
    const told: ((topics: LiveTopic[]) => void)[] = [];
    const listen = (one: (typeof told)[number]) => (told.push(one), () => undefined);
    const hearing = { ...context.context, live: { ...context.context.live, listen } };
    const app = await buildApp(hearing, { webRoot: null, logger: false });
    const at = await app.listen({ host: '127.0.0.1', port: 0 });
    return { app, at, tell: (topics: LiveTopic[]) => told.forEach((tell) => tell(topics)) };
  };

  test('goes on that began while sessions were looked up', async () => {
    const { app, at, tell } = await hasty();
    const other = await context.signedIn('admin');
    const others = await follow(other, at);
    let isBeginning = true;
    const lookUp = () => {
      if (isBeginning) setImmediate(lookUp);
      tell(['sessions']);
    };
    lookUp();
    const stream = await follow(headers, at).finally(() => (isBeginning = false));
    const end = vi.fn<() => void>();
    void stream.ended.then(end);
    // Ending the other stream proves that the sessions were looked up; this stream still receives later events.
    await context.ok(session.signOut, {}, other);
    tell(['sessions']);
    await others.ended;
    tell(['turns']);
    await soon(() => expect(stream.told()).toContain('turns'));
    expect(end).not.toHaveBeenCalled();
    await app.close();
  });

  test('is dropped when its reader lets everything lie', async () => {
    // Sends much data at once, so that the connection's buffer fills in a moment instead of an hour.
    const { app, at, tell } = await hasty();
    const { port } = new URL(at);
    const socket = connect(Number(port), '127.0.0.1');
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${live.stream.path} HTTP/1.1\r\nhost: x\r\n${lines.join('')}\r\n`);
    await once(socket, 'connect');
    socket.pause();
    const left = () => promisify(app.server.getConnections.bind(app.server))();
    await soon(async () => expect(await left()).toBe(1));
    const many = Array.from({ length: 500 }, () => LIVE_TOPICS).flat();
    for (let lines = 0; lines < 1_000 && (await left()) > 0; lines += 1) {
      tell(many);
      await new Promise(setImmediate);
    }
    expect(await left()).toBe(0);
    socket.destroy();
    await app.close();
  });

  test('is one of six of its session at most: the oldest makes room', async () => {
    const streams: Awaited<ReturnType<typeof follow>>[] = [];
    for (let at = 0; at < 7; at += 1) streams.push(await follow(headers));
    await streams[0]?.ended;
    context.context.live.tell('turns');
    await soon(() => expect(streams.slice(1).map((one) => one.told())).toEqual(Array(6).fill(['turns'])));
  });

  test('is not opened, and ends no other, by a HEAD', async () => {
    const streams = await Promise.all(Array.from({ length: 6 }, () => follow(headers)));
    const head = await context.server.inject({ method: 'HEAD', url: live.stream.path, headers });
    expect([head.statusCode, head.headers['content-type']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    context.context.live.tell('turns');
    await soon(() => expect(streams.map((one) => one.told())).toEqual(Array(6).fill(['turns'])));
  });

  test('does not hold up a server that stops', async () => {
    const app = await buildApp(context.context, { webRoot: null, logger: false });
    const at = await app.listen({ host: '127.0.0.1', port: 0 });
    // A client that never closes its side of the connection, like a sleeping browser.
    const socket = connect({ port: Number(new URL(at).port), host: '127.0.0.1', allowHalfOpen: true });
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${live.stream.path} HTTP/1.1\r\nhost: x\r\n${lines.join('')}\r\n`);
    await once(socket, 'data');
    const stream = await follow(headers, at);
    await app.close();
    await stream.ended;
    socket.destroy();
  });
});

describe.runIf(process.env.TEST_ON === 'postgres')('another process on the same server', () => {
  test('hears it, also after its connection was cut', async () => {
    const other = openLiveEvents(context.database);
    const heard: string[] = [];
    other.listen((topics) => heard.push(...topics));
    try {
      await soon(() => expect(heard).toEqual([...LIVE_TOPICS]));
      heard.length = 0;
      context.context.live.tell('tee_times');
      await soon(() => expect(heard).toEqual(['tee_times']));

      heard.length = 0;
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'ric listening' and datname = current_database()`.execute(context.db);
      // The listener may have missed events, so every topic counts as changed first; then it receives events again.
      await soon(() => expect(new Set(heard)).toEqual(new Set(LIVE_TOPICS)));
      heard.length = 0;
      context.context.live.tell('queues');
      await soon(() => expect(heard).toContain('queues'));
    } finally {
      await other.close();
    }
  });
});
