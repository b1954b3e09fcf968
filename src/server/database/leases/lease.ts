import { sql } from 'kysely';

/**
 * SQL for the end of a lease that is taken or renewed now. Leases go by the database's clock, which all processes share: their
 * own clocks differ.
 */
export const leaseEnd = (ms: number) => sql<string>`now() + make_interval(secs => ${ms / 1000})`;

/** What `set` writes to release a lease, by how its table names the holder: not at all, by a token, or by the process. */
export const RELEASE = {
  until: { lease_until: null },
  token: { lease: null, leased_until: null },
  process: { leased_by: null, leased_until: null },
} as const;

/** SQL that is true for a row whose lease has expired: its process died, or was too slow to renew it. */
export const isExpired = (column: string) => sql<boolean>`${sql.ref(column)} < now()`;

/** SQL that is true for a row that a process holds. */
export const isHeld = (column: string) => sql<boolean>`${sql.ref(column)} >= now()`;

/** SQL that is true for a row that no process holds: its lease was released or never taken, or it has expired. */
export const isUnleased = (column: string) =>
  sql<boolean>`(${sql.ref(column)} is null or ${isExpired(column)})`;
