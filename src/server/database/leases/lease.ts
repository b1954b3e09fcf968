import { sql } from 'kysely';

/**
 * Returns SQL for the end of a lease that is taken or renewed now. Leases use the database's clock, because the
 * clocks of the processes differ.
 */
export const leaseEnd = (ms: number) => sql<string>`now() + make_interval(secs => ${ms / 1000})`;

/** Returns SQL that is true for a row that no process holds: its lease was released, never taken, or has expired. */
export const isUnleased = (column: string) =>
  sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} < now())`;
