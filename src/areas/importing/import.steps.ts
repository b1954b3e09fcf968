import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { businessNow } from '../../contract/dates.ts';
import { Deadline } from '../../server/database/driver/deadline.ts';
import type { Database } from '../../server/database/open.ts';
import { transact } from '../../server/database/transact.ts';
import { Invalid } from '../../server/http/errors.ts';
import { CannotStart } from '../../server/process/cannot-start.ts';
import type { Db } from '../../server/process/context.ts';
import { readHeader, type Columns } from './reading/header.rules.ts';
import { judge, putIn } from './judging.queries.ts';
import type { ImportKind } from './kind.queries.ts';
import { digestOf, rowsOf, type FileRow } from './reading/reading.steps.ts';
import { reportBeside, writeReport, type Counts } from './report.steps.ts';
import {
  beginImport,
  forgetImport,
  forgetRows,
  lastLine,
  lockImport,
  stage,
  stageEnds,
  type Begun,
  type Import,
  type StagedRow,
} from './staging.queries.ts';

export type Asked = {
  /** What the kind is called here. */
  name: Begun['kind'];
  kind: ImportKind;
  file: string;
  map: readonly string[];
  ignore: boolean;
  /** Whether the good rows are put in, or it is only said what would be. */
  write: boolean;
  /** The business's. */
  zone: string;
  now: Date;
  say: (line: string) => void;
};

/** What became of a file; null where it was in before. */
export type Imported = { counts: Counts; report: string };

const ROWS_AT_ONCE = 1_000;
const SAID_EVERY = 5_000;
/** What the embedded database takes at once. */
const MOST_EMBEDDED = 50_000;
const LONGEST_MS = 6 * 3_600_000;

const number = (value: number): string => value.toLocaleString('en-US');

/**
 * Moves a file in. Its rows are read and kept some at a time, so that a run that was killed goes on where it was; then all that
 * are good are put in, in one transaction. Without `write` that transaction only looks for doubles.
 */
export async function importFile(database: Database, asked: Asked): Promise<Imported | null> {
  const { file, say } = asked;
  const report = reportBeside(file);
  await access(dirname(report), constants.W_OK).catch(() => {
    throw new CannotStart(`The report can not be written: ${report}.`);
  });
  const rows = rowsOf(file);
  const columns = await columnsIn(rows, asked);
  const begun = { kind: asked.name, digest: await digestOf(file), columns };
  const found = await beginImport(database.db, begun);
  if (found.done_at === null) {
    if (!found.is_whole) await stageAll(database, { asked, columns, id: found.id, rows });
    await decide(database, asked, found);
  } else if ((await lastLine(database.db, found.id)) === 0) {
    say(
      `This file is in since ${found.done_at.slice(0, 19)} UTC: ${number(found.made)} made. Nothing was changed.`,
    );
    return null;
  }
  const counts = await writeReport(database.db, found.id, report);
  if (asked.write || found.done_at !== null) await forgetRows(database.db, found.id);
  // What was wrong may be mended in RIC before the rows are put in, so those are read anew then.
  else await forgetImport(database.db, found.id);
  return { counts, report };
}

async function columnsIn(rows: AsyncGenerator<FileRow>, asked: Asked): Promise<Columns> {
  const first = await rows.next();
  if (first.done) throw new CannotStart('The file is empty.');
  const { kind, map, ignore } = asked;
  const names = first.value.cells.map((name) => name.trim());
  const { columns, wrong } = readHeader({ names, fields: kind.fields, map, ignore });
  if (wrong.length > 0) throw new CannotStart(wrong.join('\n'));
  return columns;
}

type Staging = { asked: Asked; columns: Columns; id: number; rows: AsyncGenerator<FileRow> };

async function stageAll({ db, kind: place }: Database, { asked, columns, id, rows }: Staging): Promise<void> {
  const { kind, say, zone, now } = asked;
  const reading = { db, zone, today: businessNow(now, zone).date };
  const from = await lastLine(db, id);
  if (from > 0) say(`Going on behind line ${number(from)}.`);
  let after = from;
  let read = 0;
  let waiting: StagedRow[] = [];
  const flush = async () => {
    const last = waiting.at(-1);
    if (last) await stage(db, { id, after }, waiting);
    after = last?.line ?? after;
    waiting = [];
  };
  for await (const row of rows) {
    read += 1;
    if (place === 'embedded' && read > MOST_EMBEDDED) {
      await forgetImport(db, id);
      throw new CannotStart(
        `The file has more than ${number(MOST_EMBEDDED)} rows, which is the most that the embedded database takes at once: split it, or move RIC to a PostgreSQL server first (npm run move).`,
      );
    }
    if (row.line > from) waiting.push(await staged((raw) => kind.read(raw, reading), columns, row));
    if (waiting.length >= ROWS_AT_ONCE) await flush();
    if (read % SAID_EVERY === 0) say(`${number(read)} rows read ...`);
  }
  await flush();
  await stageEnds(db, id);
}

type Read = (raw: Record<string, string>) => ReturnType<ImportKind['read']>;

async function staged(read: Read, columns: Columns, { line, cells }: FileRow): Promise<StagedRow> {
  if (cells.length !== columns.length) {
    const says = `has ${cells.length} cells, and the first line ${columns.length}`;
    return { line, problems: [{ column: '', says }] };
  }
  // An empty cell is what was left out.
  const filled = columns.flatMap((field, at) => {
    const text = cells[at]?.trim() ?? '';
    return field === '' || text === '' ? [] : [[field, text] as const];
  });
  try {
    return { line, ...(await read(Object.fromEntries(filled))) };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const problems = Object.entries(error.errors).flatMap(([column, said]) =>
      said.map((says) => ({ column, says })),
    );
    return { line, problems };
  }
}

async function decide(database: Database, asked: Asked, { id }: Import): Promise<void> {
  const { kind, write, say } = asked;
  say(write ? 'Putting them in ...' : 'Looking for doubles ...');
  const db = database.dbWithin(new Deadline(LONGEST_MS));
  await transact(db, async (db) => {
    await unhurried(db);
    await lockImport(db, id);
    if (write) await kind.lock(db);
    await judge(db, kind, id);
    if (write) await putIn(db, kind, id);
  });
}

async function unhurried(db: Db): Promise<void> {
  for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await sql`select set_config(${name}, '0', true)`.execute(db);
}
