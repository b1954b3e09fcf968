import { on } from 'node:events';
import { Readable } from 'node:stream';
import { Refused } from '../http/errors.ts';
import { startThread } from '../process/thread.ts';

/**
 * The kind of a column's cells. `money`: integer cents; `date`: `YYYY-MM-DD`; `time`: `HH:MM`; `moment`: `YYYY-MM-DD
 * HH:MM` of the office's clock; `percent`: tenths of a percent, an integer. A value that does not fit its column's kind
 * is written as text.
 */
export type CellKind = 'text' | 'number' | 'money' | 'date' | 'time' | 'moment' | 'percent';
export type Cell = string | number | null;
/**
 * A ratio: the sum of `over` minus that of `minus`, divided by the total of `under`; all name summed columns by their
 * heading. It rounds half up to the column's unit, percents half away from zero. If `under` is 0 the cell is empty, or
 * `none` if the dividend is not 0.
 */
export type Ratio = {
  readonly over: readonly string[];
  readonly minus?: readonly string[];
  readonly under: string;
  readonly none?: string;
};
export type Column = {
  readonly heading: string;
  readonly kind: CellKind;
  /** The width in letters; by default, the kind and the first rows decide. */
  readonly width?: number;
  /** The total of the column. The first column has none: it holds the names of the totals rows. */
  readonly total?: 'sum' | Ratio;
};
/** A row of data, a bold line over the whole width, or a subtotal of the data since the last of these two. */
export type Row = readonly Cell[] | { readonly section: string } | { readonly subtotal: string };
export type Sheet = {
  /** The sheet's name on its tab: at most 31 letters, unique in the workbook. */
  readonly name: string;
  readonly title: string;
  readonly lines: readonly [period: string, run: string];
  readonly columns: readonly Column[];
  /** Batches of any size; the next is requested when those before are written. */
  readonly rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  /** False for a sheet without a totals row. */
  readonly total?: false;
  /** The last line; a function is called when all rows are written. */
  readonly last: string | (() => string);
};

/** The part of a sheet that is known before its rows. */
export type SheetHead = Pick<Sheet, 'name' | 'title' | 'lines' | 'columns' | 'total'>;
/**
 * A message to the writing thread: the sheets, then the rows of one after the other, and the end of each. It answers
 * with bytes.
 */
export type Step = { sheets: readonly SheetHead[] } | { rows: readonly Row[] } | { last: string };

export const MOST_ROWS = 1_000_000;
// The garbage of the thread is short-lived: a larger young generation would only be collected later.
const LITTLE = { maxYoungGenerationSizeMb: 8 };
// Rows per message: few enough that copying them blocks nobody and their text dies in the thread's young generation.
const AT_ONCE = 200;

/**
 * A workbook (.xlsx) as a stream of bytes, written by a separate thread while it is read. A reader that stops, or
 * aborts the `signal`, ends the thread and the rows' iterator. Fails with `Refused` at the first row over `maxRows` on
 * one sheet.
 */
export function workbook(
  sheets: readonly Sheet[],
  options: { signal?: AbortSignal; maxRows?: number } = {},
): Readable {
  const { signal, maxRows = MOST_ROWS } = options;
  return Readable.from(bytesOf(sheets, maxRows), { objectMode: false, ...(signal && { signal }) });
}

// How many steps are queued in the thread: it writes one while the next is handed over.
const AHEAD = 2;

async function* bytesOf(sheets: readonly Sheet[], maxRows: number): AsyncGenerator<Uint8Array> {
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

async function* stepsOf(sheets: readonly Sheet[], maxRows: number): AsyncGenerator<Step, undefined> {
  yield { sheets: sheets.map(({ rows: _, last: __, ...head }) => head) };
  for (const { rows: batches, last } of sheets) {
    let count = 0;
    for await (const batch of batches) {
      count += batch.length;
      if (count > maxRows) throw new Refused(tooManyRowsText(maxRows));
      for (let at = 0; at < batch.length; at += AT_ONCE) yield { rows: batch.slice(at, at + AT_ONCE) };
    }
    yield { last: typeof last === 'string' ? last : last() };
  }
  return undefined;
}

/** The error message for too many rows on a sheet. */
export const tooManyRowsText = (maxRows = MOST_ROWS): string =>
  `A workbook holds at most ${maxRows.toLocaleString('en-US')} rows. Please ask for less, e.g. a shorter range.`;
