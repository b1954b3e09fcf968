import type { RawBuilder } from 'kysely';
import type { Tables } from '../../server/database/tables.ts';
import type { Db } from '../../server/process/context.ts';

/** The creator of imported records, in the audit and as the last to change them, and the address of the request. */
export type ImportActor = { name: string; address: string | null };
/** The import command, which is also the creator of records without an agent's name. */
export const IMPORT_COMMAND: ImportActor = { name: 'Import', address: null };

/** The context in which a row is read: today is on the business's clock. */
export type RowContext = { db: Db; zone: string; today: string };

/** A kind of record that is imported from files. */
export type ImportKind = {
  /** The table of its records. */
  table: keyof Tables;
  /** The columns that a file may have. */
  fields: readonly string[];
  /**
   * Reads the cells of a row that are not empty by the schema of the area's own call, and returns the columns of its record with
   * the keys that identify it. Throws Invalid with all errors.
   */
  read: (raw: Record<string, string>, reading: RowContext) => Promise<{ record: object; keys: string[] }>;
  /** Returns by what two customers with this key are the same; other kinds have one way only. */
  matchedBy?: (key: string) => 'email' | 'phone';
  /** Prevents others from creating records that these rows may duplicate, until the transaction ends. */
  lock: (db: Db) => Promise<void>;
  /** Marks each row of an import with the record that it would duplicate. */
  findDoubles: (db: Db, import_id: number) => Promise<void>;
  /** Inserts the `good` rows, each with its `line`, `record` and `made_id`, with their audit entries. */
  putIn: (db: Db, good: RawBuilder<unknown>, maker: ImportActor) => Promise<void>;
};
