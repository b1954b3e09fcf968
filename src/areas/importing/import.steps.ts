import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseDeadline } from '../../server/database/driver/deadline.ts';
import type { Database } from '../../server/database/open.ts';
import { CannotStart } from '../../server/process/cannot-start.ts';
import { matchHeadings, type ColumnFields, type FileRow } from './reading/header.rules.ts';
import { IMPORT_COMMAND, type ImportKind } from './kind.queries.ts';
import {
  checkOrInsertRows,
  LONGEST_IMPORT_INSERT_MS,
  MOST_EMBEDDED_IMPORT_ROWS,
  stageImportRows,
  TOO_MANY_IMPORT_ROWS,
} from './moving/moving.steps.ts';
import { readFileBytes, fileDigest, readFileRows } from './reading/reading.steps.ts';
import { importReportPath, writeImportReport, type ImportCounts } from './report.steps.ts';
import {
  beginImport,
  deleteStagedImport,
  deleteStagedRows,
  lastStagedLine,
  type ImportIdentity,
} from './moving/staging.queries.ts';

export type ImportOptions = {
  /** The name of the kind of record, as in the import command and on the screen. */
  name: ImportIdentity['kind'];
  kind: ImportKind;
  file: string;
  map: readonly string[];
  ignore: boolean;
  /** True to insert the new rows; false to only report which rows would be inserted. */
  write: boolean;
  /** The business's time zone. */
  zone: string;
  now: Date;
  say: (line: string) => void;
};

/** The result of importing a file: the number of rows by outcome, and the path of the report. */
export type ImportResult = { counts: ImportCounts; report: string };

const SAID_EVERY = 5_000;

const number = (value: number): string => value.toLocaleString('en-US');

/**
 * Imports a file, for the import command. The rows are read and stored in portions, so that a killed run resumes; then all new
 * rows are inserted in one transaction. Without `write`, that transaction only looks for duplicates. Returns null if the file
 * was imported before.
 */
export async function importFile(database: Database, options: ImportOptions): Promise<ImportResult | null> {
  const { file, say } = options;
  const report = importReportPath(file);
  await access(dirname(report), constants.W_OK).catch(() => {
    throw new CannotStart(`The report cannot be written: ${report}.`);
  });
  const rows = readFileRows(readFileBytes(file));
  const columns = await columnsIn(rows, options);
  const begun = { kind: options.name, digest: await fileDigest(file), columns };
  const found = await beginImport(database.db, begun);
  if (found.done_at === null) {
    if (!found.is_whole) await readAll(database, { options, columns, id: found.id, rows });
    say(options.write ? 'Putting them in ...' : 'Looking for doubles ...');
    const { kind, write } = options;
    const db = database.dbWithin(new DatabaseDeadline(LONGEST_IMPORT_INSERT_MS));
    await checkOrInsertRows(db, { id: found.id, kind, write, maker: IMPORT_COMMAND });
  } else if ((await lastStagedLine(database.db, found.id)) === 0) {
    say(
      `This file is in since ${found.done_at.slice(0, 19)} UTC: ${number(found.made)} made. Nothing was changed.`,
    );
    return null;
  }
  const counts = await writeImportReport(database.db, found.id, report);
  if (options.write || found.done_at !== null) await deleteStagedRows(database.db, found.id);
  // Rows are read again when they are inserted, because errors may be corrected in RIC after a dry run.
  else await deleteStagedImport(database.db, found.id);
  return { counts, report };
}

async function columnsIn(rows: AsyncGenerator<FileRow>, options: ImportOptions): Promise<ColumnFields> {
  const first = await rows.next();
  if (first.done) throw new CannotStart('The file is empty.');
  const { kind, map, ignore } = options;
  const names = first.value.cells.map((name) => name.trim());
  const { columns, wrong } = matchHeadings({ names, fields: kind.fields, map, ignore });
  if (wrong.length > 0) throw new CannotStart(wrong.join('\n'));
  return columns;
}

type Staging = { options: ImportOptions; columns: ColumnFields; id: number; rows: AsyncGenerator<FileRow> };

async function readAll(
  { db, kind: place }: Database,
  { options, columns, id, rows }: Staging,
): Promise<void> {
  const { kind, say, zone, now } = options;
  const most = place === 'embedded' ? MOST_EMBEDDED_IMPORT_ROWS : Infinity;
  await stageImportRows(db, {
    id,
    kind,
    columns,
    zone,
    now,
    rows: noMoreThan(most, rows),
    goesOn: (line) => say(`Going on behind line ${number(line)}.`),
    hasRead: async (read) => {
      if (read % SAID_EVERY === 0) say(`${number(read)} rows read ...`);
    },
  }).catch(async (error: unknown) => {
    if (error instanceof TooMany) await deleteStagedImport(db, id);
    throw error;
  });
}

class TooMany extends CannotStart {}

async function* noMoreThan(most: number, rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow> {
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > most) throw new TooMany(TOO_MANY_IMPORT_ROWS);
    yield row;
  }
}
