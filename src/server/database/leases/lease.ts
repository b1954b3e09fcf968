import { sql } from 'kysely';

/**
 * SQL for the end of a lease that is taken or renewed now. Leases go by the database's clock, which all processes share: their
 * own clocks differ.
 */
export const leaseEnd = (ms: number) => sql<string>`now() + make_interval(secs => ${ms / 1000})`;

/** SQL that is true for a row that no process holds: its lease was released or never taken, or it has expired. */
export const isUnleased = (column: string) =>
  sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} < now())`;
