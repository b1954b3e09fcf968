import { createHash, type Hash } from 'node:crypto';
import { hasCardNumber } from '../../../contract/cards.ts';
import { hasCardInPhone } from '../../../contract/forms/fields.ts';
import type { StreamedFile } from '../../../contract/wire.ts';
import { releasePermitDuring } from '../../../server/load-shedding/admit.ts';
import { DatabaseDeadline } from '../../../server/database/driver/deadline.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import { InvalidFields, rejectField } from '../../../server/http/errors.ts';
import { CannotStart } from '../../../server/process/cannot-start.ts';
import type { Db, AppContext, Staff } from '../../../server/process/context.ts';
import { IMPORTABLE_KINDS } from '../kinds/kinds.queries.ts';
import {
  LONGEST_IMPORT_INSERT_MS,
  MOST_EMBEDDED_IMPORT_ROWS,
  TOO_MANY_IMPORT_ROWS,
} from '../moving/moving.steps.ts';
import type { FileRow } from '../reading/header.rules.ts';
import { readFileRows } from '../reading/reading.steps.ts';
import {
  completeImportFile,
  deleteImportFile,
  insertImportFile,
  type UploadedImportFile,
} from './files.queries.ts';
import { guessColumns } from '../reading/guess.rules.ts';
import { MOST_IMPORT_SIZE_TEXT, type ImportKindName } from './imports.contract.ts';
import { storeImportPiece } from './pieces.queries.ts';

const ROWS_AT_ONCE = 1_000;
const MOST_COLUMNS = 200;
const LONGEST_HEADING = 200;

type Sent = { kind: ImportKindName; name: string; file: Blob | StreamedFile };

/**
 * Reads an uploaded file while it arrives and stores its rows. An error of the file as a whole is reported under `file`, and
 * none of its rows are kept.
 */
export async function receiveImportFile(app: AppContext, { kind, name, file }: Sent, staff: Staff) {
  if (file instanceof Blob) rejectField('file', 'must be a file');
  return releasePermitDuring(app, async () => {
    const db = app.dbWithin(new DatabaseDeadline(LONGEST_IMPORT_INSERT_MS));
    const id = await insertImportFile(db, { kind, name }, staff);
    try {
      const most = app.settings.databaseUrl ? Infinity : MOST_EMBEDDED_IMPORT_ROWS;
      const whole = await keepRows(db, { id, kind, most }, file);
      const known = await runTransaction(db, (db) => completeImportFile(db, id, kind, whole));
      if (known !== null) await runTransaction(db, (db) => deleteImportFile(db, id));
      return { id: known ?? id, is_known: known !== null };
    } catch (error) {
      await runTransaction(db, (db) => deleteImportFile(db, id));
      throw error instanceof CannotStart ? new InvalidFields({ file: [error.message] }) : error;
    } finally {
      // The rest of the upload is read and discarded, because otherwise the client would never receive the error.
      file.passOver();
    }
  });
}

type Receiving = { id: number; kind: ImportKindName; most: number };

async function keepRows(
  db: Db,
  { id, kind, most }: Receiving,
  file: StreamedFile,
): Promise<UploadedImportFile> {
  const hash = createHash('sha256');
  let head: Head | null = null;
  let row_count = 0;
  let waiting: FileRow[] = [];
  for await (const row of readFileRows(hashed(hash, file.bytes))) {
    if (!head) head = headIn(row, kind);
    else {
      row_count += 1;
      waiting.push(masked(row, head));
    }
    if (row_count > most) throw new CannotStart(TOO_MANY_IMPORT_ROWS);
    if (waiting.length < ROWS_AT_ONCE) continue;
    await storeImportPiece(db, id, waiting);
    waiting = [];
  }
  if (file.isTooLarge())
    throw new CannotStart(
      `The file is larger than ${MOST_IMPORT_SIZE_TEXT}: split it, and send one part after the other.`,
    );
  if (!head || row_count === 0)
    throw new CannotStart('The file is empty: it has no row below its first line.');
  await storeImportPiece(db, id, waiting);
  return { digest: hash.digest('hex'), ...head, row_count };
}

async function* hashed(hash: Hash, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
}

/** The headings in the first line of a file, and the fields that the headings seem to mean. */
type Head = Pick<UploadedImportFile, 'headings' | 'columns'>;

function headIn({ cells }: FileRow, kind: ImportKindName): Head {
  if (cells.length > MOST_COLUMNS) throw new CannotStart(`The file has more than ${MOST_COLUMNS} columns.`);
  const headings = cells.map((cell) => (hasCardNumber(cell) ? MASK : cell.trim().slice(0, LONGEST_HEADING)));
  return { headings, columns: guessColumns(kind, headings, IMPORTABLE_KINDS[kind].fields) };
}

const MASK = '****';
/**
 * Returns the row with every card number masked, whichever column has it, because card numbers are never stored. A phone column
 * has its own rule, since some phone numbers look like card numbers.
 */
function masked(row: FileRow, { columns }: Head): FileRow {
  const hasCard = (cell: string, at: number) =>
    columns[at]?.endsWith('_phone') ? hasCardInPhone(cell) : hasCardNumber(cell);
  const cards = row.cells.flatMap((cell, at) => (hasCard(cell, at) ? [at] : []));
  if (cards.length === 0) return row;
  return { ...row, cells: row.cells.map((cell, at) => (cards.includes(at) ? MASK : cell)), masked: cards };
}
