import { setImmediate as others } from 'node:timers/promises';
import { sql } from 'kysely';
import { businessNow } from '../../../contract/dates.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import { InvalidFields } from '../../../server/http/errors.ts';
import type { Db } from '../../../server/process/context.ts';
import { markDuplicateRows, insertNewRows } from './judging.queries.ts';
import type { ImportKind, ImportActor } from '../kind.queries.ts';
import { isTotalsRow, spreadsheetDamage, withoutCellFormula } from '../reading/cells.rules.ts';
import type { ColumnFields, FileRow } from '../reading/header.rules.ts';
import { markedColumns, withoutTextMark } from '../reading/text-mark.rules.ts';
import {
  lastStagedLine,
  lockImport,
  insertStagedRows,
  markImportStaged,
  type StagedImportRow,
} from './staging.queries.ts';

/** The most rows that the embedded database imports from one file. */
export const MOST_EMBEDDED_IMPORT_ROWS = 50_000;
export const TOO_MANY_IMPORT_ROWS = `The file has more than ${MOST_EMBEDDED_IMPORT_ROWS.toLocaleString('en-US')} rows, which is the most that the embedded database takes at once: split it, or move RIC to a PostgreSQL server first (npm run move).`;
/** The time limit for the last transaction of an import, which inserts all rows of a large file. */
export const LONGEST_IMPORT_INSERT_MS = 6 * 3_600_000;

const ROWS_AT_ONCE = 1_000;
/** The longest time that other requests of this process wait while an import reads rows. */
const AT_A_TIME_MS = 8;

export type StagingInput = {
  id: number;
  kind: ImportKind;
  columns: ColumnFields;
  rows: AsyncIterable<FileRow>;
  /** The business's time zone. */
  zone: string;
  now: Date;
  /** Called when a killed run resumes, with the line after which it continues. */
  goesOn?: (line: number) => void;
  /** Called after each stored portion, with the number of rows read so far; an error that it throws ends the import. */
  hasRead: (rows: number) => Promise<void>;
};

/** Parses the remaining rows of a file and stores them in portions, so that a killed import resumes. */
export async function stageImportRows(db: Db, staging: StagingInput): Promise<void> {
  const { id, kind, columns, zone, now } = staging;
  const reading = { db, zone, today: businessNow(now, zone).date };
  const from = await lastStagedLine(db, id);
  if (from > 0) staging.goesOn?.(from);
  let after = from;
  let read = 0;
  let waiting: StagedImportRow[] = [];
  const flush = async () => {
    const last = waiting.at(-1);
    if (!last) return;
    await insertStagedRows(db, { id, after }, waiting);
    after = last.line;
    waiting = [];
    await staging.hasRead(read);
  };
  let since = performance.now();
  for await (const row of withoutTextMarks(staging.rows, columns)) {
    read += 1;
    if (row.line > from) waiting.push(await staged((raw) => kind.read(raw, reading), columns, row));
    if (waiting.length >= ROWS_AT_ONCE) await flush();
    if (performance.now() - since < AT_A_TIME_MS) continue;
    await others();
    since = performance.now();
  }
  await flush();
  await markImportStaged(db, id);
}

/** Yields the rows without a spreadsheet's mark for text, which the first rows show: a resumed run reads them again. */
async function* withoutTextMarks(
  rows: AsyncIterable<FileRow>,
  columns: ColumnFields,
): AsyncGenerator<FileRow> {
  const first: FileRow[] = [];
  let marked: boolean[] | null = null;
  for await (const row of rows) {
    if (marked) yield withoutTextMark(row, marked);
    else if (first.push(row) === ROWS_AT_ONCE) {
      const known = (marked = markedColumns(columns, first));
      yield* first.map((one) => withoutTextMark(one, known));
    }
  }
  const known = markedColumns(columns, first);
  if (!marked) yield* first.map((one) => withoutTextMark(one, known));
}

type Read = (raw: Record<string, string>) => ReturnType<ImportKind['read']>;

async function staged(
  read: Read,
  columns: ColumnFields,
  { line, cells, masked = [] }: FileRow,
): Promise<StagedImportRow> {
  if (cells.length !== columns.length) {
    const says = `has ${cells.length} cells, and the first line ${columns.length}`;
    return { line, problems: [{ column: '', says }] };
  }
  if (isTotalsRow(cells)) return { line, problems: [{ column: '', says: OF_TOTALS }] };
  const cards = masked.map((at) => columns[at] ?? '').filter((column) => column !== '');
  if (cards.length > 0) return { line, problems: cards.map((column) => ({ column, says: CARD_IN_IT })) };
  // An empty cell counts as a missing field.
  const filled = columns.flatMap((field, at) => {
    const text = withoutCellFormula(cells[at]?.trim() ?? '');
    return field === '' || text === '' ? [] : [[field, text] as const];
  });
  const damaged = filled.flatMap(([column, text]) => {
    const says = spreadsheetDamage(column, text);
    return says === null ? [] : [{ column, says }];
  });
  try {
    const record = await read(Object.fromEntries(filled));
    return damaged.length > 0 ? { line, problems: damaged } : { line, ...record };
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error;
    const problems = Object.entries(error.errors).flatMap(([column, messages]) =>
      messages.map((says) => ({ column, says })),
    );
    const others = problems.filter(({ column }) => damaged.every((one) => one.column !== column));
    return { line, problems: [...damaged, ...others] };
  }
}
const OF_TOTALS = 'is a line of totals: it is left out';
const CARD_IN_IT = 'must not have a card number in it';

type Deciding = { id: number; kind: ImportKind; write: boolean; maker: ImportActor };

/** Marks the duplicates among the rows of an import, and with `write` inserts the new rows: all of them or none. */
export async function checkOrInsertRows(db: Db, { id, kind, write, maker }: Deciding): Promise<void> {
  await runTransaction(db, async (db) => {
    await unhurried(db);
    await lockImport(db, id);
    if (write) await kind.lock(db);
    await markDuplicateRows(db, kind, id);
    if (write) await insertNewRows(db, { kind, id, maker });
  });
}

async function unhurried(db: Db): Promise<void> {
  for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await sql`select set_config(${name}, '0', true)`.execute(db);
}
