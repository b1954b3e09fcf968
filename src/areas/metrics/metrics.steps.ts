import { statfs } from 'node:fs/promises';
import { secondsSinceBackup } from '../../server/database/backup/last-backup.ts';
import { DatabaseDeadline } from '../../server/database/driver/deadline.ts';
import type { Database } from '../../server/database/open.ts';
import { openMetricsRegistry, type Metric, type MetricsRegistry } from '../../server/metrics/metrics.ts';
import type { Db, AppContext } from '../../server/process/context.ts';
import { databaseMetrics } from './figures.queries.ts';

/** The time limit of the database reads for the metrics, because their reader gives up soon as well. */
const WAIT_MS = 3_000;

/** Returns the metrics of this process, of its database connections, and of the work stored in the database. */
export const appMetrics = (app: AppContext, { pool }: Pick<Database, 'pool'>): MetricsRegistry =>
  openMetricsRegistry({
    here: async () => [...processMetrics(app, pool), ...(await folderMetrics(app))],
    stored: async () => {
      const db = app.dbWithin(new DatabaseDeadline(WAIT_MS));
      return [...(await databaseMetrics(db)), ...(await replicaMetrics(app, db))];
    },
  });

/** Returns the free share of the data folder's disk, and the age of the last backup. Values that cannot be read are left out. */
async function folderMetrics({ settings: { dataDir }, now }: AppContext): Promise<Metric[]> {
  const disk = await statfs(dataDir).catch(() => null);
  const age = await secondsSinceBackup(dataDir, now());
  const free = 'Part of the disk of DATA_DIR that is free, from 0 to 1';
  const backup = 'Seconds since the last complete backup that was made beside this DATA_DIR';
  return [
    ...(disk ? [{ name: 'ric_disk_free_ratio', help: free, value: disk.bavail / disk.blocks }] : []),
    ...(age === null ? [] : [{ name: 'ric_backup_age_seconds', help: backup, value: age }]),
  ];
}

async function replicaMetrics({ replica }: AppContext, db: Db): Promise<Metric[]> {
  const help = "Bytes of the primary's log that the replica has not replayed; +Inf where it does not answer";
  return replica ? [{ name: 'ric_replica_lag_bytes', help, value: await replica.lagBytes(db) }] : [];
}

const processMetrics = (app: AppContext, pool: Database['pool']): Metric[] => [
  {
    name: 'ric_database_connections',
    help: 'Connections to the database, by what they do',
    value: { busy: pool.totalCount - pool.idleCount, idle: pool.idleCount },
  },
  { name: 'ric_database_waiting', help: 'Requests that wait for a connection', value: pool.waitingCount },
  {
    name: 'ric_gateway_away',
    help: 'Whether the payment gateway is not asked because it did not answer: 1 or 0',
    value: app.integrations.breaker.isOpen ? 1 : 0,
  },
  {
    name: 'ric_stopping',
    help: 'Whether the process was told to stop: 1 or 0',
    value: app.stopping.aborted ? 1 : 0,
  },
  ...(app.replica
    ? [
        {
          name: 'ric_replica_reads_total',
          help: 'Reads for the replica, by what became of them: behind and failed were for the primary',
          value: { ...app.replica.reads },
        },
      ]
    : []),
];
