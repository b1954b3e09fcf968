import { on } from 'node:events';
import { Readable } from 'node:stream';
import { RejectedByRule } from '../http/errors.ts';
import { startThread } from '../process/thread.ts';

/**
 * The kind of a column's cells. `money`: integer cents; `date`: `YYYY-MM-DD`; `time`: `HH:MM`; `moment`: `YYYY-MM-DD
 * HH:MM` in the business time zone; `percent`: tenths of a percent, an integer. A value that does not fit its
 * column's kind is written as text.
 */
export type CellKind = 'text' | 'number' | 'money' | 'date' | 'time' | 'moment' | 'percent';
export type CellValue = string | number | null;
/**
 * A total that is a ratio of other totals: the sum of the columns `over` minus those of `minus`, divided by the total
 * of `under`; columns are named by their heading. The result is rounded half up to the column's unit, percents half
 * away from zero. If the divisor is 0 the cell is empty, or shows `none` if the dividend is not 0.
 */
export type RatioTotal = {
  readonly over: readonly string[];
  readonly minus?: readonly string[];
  readonly under: string;
  readonly none?: string;
};
export type SheetColumn = {
  readonly heading: string;
  readonly kind: CellKind;
  /** The width of the column in letters; by default, the kind and the first rows decide. */
  readonly width?: number;
  /** The total of the column. The first column has none, because it holds the names of the totals rows. */
  readonly total?: 'sum' | RatioTotal;
};
/** A row of a sheet: data, a bold line over the whole width, or a subtotal of the data since the last bold line or subtotal. */
export type SheetRow = readonly CellValue[] | { readonly section: string } | { readonly subtotal: string };
export type WorkbookSheet = {
  /** The sheet's name on its tab: at most 31 letters, unique in the workbook. */
  readonly name: string;
  readonly title: string;
  readonly lines: readonly [period: string, run: string];
  readonly columns: readonly SheetColumn[];
  /** The rows in batches of any size; the next batch is requested when the earlier ones are written. */
  readonly rows: AsyncIterable<readonly SheetRow[]> | Iterable<readonly SheetRow[]>;
  /** False for a sheet without a totals row. */
  readonly total?: false;
  /** The last line of the sheet; a function is called when all rows are written. */
  readonly last: string | (() => string);
};

/** The parts of a sheet that are known before its rows. */
export type SheetHead = Pick<WorkbookSheet, 'name' | 'title' | 'lines' | 'columns' | 'total'>;
/**
 * A message to the thread that writes a workbook: first the sheets, then the rows of each sheet and its end. The
 * thread answers with bytes.
 */
export type WorkbookMessage =
  { sheets: readonly SheetHead[] } | { rows: readonly SheetRow[] } | { last: string };

export const MAX_SHEET_ROWS = 1_000_000;
// The thread's garbage is short-lived, so a larger young generation would only delay its collection.
const LITTLE = { maxYoungGenerationSizeMb: 8 };
// The rows per message to the thread: few enough that copying them blocks nobody and their text is collected in the
// young generation.
const AT_ONCE = 200;

/**
 * Returns a workbook (.xlsx) as a stream of bytes, which a separate thread writes while it is read. A reader that
 * stops, or aborts the `signal`, ends the thread and the rows' iterator. Fails with `Refused` at the first row beyond
 * `maxRows` on one sheet.
 */
export function writeWorkbook(
  sheets: readonly WorkbookSheet[],
  options: { signal?: AbortSignal; maxRows?: number } = {},
): Readable {
  const { signal, maxRows = MAX_SHEET_ROWS } = options;
  return Readable.from(bytesOf(sheets, maxRows), { objectMode: false, ...(signal && { signal }) });
}

// The messages that are queued for the thread: it processes one while the next is handed over.
const AHEAD = 2;

async function* bytesOf(sheets: readonly WorkbookSheet[], maxRows: number): AsyncGenerator<Uint8Array> {
  const thread = startThread('workbook-worker', import.meta.url, { resourceLimits: LITTLE });
  const answers = on(thread, 'message', { close: ['exit'] });
  let ahead = 0;
  try {
    for await (const step of stepsOf(sheets, maxRows)) {
      thread.postMessage(step);
      ahead += 1;
      for (; ahead >= AHEAD; ahead -= 1) yield await answered(answers);
    }
    for (; ahead > 0; ahead -= 1) yield await answered(answers);
  } finally {
    await thread.terminate();
  }
}

async function answered(answers: AsyncIterator<unknown[], undefined>): Promise<Uint8Array> {
  const { value }: IteratorResult<unknown[], undefined> = await answers.next();
  const bytes = value?.[0];
  if (!(bytes instanceof Uint8Array)) throw new Error('The thread that writes a workbook ended before it.');
  return bytes;
}

async function* stepsOf(
  sheets: readonly WorkbookSheet[],
  maxRows: number,
): AsyncGenerator<WorkbookMessage, undefined> {
  yield { sheets: sheets.map(({ rows: _, last: __, ...head }) => head) };
  for (const { rows: batches, last } of sheets) {
    let count = 0;
    for await (const batch of batches) {
      count += batch.length;
      if (count > maxRows) throw new RejectedByRule(tooManyRowsText(maxRows));
      for (let at = 0; at < batch.length; at += AT_ONCE) yield { rows: batch.slice(at, at + AT_ONCE) };
    }
    yield { last: typeof last === 'string' ? last : last() };
  }
  return undefined;
}

/** Returns the error message for too many rows on a sheet. */
export const tooManyRowsText = (maxRows = MAX_SHEET_ROWS): string =>
  `A workbook holds at most ${maxRows.toLocaleString('en-US')} rows. Please ask for less, e.g. a shorter range.`;
