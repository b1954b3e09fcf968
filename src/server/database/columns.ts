import type { ColumnType, Generated } from 'kysely';

// The parsers of values are in types.ts: bigint is a checked number, date is 'YYYY-MM-DD', timestamptz is
// 'YYYY-MM-DDTHH:MM:SS.ffffffZ', numeric (and every sum of a bigint) is text.

export type InstantColumn = ColumnType<string, string | Date, string | Date>;
export type NullableInstantColumn = ColumnType<
  string | null,
  string | Date | null | undefined,
  string | Date | null
>;
/** The database fills it in unless it is given. */
export type StampedAt = ColumnType<string, string | Date | undefined, string | Date>;
/** Write `JSON.stringify(value)`: the driver would turn a bare list into a PostgreSQL array. */
export type NullableJsonColumn = ColumnType<unknown, string | null | undefined, string | null>;
export type JsonColumn = ColumnType<unknown, string | undefined, string>;
export type NullableDecimalColumn = ColumnType<
  string | null,
  string | number | null | undefined,
  string | number | null
>;

/** A table whose rows record when they were made and who changed them last. */
export interface RecordColumns {
  id: Generated<number>;
  created_at: StampedAt;
  updated_at: StampedAt;
  updated_by: string | null;
}
