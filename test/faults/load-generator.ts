// Sends a busy office's HTTP calls from a separate process, and prints figures about the answers. Sends either at `rate`
// per second, whatever the server does (an open loop), or from this many `clients`, each after its last answer. Started by
// overload.test.ts and soak.test.ts.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { uniqueText } from '../support/unique-text.ts';

export type LoadRequest = {
  url: string;
  headers: Record<string, string>;
  course: number;
  seconds: number;
  /** Limits the load to these kinds of calls, in their relative shares. */
  kinds?: string[];
} & ({ rate: number } | { clients: number });

type Quantiles = { p50: number; p99: number; most: number };
/** Figures about the answers to calls of one kind; times in milliseconds, from sending to the last byte. */
export type AnswerStats = {
  sent: number;
  served: number;
  /** The number of requests answered with 503. */
  refused: number;
  withoutRetryAfter: number;
  /** The numbers of answers that are neither served nor rejected, by status; status 0 if none came. */
  others: Record<string, number>;
  servedMs: Quantiles;
  refusedMs: Quantiles;
};
export type LoadReport = {
  seconds: number;
  all: AnswerStats;
  kinds: Record<string, AnswerStats>;
  lateMs: number;
};

type Sent = { method: string; path: string; body?: unknown; headers?: Record<string, string> };
const asked: LoadRequest = JSON.parse(process.argv[2] ?? '');
// The number of connections, as many as a busy office's browsers or the proxy keep open. They are opened before the
// measurement, because Node.js accepts one new connection in each turn of its event loop.
const SOCKETS = 256;
const LONGEST_MS = 60_000;
// The undici pool takes half the processor time of Node.js's own HTTP client, on two cores that the load generator shares
// with the server.
const pool = new Pool(asked.url, {
  connections: SOCKETS,
  headersTimeout: LONGEST_MS,
  bodyTimeout: LONGEST_MS,
});

let made = 0;
const someone = uniqueText().slice(0, 8);
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

/** The mix of calls in a busy office, in percent: eight bookings, and the calls around them. */
const KINDS: [kind: string, share: number, sent: () => Sent][] = [
  ['book by card', 4, () => booking(CARD)],
  ['book', 4, () => booking({})],
  ['rate', 22, () => ({ method: 'POST', path: '/api/ibe/rate', body: { booking: { tee_time: teeTime() } } })],
  ['courses to choose from', 10, () => get('/api/courses/live_list')],
  ['customer', 4, () => get(`/api/customers/match?email=l${1 + (made % 50)}@load.example`)],
  ['tee time', 12, () => get(`/api/tee_times/show/${1 + (made % 3)}`)],
  ['course', 6, () => get(`/api/courses/show/${asked.course}`)],
  ['list', 16, () => get('/api/tee_times/index?page=1&per_page=30')],
  ['search', 4, () => get('/api/search?q=smith')],
  ['count', 6, () => get('/api/tee_times/count')],
  ['report', 2, () => get('/api/reports/rate-sheet')],
  ['poll', 10, () => get('/api/counts', background)],
];
const CYCLE = KINDS.filter(([kind]) => asked.kinds?.includes(kind) ?? true)
  .flatMap(([kind, share, sent]) =>
    // The calls are spread evenly, so that none of a kind come in a row.
    Array.from({ length: share }, (_, at) => ({ kind, sent, place: (at + 0.5) / share })),
  )
  .toSorted((a, b) => a.place - b.place);

/**
 * The measurements of one kind of call: its answers by status, and histograms of the served and rejected answers by
 * milliseconds.
 */
type Heard = {
  withoutRetryAfter: number;
  others: Record<string, number>;
  served: Uint32Array;
  refused: Uint32Array;
};
// Answers are counted instead of stored, because storing a million answers would make this process collect garbage while it
// measures.
const nothing = (): Heard => ({
  withoutRetryAfter: 0,
  others: {},
  served: new Uint32Array(LONGEST_MS + 1),
  refused: new Uint32Array(LONGEST_MS + 1),
});
const heard = new Map<string, Heard>(KINDS.map(([kind]) => [kind, nothing()]));

function hear(kind: string, status: number, { ms, hasRetryAfter }: { ms: number; hasRetryAfter: boolean }) {
  const of = heard.get(kind);
  if (!of) return;
  const took = Math.min(LONGEST_MS, Math.round(ms));
  const count = (times: Uint32Array) => (times[took] = (times[took] ?? 0) + 1);
  if (status === 200) count(of.served);
  else if (status === 503) count(of.refused);
  else of.others[status] = (of.others[status] ?? 0) + 1;
  if (status === 503 && !hasRetryAfter) of.withoutRetryAfter += 1;
}

function ask({ kind, sent }: { kind: string; sent: () => Sent }): Promise<void> {
  const { method, path, body, headers = {} } = sent();
  const text = body === undefined ? null : JSON.stringify(body);
  const begun = performance.now();
  return new Promise((resolve) => {
    const tell = (status: number, hasRetryAfter = false) => {
      hear(kind, status, { ms: performance.now() - begun, hasRetryAfter });
      resolve();
    };
    let status = 0;
    let hasRetryAfter = false;
    pool.dispatch(
      {
        method,
        path,
        body: text,
        headers: {
          ...asked.headers,
          ...headers,
          ...(text !== null && { 'content-type': 'application/json' }),
        },
      },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, code, got) => {
          status = code;
          hasRetryAfter = 'retry-after' in got;
        },
        onResponseData: () => undefined,
        onResponseEnd: () => tell(status, hasRetryAfter),
        onResponseError: () => tell(0),
      },
    );
  });
}

const next = (at: number) => CYCLE[at % CYCLE.length] ?? CYCLE[0];
let lateMs = 0;

async function openLoop(rate: number, seconds: number) {
  const begun = performance.now();
  let waiting = 0;
  const all = Math.round(rate * seconds);
  for (let at = 0; at < all;) {
    const due = Math.min(all, Math.floor(((performance.now() - begun) * rate) / 1000));
    lateMs = Math.max(lateMs, performance.now() - begun - (at * 1000) / rate);
    for (; at < due; at += 1) {
      const one = next(at);
      if (!one) continue;
      waiting += 1;
      void ask(one).then(() => (waiting -= 1));
    }
    await pause(1);
  }
  const sentMs = performance.now() - begun;
  while (waiting > 0) await pause(10);
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

const sumOf = (counts: Uint32Array) => counts.reduce((sum, count) => sum + count, 0);

function quantiles(times: Uint32Array): Quantiles {
  const all = sumOf(times);
  const at = (part: number) => {
    let left = Math.min(all - 1, Math.floor(all * part));
    const ms = times.findIndex((count) => (left -= count) < 0);
    return Math.max(0, ms);
  };
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}

function together(kinds: readonly Heard[]): Heard {
  const all = nothing();
  for (const { withoutRetryAfter, others, served, refused } of kinds) {
    all.withoutRetryAfter += withoutRetryAfter;
    for (const [status, count] of Object.entries(others))
      all.others[status] = (all.others[status] ?? 0) + count;
    for (let ms = 0; ms <= LONGEST_MS; ms += 1) {
      all.served[ms] = (all.served[ms] ?? 0) + (served[ms] ?? 0);
      all.refused[ms] = (all.refused[ms] ?? 0) + (refused[ms] ?? 0);
    }
  }
  return all;
}

function told({ withoutRetryAfter, others, ...times }: Heard): AnswerStats {
  const [served, refused] = [sumOf(times.served), sumOf(times.refused)];
  const sent = Object.values(others).reduce((sum, count) => sum + count, served + refused);
  const [servedMs, refusedMs] = [quantiles(times.served), quantiles(times.refused)];
  return { sent, served, refused, withoutRetryAfter, others, servedMs, refusedMs };
}

const hello: Sent = get('/api/health');
await Promise.all(Array.from({ length: SOCKETS }, () => ask({ kind: 'hello', sent: () => hello })));

const ms =
  'rate' in asked
    ? await openLoop(asked.rate, asked.seconds)
    : await closedLoop(asked.clients, asked.seconds);
const kinds = Object.fromEntries([...heard].map(([kind, of]) => [kind, told(of)]));
const all = told(together([...heard.values()]));
const result: LoadReport = { seconds: ms / 1000, all, kinds, lateMs: Math.round(lateMs) };
process.stdout.write(JSON.stringify(result), () => process.exit(0));
