import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { toNfc } from '../../../contract/names/fold.ts';
import { CannotStart } from '../../../server/process/cannot-start.ts';
import {
  guessDelimiter,
  hasHeadings,
  MOST_LINES_ABOVE_HEADINGS,
  splitDelimiterLine,
} from './delimiter.rules.ts';
import type { FileRow } from './header.rules.ts';

const Read = z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) });

// The most characters of a row, after which an unclosed quote is reported.
const LONGEST_ROW = 1_000_000;
const FIRST_PIECE = 64 * 1024;

/** Returns the SHA-256 digest of a file's content. */
export async function fileDigest(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(bytesOf(piece));
  return hash.digest('hex');
}

const bytesOf = (piece: unknown): Buffer => {
  if (Buffer.isBuffer(piece)) return piece;
  throw new Error('a file is read as bytes');
};

/** Yields the bytes of a file, piece by piece. */
export const readFileBytes = (file: string): AsyncIterable<unknown> =>
  createReadStream(file, { highWaterMark: FIRST_PIECE });

/**
 * Decodes the bytes of a file as text whose lines all end in
 * , without a byte order mark.
 */
async function* textOf(bytes: AsyncIterable<unknown>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let kept = '';
  try {
    for await (const piece of bytes) {
      const text = kept + decoder.decode(bytesOf(piece), { stream: true });
      // The other half of a line break \r
      // may be in the next piece.
      kept = text.endsWith('\r') ? '\r' : '';
      yield text.slice(0, text.length - kept.length).replaceAll(/\r\n?/g, '\n');
    }
    yield (kept + decoder.decode()).replaceAll(/\r\n?/g, '\n');
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CannotStart('The file is not UTF-8: save it as "CSV UTF-8" and try again.');
  }
}

/** Reads the beginning of a text, from pieces of any size, until it contains all headings. */
async function startOf(texts: AsyncGenerator<string>): Promise<string> {
  let start = '';
  while (!hasHeadings(start) && start.length < FIRST_PIECE) {
    const next = await texts.next();
    if (next.done) break;
    start += next.value;
  }
  return start;
}

async function* from(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/**
 * Yields the rows of a CSV file, the headings first, without empty rows. Cells are separated by comma, semicolon or tab. A line
 * that names the delimiter and titles above the headings are skipped.
 */
export async function* readFileRows(bytes: AsyncIterable<unknown>): AsyncGenerator<FileRow> {
  const above: FileRow[] = [];
  let isBelow = false;
  for await (const row of allRows(bytes)) {
    if (isBelow) yield row;
    else if (isTitle(row) && above.length < MOST_LINES_ABOVE_HEADINGS) above.push(row);
    else {
      // A file with a single column has no titles: the lines that seemed to be titles are its rows.
      if (isTitle(row)) yield* above;
      isBelow = true;
      yield row;
    }
  }
  if (!isBelow) yield* above;
}

const isTitle = ({ cells }: FileRow): boolean => cells.filter((cell) => cell.trim() !== '').length < 2;

async function* allRows(bytes: AsyncIterable<unknown>): AsyncGenerator<FileRow> {
  const texts = textOf(bytes);
  const { delimiter, text: start } = splitDelimiterLine(await startOf(texts));
  const parser = parse({
    delimiter: delimiter ?? guessDelimiter(start),
    record_delimiter: '\n',
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: LONGEST_ROW,
  });
  const linesBefore = delimiter === null ? 0 : 1;
  // Errors of the pipeline are thrown by the parser, whose rows are read below.
  pipeline(from(start, texts), parser, () => undefined);
  try {
    for await (const read of parser) {
      const { record: cells, info } = Read.parse(read);
      yield { line: linesBefore + info.lines - breaksIn(cells), cells: cells.map(toNfc) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CannotStart(whyUnread(error));
  }
}

// Counts the line breaks inside a row's cells, because the parser counts lines at the end of a row.
const breaksIn = (cells: string[]): number =>
  cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);

function whyUnread({ code, message }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE')
    return 'A quote in the file is never closed, so the rows behind it cannot be told apart.';
  return `The file cannot be read: ${message}.`;
}
