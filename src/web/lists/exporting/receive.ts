import type { HttpCall } from '../../../contract/call.ts';
import { exportPath, type ExportRequest } from '../../../contract/exports/exports.ts';
import { capitalized } from '../../../contract/words.ts';
import { callAddress, callHeaders } from '../../sending/request.ts';
import { failedCallError, unansweredError } from '../../sending/send.ts';
import type { ListColumn } from '../columns.ts';
import type { ListData } from '../useList.ts';

/** The title, noun and description that the screen shows for the exported list. */
export type ExportLabels = Pick<ExportRequest, 'title' | 'noun' | 'said'>;

type Given<Row> = {
  list: ListData<Row>;
  columns: readonly ListColumn<Row>[];
  said: ExportLabels;
  signal: AbortSignal;
  /** Receives the export's progress in words. */
  heard: (text: string) => void;
};

/**
 * Downloads a list as a workbook, saves the file on this machine and returns a message that says so. Throws the errors of
 * `send`.
 */
export async function saveListExport<Row>({
  list,
  columns,
  said,
  signal,
  heard,
}: Given<Row>): Promise<string> {
  const { index } = list.calls;
  const body = bodyOf(list, columns, said);
  const call: HttpCall = { ...index, method: 'POST', path: exportPath(index) };
  const request = {
    method: 'POST',
    headers: callHeaders(call, {}, true),
    body: JSON.stringify(body),
    signal,
  };
  const response = await fetch(callAddress(call, {}), request).catch(failed);
  if (!response.ok) throw failedCallError(call, response.status, await response.text().catch(failed));
  const blob = await read(response, heard).catch(failed);
  const [, name = 'list.xlsx'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has saved the file by the time this timer fires.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return `Saved as ${name}.`;
}

async function read(response: Response, heard: (text: string) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value);
    bytes += part.value.length;
    heard(`Exporting … ${(bytes / 1e6).toFixed(1)} MB`);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

function failed(error: unknown): never {
  throw error instanceof DOMException && error.name === 'AbortError' ? error : unansweredError();
}

function bodyOf<Row>(list: ListData<Row>, columns: readonly ListColumn<Row>[], said: ExportLabels) {
  return {
    ...list.countQuery,
    sort_fields: list.sort.map(({ name }) => name),
    sort_desc: list.sort.map(({ desc }) => desc),
    ...said,
    said: inWords(said.said, Object.keys(list.filters).length > 0),
    title: list.isScreen ? said.title : [said.title, headingOfScreen()].filter(Boolean).join(', '),
    columns: columns.flatMap(({ name, label, kind = 'text', choices = [], sheet = label }) =>
      sheet === false
        ? []
        : [
            {
              name,
              label: sheet,
              kind,
              choices: choices.map(([wire, word]): [string, string] => [wire, word]),
            },
          ],
    ),
  };
}

/** Returns the heading of the screen that contains the list: a course, a customer. */
const headingOfScreen = (): string => document.querySelector('main h1')?.textContent.trim() ?? '';

/**
 * Describes a list in words, for a screen-reader user: `Rates with Course “torrey”, by Rate`. The screen's own description
 * begins with a number.
 */
function inWords(line: string, isFiltered: boolean): string {
  const text = line.replace(/^\S+ /, '');
  return isFiltered ? capitalized(text) : `All ${text}`;
}
