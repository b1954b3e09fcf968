import { z } from 'zod';
import type { HttpCall } from '../../contract/call.ts';
import { businessNow, formatMonthDay } from '../../contract/dates.ts';
import {
  listExportCall,
  MAX_AGENT_EXPORT_ROWS,
  type ExportColumn,
  type ExportRequest,
} from '../../contract/exports/exports.ts';
import { parseMoney } from '../../contract/money.ts';
import { countWithNoun } from '../../contract/words.ts';
import { withDatabaseDeadline } from '../database/driver/retry.ts';
import { WorkbookDownload } from '../http/download.ts';
import { rejectField, RejectedByRule } from '../http/errors.ts';
import type { CallHandlers } from '../http/serve.ts';
import { readFromReplica } from '../replica/reading.ts';
import type { CallContext, AppContext, Staff } from '../process/context.ts';
import {
  MAX_SHEET_ROWS,
  tooManyRowsText,
  writeWorkbook,
  type CellValue,
  type SheetColumn,
  type SheetRow,
} from '../workbook/workbook.ts';
import { readAllPages } from './all-pages.ts';

type Index = (input: CallContext & { query: object }) => Promise<unknown>;
/** A list that can be exported: its index call, with the handler that reads its rows. */
export type ExportableList = { index: HttpCall; answer: Index };
/** Records in the audit that a list was exported: its path, its query, the number of rows, and if it was read to the end. */
export type RecordExport = (app: AppContext, staff: Staff, exported: ExportedList) => Promise<void>;
export type ExportedList = { list: string; asked: object; rows: number; is_whole: boolean };

/** Returns the lists among an area's HTTP calls. */
export function exportableLists<T extends Record<string, HttpCall>>(
  calls: T,
  handlers: CallHandlers<T>,
): ExportableList[] {
  // The handler of the same name takes exactly that call's input, but TypeScript cannot infer that.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const byName = handlers as unknown as Record<string, Index>;
  return Object.entries(calls).flatMap(([name, index]) => {
    const answer = byName[name];
    return index.list && answer ? [{ index, answer }] : [];
  });
}

/** Builds an export call and its handler for each list, keyed by the list's path. */
export function exportHandlers(lists: readonly ExportableList[], keep: RecordExport) {
  const calls: Record<string, HttpCall> = {};
  const handlers: CallHandlers<Record<string, HttpCall>> = {};
  for (const listed of lists) {
    calls[listed.index.path] = listExportCall(listed.index);
    // The body matches the contract of `listExportCall`, but TypeScript cannot infer that in a loop.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    handlers[listed.index.path] = (input) => exported(input as unknown as Input, listed, keep);
  }
  return { calls, handlers };
}

type Input = CallContext & { body: ExportRequest };
const Rows = z.array(z.looseObject({ id: z.number() }));

async function exported(
  input: Input,
  { index, answer }: ExportableList,
  keep: RecordExport,
): Promise<WorkbookDownload> {
  const { staff, body } = input;
  const app = input.app.limit?.unlimited ?? input.app;
  const { title, said, noun, columns, ...asked } = body;
  checkListColumns(
    index,
    columns.map(({ name }) => name),
  );
  // Each page has the usual deadline of a request, so the whole export may take longer than that.
  const page = async (page: number, per_page: number) => {
    const query = { ...asked, page, per_page };
    const rows = await readFromReplica(withDatabaseDeadline(app), (one) =>
      answer({ ...input, app: one, db: one.db, query }),
    );
    return Rows.parse(index.answer.parse(rows));
  };
  const most = staff.level === 'admin' ? MAX_SHEET_ROWS : MAX_AGENT_EXPORT_ROWS;
  if ((await page(most + 1, 1)).length > 0) throw new RejectedByRule(tooManyFor(staff));

  const { businessTimeZone: zone } = app.settings;
  const { date, time } = businessNow(app.now(), zone);
  let count = 0;
  async function* batches(): AsyncGenerator<SheetRow[]> {
    let isWhole = false;
    try {
      for await (const rows of readAllPages(page)) {
        count += rows.length;
        yield rows.map((row) => columns.map((column) => cellOf(column, row[column.name], zone)));
      }
      isWhole = true;
    } finally {
      await keep(app, staff, { list: index.path, asked, rows: count, is_whole: isWhole });
    }
  }
  const run = `Run by ${staff.name}, ${formatMonthDay(date)} ${date.slice(0, 4)} ${time}`;
  const sheet = {
    name: tabOf(title),
    title,
    lines: [said, run] as const,
    columns: columns.map(columnOf),
    rows: batches(),
    total: false as const,
    last: () => countWithNoun(count, noun),
  };
  return new WorkbookDownload(`${fileOf(title)}_${date}`, writeWorkbook([sheet]));
}

const tooManyFor = ({ level }: Staff): string =>
  level === 'admin'
    ? tooManyRowsText()
    : `This list has more than the ${MAX_AGENT_EXPORT_ROWS.toLocaleString('en-US')} rows that you may export. Please narrow it by its filters, or ask an admin.`;

/** Returns the column names of a list's rows. */
export function listColumnNames({ answer }: HttpCall): string[] {
  const row = answer instanceof z.ZodArray ? answer.element : null;
  return row instanceof z.ZodObject ? Object.keys(row.shape) : [];
}

/** Throws InvalidFields if a requested column is not among a list's columns. */
export function checkListColumns(index: HttpCall, columns: readonly string[]): void {
  const names = listColumnNames(index);
  const unknown = columns.find((name) => !names.includes(name));
  if (unknown !== undefined)
    rejectField('columns', `${unknown} is no column of this list, which has ${names.join(', ')}`);
}

const KINDS: Record<ExportColumn['kind'], SheetColumn['kind']> = {
  text: 'text',
  id: 'text',
  number: 'number',
  money: 'money',
  cents: 'money',
  day: 'date',
  time: 'time',
  instant: 'moment',
  'yes-no': 'text',
};
const columnOf = ({ label, kind }: ExportColumn): SheetColumn => ({ heading: label, kind: KINDS[kind] });

/** Converts a field of a row to a workbook cell: instants to the business time zone, money to cents, choices to words. */
function cellOf({ kind, choices }: ExportColumn, value: unknown, zone: string): CellValue {
  const chosen = choices.find(([wire]) => wire === String(value));
  if (chosen) return chosen[1];
  if (typeof value === 'number') return ofNumber(kind, value);
  if (typeof value !== 'string' || value === '') return wordsOf(value);
  if (kind === 'money') return parseMoney(value, { negative: true }) ?? value;
  return kind === 'instant' ? momentOf(value, zone) : value;
}

function ofNumber(kind: ExportColumn['kind'], value: number): CellValue {
  if (kind === 'number' || kind === 'cents') return value;
  return kind === 'time' ? clockOf(value) : String(value);
}

function wordsOf(value: unknown): CellValue {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (!Array.isArray(value)) return null;
  return value.map((one: unknown) => (typeof one === 'object' ? '' : String(one))).join(', ');
}

/** Converts a time of day that the wire has as a number: 742 becomes 07:42. */
const clockOf = (time: number): string => String(time).padStart(4, '0').replace(/(..)$/, ':$1');

function momentOf(instant: string, zone: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  const { date, time } = businessNow(at, zone);
  return `${date} ${time}`;
}

/** Returns a title as the name of a workbook's sheet: without the characters that Excel forbids there, and at most 31 letters. */
const tabOf = (title: string): string =>
  title
    .replaceAll(/[[\]:*?/\\]|^'|'$/g, ' ')
    .slice(0, 31)
    .trim() || 'List';
const fileOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60) || 'list';
