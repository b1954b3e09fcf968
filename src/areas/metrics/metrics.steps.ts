import { Deadline } from '../../server/database/driver/deadline.ts';
import type { Database } from '../../server/database/open.ts';
import { openMetrics, type Figure, type Metrics } from '../../server/metrics/metrics.ts';
import type { Desk } from '../../server/process/context.ts';
import { storedFigures } from './figures.queries.ts';

/** A look may not wait for the database longer than whoever looks waits for it. */
const WAIT_MS = 3_000;

/** What this process tells an operator of itself, of its database connections, and of what waits in the database. */
export const metricsOf = (desk: Desk, { pool }: Pick<Database, 'pool'>): Metrics =>
  openMetrics({
    here: () => hereFigures(desk, pool),
    stored: () => storedFigures(desk.dbWithin(new Deadline(WAIT_MS))),
  });

const hereFigures = (desk: Desk, pool: Database['pool']): Figure[] => [
  {
    name: 'ric_database_connections',
    help: 'Connections to the database, by what they do',
    value: { busy: pool.totalCount - pool.idleCount, idle: pool.idleCount },
  },
  { name: 'ric_database_waiting', help: 'Requests that wait for a connection', value: pool.waitingCount },
  {
    name: 'ric_gateway_away',
    help: 'Whether the payment gateway is not asked because it did not answer: 1 or 0',
    value: desk.outside.breaker.isOpen ? 1 : 0,
  },
  {
    name: 'ric_stopping',
    help: 'Whether the process was told to stop: 1 or 0',
    value: desk.stopping.aborted ? 1 : 0,
  },
  ...(desk.replica
    ? [
        {
          name: 'ric_replica_reads_total',
          help: 'Reads for the replica, by what became of them: behind and failed were for the primary',
          value: { ...desk.replica.reads },
        },
      ]
    : []),
];
