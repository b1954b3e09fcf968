import type { RawBuilder } from 'kysely';
import type { Tables } from '../../server/database/tables.ts';
import type { Db } from '../../server/process/context.ts';

/** Who makes what is moved in, in the audit and as who changed it last, and from where they asked. */
export type Maker = { name: string; address: string | null };
/** The command; whatever has no name of an agent of its own was made by it, too. */
export const COMMAND: Maker = { name: 'Import', address: null };

/** What a row is read with: today on the business zone's clock. */
export type Reading = { db: Db; zone: string; today: string };

/** A kind of record that is moved in from files. */
export type ImportKind = {
  /** Where its records are. */
  table: keyof Tables;
  /** The columns that a file may have. */
  fields: readonly string[];
  /**
   * Reads the cells of a row that are not empty by the schema of the area's own call, as the columns of its record and what it is
   * known by; throws Invalid with all that is wrong.
   */
  read: (raw: Record<string, string>, reading: Reading) => Promise<{ record: object; keys: string[] }>;
  /** Keeps everybody else from making what these rows may double, until the transaction is over. */
  lock: (db: Db) => Promise<void>;
  /** Writes beside each row of an import which record it would double. */
  findDoubles: (db: Db, import_id: number) => Promise<void>;
  /** Puts `good` rows in, each with its `line`, `record` and `made_id`, with their audit entries. */
  putIn: (db: Db, good: RawBuilder<unknown>, maker: Maker) => Promise<void>;
};
