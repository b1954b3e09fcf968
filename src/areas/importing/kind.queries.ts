import type { RawBuilder } from 'kysely';
import type { Tables } from '../../server/database/tables.ts';
import type { Db } from '../../server/process/context.ts';

/** The person or command that imports: the author in the audit trail and in `updated_by`, with the address of the request. */
export type ImportActor = { name: string; address: string | null };
/** The import command as an actor; records without an agent's name get this one. */
export const IMPORT_COMMAND: ImportActor = { name: 'Import', address: null };

/** The context in which a row is read; `today` is the current day on the business's clock. */
export type ImportRowContext = { db: Db; zone: string; today: string };

/** A kind of record that can be imported from files, and how its rows are read, compared and inserted. */
export type ImportKind = {
  /** The table of the records. */
  table: keyof Tables;
  /** The fields that a file's columns may mean. */
  fields: readonly string[];
  /**
   * Reads the cells of a row, without empty ones, by the schema of the call that creates such a record. Returns the record's
   * columns, and the keys by which duplicates are found. Throws InvalidFields with all errors.
   */
  read: (
    raw: Record<string, string>,
    reading: ImportRowContext,
  ) => Promise<{ record: object; keys: string[] }>;
  /** Returns the field by which two customers with this key are duplicates; only customers have two such fields. */
  matchedBy?: (key: string) => 'email' | 'phone';
  /**
   * Locks out other transactions that create records of this kind, until the import's transaction ends, because they could
   * create duplicates.
   */
  lock: (db: Db) => Promise<void>;
  /** Marks each row of an import that duplicates an existing record. */
  findDoubles: (db: Db, import_id: number) => Promise<void>;
  /** Inserts the `good` rows of an import, each with its `line`, `record` and `made_id`, and their audit entries. */
  putIn: (db: Db, good: RawBuilder<unknown>, maker: ImportActor) => Promise<void>;
};
