// Measures the time and throughput of HTTP calls, over connections that stay open as a browser's do.
import http from 'node:http';

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

/** Sends one request; resolves with its status and body once the whole answer has arrived. */
export function sendBenchRequest(url, { method = 'GET', headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const sent = body === undefined ? {} : { 'content-type': 'application/json' };
    const request = http.request(url, { agent, method, headers: { ...sent, ...headers } }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(parts).toString(),
        }),
      );
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Sends a request and throws unless it succeeds. */
export async function requestOk(url, options) {
  const answer = await sendBenchRequest(url, options);
  if (answer.status !== 200)
    throw new Error(`${url} answered ${answer.status}: ${answer.body.slice(0, 300)}`);
  return answer;
}

export function quantile(values, part) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}
export const median = (values) => quantile(values, 0.5);

/** Returns the times in ms of repeated work: at least five times, for about `forMs`. */
export async function measureTimes(work, forMs = 1500) {
  await work();
  const times = [];
  const end = performance.now() + forMs;
  while (times.length < 5 || (performance.now() < end && times.length < 300)) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times;
}

/** Returns how often per second this many clients at once do the work. */
export async function measureRate(work, clients, forMs = 2500) {
  let done = 0;
  const begun = performance.now();
  const end = begun + forMs;
  const client = async () => {
    while (performance.now() < end) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (done * 1000) / (performance.now() - begun);
}

const atOnce = async () => undefined;

/**
 * Measures the named works in turn, repetition after repetition, each time once `isReady` has ended; returns each work's
 * best median.
 */
export async function measureTimesInTurn(works, rounds, { measure = measureTimes, isReady = atOnce } = {}) {
  const medians = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, work] of Object.entries(works)) {
      await isReady();
      medians[name].push(median(await measure(work)));
    }
  }
  return Object.fromEntries(Object.entries(medians).map(([name, all]) => [name, Math.min(...all)]));
}

/** Measures the throughput of the named works in turn; returns each work's best repetition. */
export async function measureRatesInTurn(works, clients, rounds, { isReady = atOnce } = {}) {
  const rates = Object.fromEntries(Object.keys(works).map((name) => [name, 0]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, work] of Object.entries(works)) {
      await isReady();
      rates[name] = Math.max(rates[name], await measureRate(work, clients));
    }
  }
  return rates;
}
