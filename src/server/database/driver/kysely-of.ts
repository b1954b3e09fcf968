import {
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Dialect,
} from 'kysely';
import type pg from 'pg';
import type { DatabaseDeadline } from './deadline.ts';
import { DatabaseDriver, type DriverOptions } from './driver.ts';
import type { Tables } from '../tables.ts';

const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();

/**
 * Builds a Kysely instance on a connection pool, and a function that builds one with a request's deadline; both share
 * all other parts.
 */
export function createKysely(pool: pg.Pool, given: Omit<DriverOptions, 'deadline'>) {
  const dialect: Dialect = {
    createDriver: () => new DatabaseDriver(pool, given),
    createQueryCompiler: () => compiler,
    createAdapter: () => adapter,
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
  const dbWithin = (deadline?: DatabaseDeadline) => {
    const driver = new DatabaseDriver(pool, { ...given, deadline });
    const executor = new DefaultQueryExecutor(compiler, adapter, new DefaultConnectionProvider(driver));
    return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
  };
  return { db: dbWithin(), dbWithin };
}
