import type { Call } from '../../../contract/call.ts';
import { exportPath, type ShownList } from '../../../contract/exports/exports.ts';
import { addressOf, headersOf } from '../../sending/request.ts';
import type { Column } from '../columns.ts';
import type { List } from '../useList.ts';
import type { Said } from './useExport.ts';
import { failureIn, unanswered } from '../../sending/send.ts';

type Given = {
  index: Call;
  /** What the list is asked for, and how the screen shows it. */
  body: ShownList & object;
  signal: AbortSignal;
  /** Told how many bytes have come. */
  heard: (bytes: number) => void;
};

/** Asks for a list as a workbook and saves it as a file, whose name it answers. Throws what `send` throws. */
export async function saveExport({ index, body, signal, heard }: Given): Promise<string> {
  const call: Call = { ...index, method: 'POST', path: exportPath(index) };
  const request = { method: 'POST', headers: headersOf(call, {}, true), body: JSON.stringify(body), signal };
  const response = await fetch(addressOf(call, {}), request).catch(failed);
  if (!response.ok) throw failureIn(call, response.status, await response.text().catch(failed));
  const blob = await read(response, heard).catch(failed);
  const [, name = 'list.xlsx'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return name;
}

async function read(response: Response, heard: (bytes: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value);
    heard((bytes += part.value.length));
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

function failed(error: unknown): never {
  throw error instanceof DOMException && error.name === 'AbortError' ? error : unanswered(error);
}

/** What an export asks for: the list as the screen has it now. */
export function bodyOf<Row>(list: List<Row>, columns: readonly Column<Row>[], said: Said) {
  return {
    ...list.countQuery,
    sort_fields: list.sort.map(({ name }) => name),
    sort_desc: list.sort.map(({ desc }) => desc),
    ...said,
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

/** What the screen is about that has the list as one of its parts: a course, a customer. */
const headingOfScreen = (): string => document.querySelector('main h1')?.textContent.trim() ?? '';
