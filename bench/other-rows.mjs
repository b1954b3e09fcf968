// Benchmarks W1, S1 and S2: the cost of a booking, a start, and memory.
import { randomUUID } from 'node:crypto';
import { requestOk, measureTimesInTurn, measureRatesInTurn } from './measure.mjs';
import { startServer } from './servers.mjs';

let made = 0;
function booking() {
  made += 1;
  const tee_time = {
    play_date: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10),
    play_time: '07:42',
    players: 4,
  };
  return {
    booking: {
      customer: {
        first_name: 'Bench',
        last_name: 'Booker',
        email: `bench${process.pid}-${made}@bench.example`,
      },
      tee_time: {
        ...tee_time,
        course: { id: 1 + (made % 16) },
        charge: '400.00',
        confirmation: `BENCH-${made}`,
      },
    },
  };
}

/** Returns a function that books as the booking engine's screen does, each time with a new idempotency key. */
export const bookFromScreen = ({ address }, headers) =>
  requestOk(`${address}/api/ibe/book`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: booking(),
  });

const works = ({ ric, reference, headers }) => ({
  ric: () => bookFromScreen(ric, headers),
  reference: () =>
    requestOk(`${reference.address}/bare/insert`, {
      method: 'POST',
      headers,
      body: { course: 1 + (++made % 16) },
    }),
});

/** Measures a first start: the time until the first answer over HTTP. */
async function starts(bench) {
  const best = { ric: Infinity, reference: Infinity };
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const name of Object.keys(best)) {
      const server = await startServer(name, bench.url);
      best[name] = Math.min(best[name], server.startMs);
      await server.stop();
    }
  }
  return best;
}

const memory = async ({ ric, reference }) => ({ ric: ric.memoryMB(), reference: reference.memoryMB() });

export const FIRST_ROWS = [
  { id: 'S2 idle', work: 'memory after the start', unit: 'MB', targets: { reference: 2 }, run: memory },
];
export const OTHER_ROWS = [
  {
    id: 'W1',
    work: 'booking written',
    unit: 'ms',
    targets: { reference: 2 },
    run: (bench) => measureTimesInTurn(works(bench), bench.rounds, { isReady: bench.lettersAreSent }),
  },
  {
    id: 'W1 x16',
    work: 'the same, 16 clients',
    unit: '/s',
    targets: { reference: 0.5 },
    run: (bench) => measureRatesInTurn(works(bench), 16, bench.rounds, { isReady: bench.lettersAreSent }),
  },
  { id: 'S1', work: 'start to first answer', unit: 'ms', targets: { reference: 3 }, run: starts },
  { id: 'S2', work: 'memory after all of it', unit: 'MB', targets: { reference: 2 }, run: memory },
];
