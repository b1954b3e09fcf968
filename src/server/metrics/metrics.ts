import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isPartnerAddress } from '../partners/addresses.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * A metric whose value is read when Prometheus scrapes: a name, a help sentence, and its value, or one value for each
 * label value.
 */
export type Metric = { name: string; help: string; value: number | Record<string, number> };

type MetricSources = {
  /** Returns the metrics of this process and its machine. */
  here: () => Promise<Metric[]>;
  /** Returns the metrics stored in the database; if reading them fails, the other metrics are still reported. */
  stored: () => Promise<Metric[]>;
};

export type MetricsRegistry = {
  /** Counts and times the HTTP answers of a server that is about to start. */
  watch(app: FastifyInstance): void;
  /** Serves `GET /metrics` in Prometheus' text format and returns the address. Rejects if the address cannot be listened on. */
  listen(at: { host: string; port: number }): Promise<string>;
  close(): Promise<void>;
};

/** The event stream of a screen lasts as long as the screen is open, so its duration is not a response time. */
const STREAM = '/api/live';
/** The error statuses that RIC itself sends; a proxy in front of RIC sends others. */
const ERRORS = ['500', '502', '503'];
const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Creates a registry that collects the metrics for an operator: counts, times and names of HTTP calls, never anything
 * that a person typed.
 */
export function openMetricsRegistry({ here, stored }: MetricSources): MetricsRegistry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'ric_requests_total',
    help: 'Answers by call and status',
    labelNames: ['call', 'status'],
    registers: [registry],
  });
  const errors = errorsIn(registry);
  const seconds = new Histogram({
    name: 'ric_request_seconds',
    help: 'Seconds from a request to the end of its answer',
    labelNames: ['call'],
    buckets: SECONDS,
    registers: [registry],
  });
  const reading = new Gauge({
    name: 'ric_figures_up',
    help: 'Whether the figures of the database could be read: 1 or 0',
    registers: [registry],
  });
  const look = async () => {
    const found = await stored().catch(() => null);
    reading.set(found ? 1 : 0);
    // Each Prometheus scrape gets a new registry, because values of the last one may no longer be true.
    const figures = new Registry();
    for (const figure of [...(await here()), ...(found ?? [])]) show(figure, figures);
    return Registry.merge([registry, figures]).metrics();
  };
  const server = createServer((request, response) => {
    if (!['GET', 'HEAD'].includes(request.method ?? '') || request.url !== '/metrics')
      return response.writeHead(404).end();
    look().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return {
    watch: (app) =>
      app.addHook('onResponse', (request, reply, done) => {
        const { url = '' } = request.routeOptions;
        const isCall = url.startsWith('/api/') || isPartnerAddress(url);
        const call = isCall ? `${request.method} ${url}` : 'files';
        const status = String(reply.statusCode);
        requests.inc({ call, status });
        if (reply.statusCode >= 500) errors.inc({ status });
        if (url !== STREAM) seconds.observe({ call }, reply.elapsedTime / 1000);
        done();
      }),
    listen: (at) => listening(server, at),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Creates the counter of errors, which starts at 0 for each status, so that even the first error raises an alarm: a
 * rate needs an earlier value.
 */
function errorsIn(registry: Registry): Counter<'status'> {
  const errors = new Counter({
    name: 'ric_errors_total',
    help: 'Answers that are errors of RIC, by status',
    labelNames: ['status'] as const,
    registers: [registry],
  });
  for (const status of ERRORS) errors.inc({ status }, 0);
  return errors;
}

function show({ name, help, value }: Metric, registry: Registry): void {
  const isOne = typeof value === 'number';
  const gauge = new Gauge({ name, help, labelNames: isOne ? [] : ['of'], registers: [registry] });
  if (isOne) gauge.set(value);
  else for (const [of, one] of Object.entries(value)) gauge.set({ of }, one);
}

function listening(server: Server, { host, port }: { host: string; port: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(`http://${host}:${typeof address === 'object' && address ? address.port : port}/metrics`);
    });
  });
}
