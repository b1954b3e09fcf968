import type { PGlite } from '@electric-sql/pglite';

const CHECKPOINT_AT_BYTES = 32 * 1024 * 1024;
const CHECKPOINT_EVERY_MS = 5 * 60_000;
const VACUUM_EVERY_MS = 60 * 60_000;

/**
 * Does the background work of a PostgreSQL server, which PGlite's single process lacks. Without checkpoints, the log
 * and the recovery time after a crash grow without end; without vacuum and analyze, query plans become slow. Returns
 * a function to be called regularly while no transaction is open.
 */
export function embeddedMaintenance(db: PGlite): (now: number) => Promise<void> {
  let checkpointAt = Date.now();
  let checkpointed = '0/0';
  let vacuumAt = Date.now();
  let vacuumed = '0/0';
  return async (now) => {
    const written = await logPosition(db);
    const due = now - checkpointAt > CHECKPOINT_EVERY_MS && written !== checkpointed;
    if (due || bytesBetween(checkpointed, written) > CHECKPOINT_AT_BYTES) {
      await db.exec('checkpoint');
      checkpointAt = now;
      checkpointed = await logPosition(db);
    }
    if (now - vacuumAt > VACUUM_EVERY_MS && bytesBetween(vacuumed, written) > CHECKPOINT_AT_BYTES / 4) {
      await db.exec('vacuum (analyze)');
      vacuumAt = now;
      vacuumed = await logPosition(db);
    }
  };
}

async function logPosition(db: PGlite): Promise<string> {
  const { rows } = await db.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
  return rows[0]?.lsn ?? '0/0';
}

function bytesBetween(from: string, to: string): number {
  const position = (lsn: string) => {
    const [high = '0', low = '0'] = lsn.split('/');
    return parseInt(high, 16) * 2 ** 32 + parseInt(low, 16);
  };
  return position(to) - position(from);
}
