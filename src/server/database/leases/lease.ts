import { sql } from 'kysely';

/**
 * Returns SQL for the end of a lease that is taken or renewed now. Leases use the database's clock, because the
 * clocks of the processes differ.
 */
export const leaseEndSql = (ms: number) => sql<string>`now() + make_interval(secs => ${ms / 1000})`;

/** The columns to set to release a lease, by how the table identifies the holder: not at all, by a token, or by the process. */
export const RELEASE = {
  until: { lease_until: null },
  token: { lease: null, leased_until: null },
  process: { leased_by: null, leased_until: null },
} as const;

/** Returns SQL that is true for a row whose lease has expired: its process died, or was too slow to renew it. */
export const isExpired = (column: string) => sql<boolean>`${sql.ref(column)} < now()`;

/** Returns SQL that is true for a row that a process holds. */
export const isHeld = (column: string) => sql<boolean>`${sql.ref(column)} >= now()`;

/** Returns SQL that is true for a row that no process holds: its lease was released, never taken, or has expired. */
export const isUnleasedSql = (column: string) =>
  sql<boolean>`(${sql.ref(column)} is null or ${isExpired(column)})`;
