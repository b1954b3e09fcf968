// Started by overload.test.ts and soak.test.ts: asks a server what a desk asks, as a process of its own, and prints what it
// was told. `rate` a second whatever the server does (an open loop), or by so many `clients`, each after its last answer.
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { inLetters } from '../support/in-letters.ts';

export type LoadAsked = {
  url: string;
  headers: Record<string, string>;
  course: number;
  seconds: number;
  /** Only these of the kinds, in the shares that they have among themselves. */
  kinds?: string[];
} & ({ rate: number } | { clients: number });

type Quantiles = { p50: number; p99: number; most: number };
/** What calls of one kind were told; times in milliseconds, from sending to the last byte. */
export type Told = {
  sent: number;
  served: number;
  /** 503. */
  refused: number;
  withoutRetryAfter: number;
  /** By status, 0 where none came; what is neither served nor refused. */
  others: Record<string, number>;
  servedMs: Quantiles;
  refusedMs: Quantiles;
};
export type LoadTold = { seconds: number; all: Told; kinds: Record<string, Told>; lateMs: number };

type Sent = { method: string; path: string; body?: unknown; headers?: Record<string, string> };
const asked: LoadAsked = JSON.parse(process.argv[2] ?? '');
// As many as a busy office's browsers, or the proxy before RIC, have open. They are opened before time is measured: Node.js
// accepts one new connection in each turn of its loop.
const SOCKETS = 256;
const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
const LONGEST_MS = 60_000;

let made = 0;
const someone = inLetters().slice(0, 8);
const teeTime = () => ({
  play_date: `2031-0${1 + (made % 9)}-1${made % 10}`,
  play_time: `${String(6 + (made % 12)).padStart(2, '0')}:${String(made % 60).padStart(2, '0')}`,
  players: 1 + (made % 4),
  course: { id: asked.course },
  charge: '100.00',
});
function booking(card: object): Sent {
  made += 1;
  const customer = { first_name: 'Load', last_name: `L${made}`, email: `l${made}.${someone}@load.example` };
  const tee_time = { ...teeTime(), confirmation: `LOAD-${made}` };
  const body = { booking: { customer, tee_time, ...card } };
  return { method: 'POST', path: '/api/ibe/book', body, headers: { 'idempotency-key': randomUUID() } };
}
const CARD = { credit_card: { number: '4242424242424242', expmo: '12', expyr: '2035', cvv: '123' } };
const get = (path: string, headers = {}): Sent => ({ method: 'GET', path, headers });
const background = { 'x-background': '1' };

/** What a desk asks, and how often of a hundred: eight bookings, and what is asked for them and beside them. */
const KINDS: [kind: string, share: number, sent: () => Sent][] = [
  ['book by card', 4, () => booking(CARD)],
  ['book', 4, () => booking({})],
  ['rate', 22, () => ({ method: 'POST', path: '/api/ibe/rate', body: { booking: { tee_time: teeTime() } } })],
  ['courses to choose from', 10, () => get('/api/courses/live_list')],
  ['customer', 4, () => get(`/api/customers/match?email=l${1 + (made % 50)}@load.example`)],
  ['tee time', 12, () => get(`/api/tee_times/show/${1 + (made % 3)}`)],
  ['course', 6, () => get(`/api/courses/show/${asked.course}`)],
  ['list', 20, () => get('/api/tee_times/index?page=1&per_page=30')],
  ['count', 6, () => get('/api/tee_times/count')],
  ['report', 2, () => get('/api/reports/rate-sheet')],
  ['poll', 10, () => get('/api/counts', background)],
];
const CYCLE = KINDS.filter(([kind]) => asked.kinds?.includes(kind) ?? true)
  .flatMap(([kind, share, sent]) =>
    // Spread, so that no kind comes in a row.
    Array.from({ length: share }, (_, at) => ({ kind, sent, place: (at + 0.5) / share })),
  )
  .toSorted((a, b) => a.place - b.place);

type Answer = { kind: string; status: number; ms: number; hasRetryAfter: boolean };
const answers: Answer[] = [];

function ask({ kind, sent }: { kind: string; sent: () => Sent }): Promise<void> {
  const { method, path, body, headers = {} } = sent();
  const text = body === undefined ? null : JSON.stringify(body);
  const begun = performance.now();
  return new Promise((resolve) => {
    const tell = (status: number, hasRetryAfter = false) => {
      answers.push({ kind, status, ms: performance.now() - begun, hasRetryAfter });
      resolve();
    };
    const options = {
      ...{ method, agent, timeout: LONGEST_MS },
      headers: {
        ...{ ...asked.headers, ...headers },
        ...(text !== null && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        }),
      },
    };
    const going = request(asked.url + path, options, (response) => {
      response.resume().on('end', () => tell(response.statusCode ?? 0, 'retry-after' in response.headers));
    });
    going.on('timeout', () => going.destroy()).on('error', () => tell(0));
    going.end(text);
  });
}

const next = (at: number) => CYCLE[at % CYCLE.length] ?? CYCLE[0];
let lateMs = 0;

async function openLoop(rate: number, seconds: number) {
  const begun = performance.now();
  const under: Promise<void>[] = [];
  const all = Math.round(rate * seconds);
  for (let at = 0; at < all;) {
    const due = Math.min(all, Math.floor(((performance.now() - begun) * rate) / 1000));
    lateMs = Math.max(lateMs, performance.now() - begun - (at * 1000) / rate);
    for (; at < due; at += 1) {
      const one = next(at);
      if (one) under.push(ask(one));
    }
    await pause(1);
  }
  const sentMs = performance.now() - begun;
  await Promise.all(under);
  return sentMs;
}

async function closedLoop(clients: number, seconds: number) {
  const begun = performance.now();
  let at = 0;
  const client = async () => {
    while (performance.now() - begun < seconds * 1000) {
      const one = next((at += 1));
      if (one) await ask(one);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return performance.now() - begun;
}

function quantiles(answered: Answer[]): Quantiles {
  const ms = answered.map((one) => one.ms).toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(ms[Math.min(ms.length - 1, Math.floor(ms.length * part))] ?? 0);
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}

function told(of: Answer[]): Told {
  const served = of.filter(({ status }) => status === 200);
  const refused = of.filter(({ status }) => status === 503);
  const others: Record<string, number> = {};
  for (const { status } of of)
    if (status !== 200 && status !== 503) others[status] = (others[status] ?? 0) + 1;
  return {
    ...{ sent: of.length, served: served.length, refused: refused.length, others },
    withoutRetryAfter: refused.filter(({ hasRetryAfter }) => !hasRetryAfter).length,
    ...{ servedMs: quantiles(served), refusedMs: quantiles(refused) },
  };
}

const hello: Sent = get('/api/health');
await Promise.all(Array.from({ length: SOCKETS }, () => ask({ kind: 'hello', sent: () => hello })));
answers.length = 0;

const ms =
  'rate' in asked
    ? await openLoop(asked.rate, asked.seconds)
    : await closedLoop(asked.clients, asked.seconds);
const kinds = Object.fromEntries(
  KINDS.map(([kind]) => [kind, told(answers.filter((one) => one.kind === kind))]),
);
const result: LoadTold = { seconds: ms / 1000, all: told(answers), kinds, lateMs: Math.round(lateMs) };
process.stdout.write(JSON.stringify(result), () => process.exit(0));
