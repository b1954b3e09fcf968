import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/**
 * Resolves once a statement waits for another transaction's lock. The embedded database runs one transaction after the
 * other, so a second transaction waits there from its start.
 */
export async function untilLockWait({ database }: TestApp): Promise<void> {
  if (process.env.TEST_ON !== 'postgres') return;
  const waiting = sql`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => (await waiting.execute(database.db)).rows.length, { timeout: 30_000, interval: 10 })
    .toBeGreaterThan(0);
}
